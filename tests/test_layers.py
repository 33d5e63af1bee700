"""The plan of the house, enforced: who imports whom, how long a module is, what is public."""

from __future__ import annotations

import ast
import doctest
import importlib
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import simdoc
import simdoc.corpus

ROOT = Path(__file__).parents[1]

LAYERS = [
    {"app", "pages"},
    {"view"},
    {"cli", "__main__"},
    {"indexer", "reports", "evaluation"},
    {
        *(
            "corpus",
            "adding",
            "answers",
            "asking",
            "comparing",
            "comparing_ahead",
            "corpus_folder",
            "files",
        ),
        *(
            "incoming",
            "index_state",
            "kept_comparisons",
            "reviewing",
            "stores",
            "trace_store",
            "uploads",
        ),
    },
    {"collection"},
    {"passages", "similarity", "rewritten"},
    {"engine"},
    {"index", "registry", "metadata"},
    {"chunks", "traces"},
    {"text"},
    {"settings"},
    {"errors"},
]
"""From left to right; each imports its own layer and those to its right."""
LEVELS = {name: level for level, layer in enumerate(LAYERS) for name in layer}
LONGEST = 400
MEANINGLESS = {"utils", "util", "helpers", "helper", "common", "core", "misc", "base", "shared"}


def modules() -> list[Path]:
    """Every module of the package, the pages and the app."""
    found = [*(ROOT / "simdoc").rglob("*.py"), *(ROOT / "pages").glob("*.py"), ROOT / "app.py"]
    return sorted(path for path in found if path.exists())


def part_of(path: Path) -> str:
    """The name by which a module stands in the layers; "" for the package itself."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    if parts[0] != "simdoc":
        return parts[0]
    return "" if parts[1] == "__init__" else parts[1]


def dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> Iterator[tuple[str, bool]]:
    """Every module imported, wherever in the file, and whether that happens on importing it."""
    tree = ast.parse(path.read_text("utf-8"))
    package = dotted(path) if path.name == "__init__.py" else dotted(path).rpartition(".")[0]
    late: set[ast.AST] = set()
    for node in ast.walk(tree):
        is_checking = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        if is_checking or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            late.update(ast.walk(node))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node not in late
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([base] if base else [])])
            for alias in node.names:
                inner = ROOT / base.replace(".", "/") / f"{alias.name}.py"
                folder = ROOT / base.replace(".", "/") / alias.name / "__init__.py"
                exists = inner.exists() or folder.exists()
                yield f"{base}.{alias.name}" if exists else base, node not in late


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_imports_only_to_its_right(path: Path) -> None:
    name = part_of(path)
    if not name:  # the package hands out public names of every layer, when they are asked for
        return
    assert name in LEVELS, f"{name} stands in no layer: give it a place in LAYERS"
    for imported, _ in imports_of(path):
        parts = imported.split(".")
        if parts[0] != "simdoc" or len(parts) < 2:
            continue
        assert parts[1] in LEVELS, f"{imported} stands in no layer: give it a place in LAYERS"
        assert LEVELS[parts[1]] >= LEVELS[name], f"{name} imports {imported}, to its left"


def test_no_modules_import_each_other_in_a_circle() -> None:
    known = {dotted(path): path for path in modules()}
    graph = {
        name: {imported for imported, at_once in imports_of(path) if at_once and imported in known}
        for name, path in known.items()
    }
    done: set[str] = set()

    def visit(name: str, way: tuple[str, ...]) -> None:
        assert name not in way, " → ".join((*way[way.index(name) :], name))
        if name not in done:
            for imported in sorted(graph[name]):
                visit(imported, (*way, name))
            done.add(name)

    for name in graph:
        visit(name, ())


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_is_short_and_named_for_what_it_does(path: Path) -> None:
    lines = len(path.read_text("utf-8").splitlines())
    assert lines <= LONGEST, f"{lines} lines: split it"
    names = set(path.relative_to(ROOT).with_suffix("").parts)
    assert not names & MEANINGLESS
    assert path.name == "__init__.py" or ast.get_docstring(ast.parse(path.read_text("utf-8")))


def test_streamlit_is_imported_by_the_view_and_the_pages_only() -> None:
    for path in modules():
        if any(name.split(".")[0] == "streamlit" for name, _ in imports_of(path)):
            assert part_of(path) in {"app", "pages", "view"}, path


def test_nobody_uses_the_salted_hash_of_python() -> None:
    """It differs from process to process, so nothing that is stored may rest on it."""
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "hash", f"{path}:{node.lineno}"


def test_the_public_names_are_few_and_there() -> None:
    assert 1 <= len(simdoc.__all__) <= 10
    for name in simdoc.__all__:
        assert getattr(simdoc, name) is not None
    assert simdoc.__doc__
    with pytest.raises(AttributeError, match="nothing_of_that_name"):
        simdoc.nothing_of_that_name  # noqa: B018


def test_importing_the_package_loads_nothing_heavy() -> None:
    """A child process that reads one file starts as fast as Python itself."""
    heavy = ("numpy", "pandas", "sqlalchemy", "streamlit", "lxml", "pypdfium2")
    code = f"import simdoc, sys; print([m for m in {heavy!r} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.stdout.strip() == "[]"


def test_every_module_can_be_imported() -> None:
    for path in modules():
        if dotted(path).startswith("simdoc") and path.name != "__main__.py":
            importlib.import_module(dotted(path))


def test_the_packages_that_the_project_rests_on_are_declared() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    everything = [*declared["dependencies"], *declared["optional-dependencies"]["dev"]]
    names = {line.split(">")[0].split("=")[0].split("[")[0].strip().lower() for line in everything}
    assert {"streamlit", "numpy", "pandas", "pdfminer.six", "rapidfuzz", "pytest"} <= names


# The examples of the documentation run.


@pytest.fixture
def theses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as the examples expect it: two theses that share a page, and we stand beside it."""
    (tmp_path / "theses").mkdir()
    page = " ".join(f"slovo{i}" for i in range(80))
    for name in ("první", "druhá"):
        own = " ".join(f"{name}{i}" for i in range(80))
        (tmp_path / "theses" / f"{name}.txt").write_text(f"{own}. {page}.", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_example_of_the_readme_runs(theses: Path, capsys: pytest.CaptureFixture[str]) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    example = readme.partition("```python\n")[2].partition("```")[0]
    assert "Corpus.open" in example
    exec(compile(example, "README.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert "první.txt → druhá.txt 49%" in lines
    assert "druhá.txt → první.txt 49%" in lines
    assert sum(line.endswith("verbatim") for line in lines) == 2
    assert (theses / "my-corpus" / "settings.toml").exists()


def test_the_example_of_the_corpus_runs(theses: Path) -> None:
    examples = doctest.DocTestParser().get_examples(simdoc.corpus.__doc__ or "")
    assert examples
    names: dict[str, object] = {}
    for example in examples:
        exec(compile(example.source, "simdoc.corpus", "exec"), names)
    comparison = names["comparison"]
    assert isinstance(comparison, simdoc.Comparison)
    assert len(comparison.passages) == 1
