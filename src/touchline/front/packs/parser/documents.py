"""Reads YAML with the line of every value, and Markdown pages with front matter.

Decimal numbers stay exact (`Decimal`) and dates stay text: the schemas interpret them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from touchline.front.packs.parser.yaml_errors import explain_error
from touchline.front.packs.problems import Problem, ValuePath, format_path

MAX_DEPTH = 20
MAX_VALUES = 200_000
_TAG_PREFIX = "tag:yaml.org,2002:"
_PLAIN_TAGS = frozenset(
    _TAG_PREFIX + name for name in ("str", "int", "float", "bool", "null", "timestamp", "map", "seq")
)


@dataclass
class Document:
    """One file's data and the line (counted from 1) of each value in it."""

    file: str
    data: Any = None
    lines: dict[ValuePath, int] = field(default_factory=lambda: {(): 1})

    def get_line(self, path: ValuePath) -> int:
        """Return the line of a value, or of its nearest parent."""
        while path not in self.lines and path:
            path = path[:-1]
        return self.lines.get(path, 1)

    def get_keys(self) -> dict[ValuePath, str]:
        """Return the `key` (or `code`) of each list item that has one, by the item's path."""
        return {
            path: name
            for path in self.lines
            if path and isinstance(path[-1], int)
            if isinstance(item := self.get(path), Mapping)
            if isinstance(name := item.get("key", item.get("code")), str)
        }

    def get(self, path: ValuePath) -> Any:
        """Return the value at a path, or None if there is none."""
        value = self.data
        for step in path:
            try:
                value = value[step]
            except (KeyError, IndexError, TypeError):
                return None
        return value

    def build_problem(self, path: ValuePath, message: str, hint: str = "") -> Problem:
        """Return a problem at a path of this document."""
        return Problem(self.file, self.get_line(path), format_path(path, self.get_keys()), message, hint)


class _YamlReader:
    """Converts the nodes of one YAML text to plain values. Collects problems instead of stopping."""

    def __init__(self, document: Document, first_line: int) -> None:
        self.document = document
        self.first_line = first_line
        self.problems: list[Problem] = []
        self.value_count = 0

    def read_value(self, node: Node, path: ValuePath) -> Any:
        self.value_count += 1
        self.document.lines[path] = self._get_line(node)
        if self.value_count > MAX_VALUES or len(path) > MAX_DEPTH:
            if self.value_count <= MAX_VALUES + 1 or len(path) == MAX_DEPTH + 1:
                self._add_problem(
                    node,
                    path,
                    "is too large or too deeply nested",
                    f"use at most {MAX_VALUES} values and {MAX_DEPTH} levels",
                )
                self.value_count = max(self.value_count, MAX_VALUES + 2)
            return None
        if str(node.tag) not in _PLAIN_TAGS:
            self._add_problem(node, path, f"has the tag {node.tag}", "write plain YAML without tags")
            return str(node.value) if isinstance(node, ScalarNode) else None
        if isinstance(node, MappingNode):
            return self._read_mapping(node, path)
        if isinstance(node, SequenceNode):
            return [self.read_value(child, (*path, index)) for index, child in enumerate(node.value)]
        return self._read_scalar(node)

    def _read_mapping(self, node: MappingNode, path: ValuePath) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, ScalarNode):
                self._add_problem(key_node, path, "has a list or map as a field name", "write `name: value`")
                continue
            key = str(key_node.value)
            if key in values:
                first = self.document.get_line((*path, key))
                self._add_problem(
                    key_node, (*path, key), f"is defined twice, first on line {first}", "keep one of them"
                )
                continue
            values[key] = None
            values[key] = self.read_value(value_node, (*path, key))
            self.document.lines[(*path, key)] = self._get_line(key_node)
        return values

    def _read_scalar(self, node: Node) -> Any:
        text, kind = str(node.value), str(node.tag).removeprefix(_TAG_PREFIX)
        try:
            if kind == "int":
                return int(text.replace("_", ""), 0) if text.lstrip("+-")[:2] in ("0o", "0x") else int(text)
            if kind == "float":
                return Decimal(text)
        except (ValueError, ArithmeticError):
            return text
        if kind == "bool":
            return text.lower() == "true"
        return None if kind == "null" else text

    def _get_line(self, node: Node) -> int:
        return int(node.start_mark.line) + self.first_line

    def _add_problem(self, node: Node, path: ValuePath, message: str, hint: str) -> None:
        self.problems.append(
            Problem(
                self.document.file,
                self._get_line(node),
                format_path(path, self.document.get_keys()),
                message,
                hint,
            )
        )


def read_yaml(file: str, text: str, *, first_line: int = 1) -> tuple[Document, list[Problem]]:
    """Parse one YAML text. `first_line` is its first line in the file (front matter starts on line 2)."""
    document = Document(file, lines={(): first_line})
    try:
        node = compose(text)
    except MarkedYAMLError as error:
        line, message, hint = explain_error(text, error)
        return document, [Problem(file, line + first_line, "", message, hint)]
    except (YAMLError, RecursionError, ValueError) as error:
        message = "is not YAML: " + (str(error).splitlines() or ["cannot be read"])[0]
        return document, [Problem(file, first_line, "", message, "write plain text in UTF-8")]
    if node is None:
        return document, []
    reader = _YamlReader(document, first_line)
    document.data = reader.read_value(node, ())
    return document, reader.problems


@lru_cache(maxsize=32)
def compose(text: str) -> Node | None:
    """Return the nodes of a text. Callers must not change them.

    The cache helps because a pack is checked before it is applied, and most of its files stay the same.
    """
    # "rt" would mark folds in `>` texts with bell characters.
    node: Node | None = YAML(typ="safe", pure=True).compose(text)
    return node


def read_page(file: str, text: str) -> tuple[Document, str, list[Problem]]:
    """Parse a Markdown page: its front matter and the Markdown below."""
    lines = text.splitlines(keepends=True)
    if not lines or lines[0].strip() != "---":
        return Document(file, data={}), text.strip() + "\n", []
    end = next((index for index, line in enumerate(lines[1:], 1) if line.strip() == "---"), None)
    if end is None:
        problem = Problem(file, 1, "", "has front matter without an end line", "close it with a line `---`")
        return Document(file, data={}), "", [problem]
    document, problems = read_yaml(file, "".join(lines[1:end]), first_line=2)
    if document.data is None:
        document.data = {}
    return document, "".join(lines[end + 1 :]).strip() + "\n", problems
