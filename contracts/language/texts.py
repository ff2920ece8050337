"""List the texts that people read: docstrings, help, settings, messages of the web app, and emails."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from contracts.language.identifiers import PYTHON_FOLDERS, ROOT, find_files

_MESSAGE = re.compile(r'^msgid ((?:"(?:\\.|[^"\\])*"\s*)+)', re.MULTILINE)
_QUOTED = re.compile(r'"((?:\\.|[^"\\])*)"')
_PLACEHOLDER = re.compile(r"\{[^{}]*\}|`[^`]*`|https?://\S+")
_HELP_KEYWORDS = frozenset({"help", "short_help", "epilog", "description"})


class Text(NamedTuple):
    """A text, and where it is written."""

    text: str
    path: Path
    line: int


def list_texts(root: Path = ROOT) -> Iterator[Text]:
    """Yield the docstrings, help texts, setting descriptions and web messages, without code in them."""
    for path in find_files(root, PYTHON_FOLDERS, ".py"):
        yield from _list_python_texts(path)
    messages = root / "web/src/locales/en.po"
    content = messages.read_text("utf-8")
    for match in _MESSAGE.finditer(content):
        text = "".join(_QUOTED.findall(match.group(1)))
        yield Text(_PLACEHOLDER.sub(" ", text), messages, content.count("\n", 0, match.start()) + 1)


def _list_python_texts(path: Path) -> Iterator[Text]:
    is_registry = path.match("platform/config/registry.py")
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        text = None
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
        elif (
            isinstance(node, ast.keyword)
            and node.arg in _HELP_KEYWORDS
            and isinstance(node.value, ast.Constant)
        ):
            text = node.value.value if isinstance(node.value.value, str) else None
        elif is_registry and isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        if text:
            yield Text(
                _PLACEHOLDER.sub(" ", text),
                path,
                getattr(node, "lineno", None) or getattr(getattr(node, "value", None), "lineno", 1),
            )
