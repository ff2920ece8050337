"""List the texts that people read: docstrings, help, settings, messages of the web app, and emails."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from contracts.language.identifiers import ROOT

MESSAGES = ROOT / "web/src/locales/en.po"
_MESSAGE = re.compile(r'^msgid ((?:"(?:\\.|[^"\\])*"\s*)+)', re.MULTILINE)
_QUOTED = re.compile(r'"((?:\\.|[^"\\])*)"')
_PLACEHOLDER = re.compile(r"\{[^{}]*\}|`[^`]*`|https?://\S+|\b[\w/]+\.md\b")
_HELP_KEYWORDS = frozenset({"help", "short_help", "epilog", "description"})


class Text(NamedTuple):
    """A text, and where it is written."""

    text: str
    path: Path
    line: int


def list_texts(path: Path) -> Iterator[Text]:
    """Yield the docstrings, help texts and setting descriptions of a Python file, without code in them."""
    is_registry = path.match("platform/config/registry.py")
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        text: str | None = None
        line = getattr(node, "lineno", 1)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
        elif isinstance(node, ast.keyword) and node.arg in _HELP_KEYWORDS:
            text, line = _read_string(node.value), node.value.lineno
        elif is_registry and isinstance(node, ast.Constant):
            text = _read_string(node)
        if text:
            yield Text(_PLACEHOLDER.sub(" ", text), path, line)


def list_messages(path: Path = MESSAGES) -> Iterator[Text]:
    """Yield the English messages of the web app, without placeholders."""
    content = path.read_text("utf-8")
    for match in _MESSAGE.finditer(content):
        text = "".join(_QUOTED.findall(match.group(1)))
        yield Text(_PLACEHOLDER.sub(" ", text), path, content.count("\n", 0, match.start()) + 1)


def _read_string(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
