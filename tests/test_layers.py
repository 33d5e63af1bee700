"""The house rules: who may import whom, how long a module may be, what it may be called."""

from __future__ import annotations

import ast
import importlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import simdoc

ROOT = Path(__file__).resolve().parents[1]
LAYERS = [
    ["app", "pages"],
    ["simdoc.view"],
    ["simdoc.cli", "simdoc.__main__"],
    ["simdoc.evaluation"],
    ["simdoc.corpus"],
    ["simdoc.adding", "simdoc.comparing", "simdoc.asking", "simdoc.files"],
    ["simdoc.stores", "simdoc.answers"],
    ["simdoc.trace_store", "simdoc.rewritten"],
    ["simdoc.passages", "simdoc.similarity"],
    ["simdoc.engine"],
    ["simdoc.index", "simdoc.registry", "simdoc.metadata"],
    ["simdoc.chunks", "simdoc.traces"],
    ["simdoc.text"],
    ["simdoc.settings"],
    ["simdoc.errors"],
]
"""From left to right; each imports its own layer and those to its right."""
CARD = ["streamlit", "numpy", "pandas", "pdfminer", "rapidfuzz", "pytest"]


def modules() -> Iterator[tuple[str, Path]]:
    yield "app", ROOT / "app.py"
    for path in sorted((ROOT / "pages").glob("*.py")):
        yield f"pages.{path.stem}", path
    for path in sorted((ROOT / "simdoc").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        yield ".".join(part for part in parts if part != "__init__"), path


def layer_of(module: str) -> int | None:
    for level, names in enumerate(LAYERS):
        if any(module == name or module.startswith(f"{name}.") for name in names):
            return level
    return None


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


@pytest.mark.parametrize(("module", "path"), list(modules()))
def test_a_module_imports_only_to_its_right(module: str, path: Path) -> None:
    if module == "simdoc":  # the front door names what is behind it
        return
    level = layer_of(module)
    assert level is not None, f"{module} has no layer: give it one in this test and in the docs"
    for name in imported(path):
        other = layer_of(name)
        assert other is None or other >= level, f"{module} imports {name}, which is to its left"
        if name.split(".")[0] == "streamlit":
            assert level <= 1, f"{module} imports Streamlit, which only pages and view may"


@pytest.mark.parametrize(("module", "path"), list(modules()))
def test_a_module_is_short_and_named_for_its_job(module: str, path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 400
    assert path.stem not in {"utils", "helpers", "common", "core", "misc"}


def test_public_names_are_there_and_few() -> None:
    assert len(simdoc.__all__) <= 10
    for name in simdoc.__all__:
        assert getattr(simdoc, name) is not None
    with pytest.raises(AttributeError):
        simdoc.nonsense  # noqa: B018


def test_the_packages_of_the_card_are_declared_and_used() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]["dev"]
    declared = " ".join([*project["dependencies"], *extras])
    sources = [path for _, path in modules()] + list((ROOT / "tests").rglob("*.py"))
    used = {name.split(".")[0] for path in sources for name in imported(path)}
    for package in CARD:
        assert re.search(rf"\b{package}", declared), package
        assert package in used, package


def test_every_module_can_be_imported_by_itself() -> None:
    for module, _ in modules():
        if module.startswith("simdoc") and not module.endswith("__main__"):
            importlib.import_module(module)


def test_the_example_of_the_readme_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    [example] = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    words = [f"word{number}" for number in range(60)]
    (tmp_path / "theses").mkdir()
    (tmp_path / "theses" / "one.txt").write_text(" ".join(words), "utf-8")
    (tmp_path / "theses" / "two.txt").write_text(" ".join(words[10:]), "utf-8")
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert "one.txt → two.txt" in printed
    assert "verbatim" in printed
