"""List of all error codes with their English messages, read from the source code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
SOURCES = (ROOT / "src" / "touchline", ROOT / "adapters")


@cache
def read_error_codes() -> dict[str, set[str]]:
    """Return the templates of the messages by error code."""
    templates: dict[str, set[str]] = {}
    for path in list_source_files():
        source = path.read_text("utf-8")
        if "ErrorMessage(" not in source:
            continue
        tree = ast.parse(source)
        texts = _read_texts(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "ErrorMessage":
                code, template = node.args[:2]
                if isinstance(code, ast.Constant):
                    text = (
                        template.value if isinstance(template, ast.Constant) else texts[ast.unparse(template)]
                    )
                    templates.setdefault(str(code.value), set()).add(str(text))
    return templates


def list_source_files() -> Iterator[Path]:
    """Yield the Python files of the server and its adapters, without tests."""
    for folder in SOURCES:
        yield from (path for path in sorted(folder.rglob("*.py")) if "tests" not in path.parts)


def render_error_codes() -> Iterator[str]:
    """Render the table of all error codes."""
    yield from ("| code | message |", "|---|---|")
    for code, templates in sorted(read_error_codes().items()):
        yield f"| `{code}` | {' · '.join(sorted(templates))} |"


def _read_texts(tree: ast.Module) -> dict[str, str]:
    """Return the module's text constants by name."""
    return {
        ast.unparse(node.targets[0]): str(node.value.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
    }
