"""What pyproject.toml cannot say: the sample corpus is a folder of the repository, and inside an
installed simdoc it is simdoc/sample_corpus, so that `simdoc demo` has something to show."""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["simdoc*"]), "simdoc.sample_corpus"],
    package_dir={"simdoc.sample_corpus": "sample_corpus"},
)
