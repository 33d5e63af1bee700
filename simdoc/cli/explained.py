"""Every setting with its default and its reason, read off `simdoc/settings.py` itself, so that the
page in docs and the code cannot drift apart."""

from __future__ import annotations

import ast
import inspect
import json

from simdoc import settings


def explained() -> str:
    """A page in Markdown: one table a group of settings."""
    classes = _classes()
    lines = [
        "# Settings",
        "",
        "A corpus keeps its settings in `settings.toml`; `simdoc settings NAME=VALUE` changes one,",
        "`simdoc add --set NAME=VALUE` chooses one for a corpus that is made. Those of",
        "`fingerprint` shape the index and cannot change once it exists.",
    ]
    for table, values in settings.as_tables(settings.Settings()).items():
        group = classes[type(getattr(settings.Settings(), table)).__name__]
        lines += ["", f"## {table}", "", ast.get_docstring(group) or "", ""]
        lines += ["| setting | default | meaning |", "|---|---|---|"]
        for name, why in _reasons(group).items():
            default = json.dumps(values[name], ensure_ascii=False)
            lines.append(f"| `{table}.{name}` | `{default}` | {why} |")
    return "\n".join(lines)


def meanings() -> dict[str, str]:
    """`table.name` of every setting → what it means, in one line."""
    found: dict[str, str] = {}
    classes = _classes()
    for table in settings.as_tables(settings.Settings()):
        group = classes[type(getattr(settings.Settings(), table)).__name__]
        found.update({f"{table}.{name}": why for name, why in _reasons(group).items()})
    return found


def _classes() -> dict[str, ast.ClassDef]:
    tree = ast.parse(inspect.getsource(settings))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def _reasons(group: ast.ClassDef) -> dict[str, str]:
    """Name of each field → the string below it, in one line."""
    found = {}
    for field, below in zip(group.body, group.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            text = below.value if isinstance(below, ast.Expr) else None
            why = text.value if isinstance(text, ast.Constant) else ""
            found[field.target.id] = " ".join(str(why).split())
    return found
