"""Changes single entries in the text of a YAML file, so that all other lines keep their bytes.

Comments, blank lines, quotes and the order of fields stay as their author wrote them. Only the lines of a
changed field are written anew. If the edited text would not parse to the wanted data, for example because
the file uses anchors, the whole file is written anew.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from touchline.front.packs.pack_writer import dump_yaml, in_flow_style
from touchline.front.packs.parser.documents import compose, read_yaml

_COMMENT = re.compile(r"\s+#.*")
_KEY_FIELDS = ("key", "code", "path", "name", "value")


@dataclass(frozen=True)
class _LineEdit:
    """Lines `start` to `end` (exclusive, from 0) are replaced."""

    start: int
    end: int
    lines: tuple[str, ...]


def edit_yaml(text: str, data: Any, wanted: Any) -> str:
    """Return the text of a file after its data has changed to the wanted data.

    `data` is what the text parses to. Items of lists are matched by the first field that identifies them:
    `key`, `code`, `path`, `name` or `value`.
    """
    root = compose(text)
    if root is None:
        return dump_yaml(wanted)
    editor = _Editor(text)
    editor.edit(root, data, wanted)
    edited = editor.apply()
    document, problems = read_yaml("edited.yaml", edited)
    return edited if not problems and document.data == wanted else dump_yaml(wanted)


class _Editor:
    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self._ends_with_newline = text.endswith("\n") or not text
        self._edits: list[_LineEdit] = []

    def apply(self) -> str:
        lines = list(self._lines)
        for edit in sorted(self._edits, key=lambda edit: (edit.start, edit.end), reverse=True):
            lines[edit.start : edit.end] = edit.lines
        return "\n".join(lines) + ("\n" if self._ends_with_newline or self._edits else "")

    def edit(self, node: Node, data: Any, wanted: Any) -> None:
        """Plan the edits of a block map or a block list."""
        if data == wanted:
            return
        if isinstance(node, MappingNode) and isinstance(wanted, Mapping):
            self._edit_map(node, data, wanted)
        elif isinstance(node, SequenceNode) and isinstance(wanted, list):
            self._edit_list(node, data, wanted)

    def _edit_map(self, node: MappingNode, data: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
        fields = {str(key.value): (key, value) for key, value in node.value}
        column = node.value[0][0].start_mark.column
        for name, (key, value) in fields.items():
            if name not in wanted:
                self._remove(key, value, is_first=key is node.value[0][0])
            elif data[name] != wanted[name]:
                self._change_field(name, key, value, data[name], wanted[name])
        added = {name: value for name, value in wanted.items() if name not in fields}
        if added:
            end = _end_line(node.value[-1][1]) + 1
            self._edits.append(_LineEdit(end, end, tuple(_render(added, column))))

    def _change_field(self, name: str, key: ScalarNode, value: Node, data: Any, wanted: Any) -> None:
        is_block = not isinstance(value, ScalarNode) and not _is_flow(value)
        if is_block and _is_same_kind(value, wanted) and wanted and _keeps_order(data, wanted):
            self.edit(value, data, wanted)
            return
        start, end = key.start_mark.line, _end_line(value) + 1
        written = in_flow_style(wanted) if _is_flow(value) else wanted
        rendered = _render({name: written}, key.start_mark.column)
        rendered[0] = self._lines[start][: key.start_mark.column] + rendered[0].lstrip()
        if end == start + 1 and len(rendered) == 1:
            comment = _COMMENT.fullmatch(self._lines[start][value.end_mark.column :])
            rendered[0] += comment[0] if comment else ""
        self._edits.append(_LineEdit(start, end, tuple(rendered)))

    def _remove(self, key: Node, value: Node, *, is_first: bool) -> None:
        start, end = key.start_mark.line, _end_line(value) + 1
        column = key.start_mark.column
        prefix = self._lines[start][:column]
        if is_first and prefix.strip() and end < len(self._lines):  # keep the dash of the list item
            self._edits.append(_LineEdit(start, end + 1, (prefix + self._lines[end][column:],)))
        else:
            self._edits.append(_LineEdit(start, end, ()))

    def _edit_list(self, node: SequenceNode, data: Sequence[Any], wanted: Sequence[Any]) -> None:
        keys, wanted_keys = _list_keys(data, wanted)
        wanted_by_key = dict(zip(wanted_keys, wanted, strict=True))
        dash = node.start_mark.column
        for key, item, child in zip(keys, data, node.value, strict=True):
            if key not in wanted_by_key:
                self._edits.append(_LineEdit(child.start_mark.line, _end_line(child) + 1, ()))
            elif item != wanted_by_key[key]:
                self._change_item(child, item, wanted_by_key[key], dash)
        added = [item for key, item in wanted_by_key.items() if key not in set(keys)]
        if added:
            end = _end_line(node) + 1
            is_flow = all(_is_flow(child) for child in node.value)
            lines = [line for item in added for line in _render_item(item, dash, is_flow=is_flow)]
            self._edits.append(_LineEdit(end, end, tuple(lines)))

    def _change_item(self, child: Node, item: Any, wanted: Any, dash: int) -> None:
        if isinstance(child, MappingNode) and not _is_flow(child) and isinstance(wanted, Mapping):
            self.edit(child, item, wanted)
            return
        lines = _render_item(wanted, dash, is_flow=_is_flow(child))
        self._edits.append(_LineEdit(child.start_mark.line, _end_line(child) + 1, tuple(lines)))


def _end_line(node: Node) -> int:
    """Return the last line of a node. A block collection ends with its last value, not before the next
    token."""
    if not isinstance(node, ScalarNode) and node.value and not _is_flow(node):
        last = node.value[-1]
        return _end_line(last[1] if isinstance(last, tuple) else last)
    end = node.end_mark
    is_after_line = end.column == 0 and end.line > node.start_mark.line
    return int(end.line) - 1 if is_after_line else int(end.line)


def _is_flow(node: Node) -> bool:
    """Return whether a list or map is written in brackets."""
    return bool(getattr(node, "flow_style", False))


def _is_same_kind(node: Node, value: Any) -> bool:
    return isinstance(value, Mapping) if isinstance(node, MappingNode) else isinstance(value, list)


def _keeps_order(data: Any, wanted: Any) -> bool:
    """Return whether no item moves: new items come last, and the others stay in their order."""
    if isinstance(wanted, Mapping):
        return True
    keys, wanted_keys = _list_keys(data, wanted)
    kept = [key for key in keys if key in wanted_keys]
    return wanted_keys[: len(kept)] == kept


def _list_keys(*lists: Sequence[Any]) -> list[list[str]]:
    """Return a key for each item of the lists: the field that identifies them, or the whole item."""
    name = next((name for name in _KEY_FIELDS if all(_identifies(name, items) for items in lists)), None)
    return [[str(item[name] if name else item) for item in items] for items in lists]


def _identifies(name: str, items: Sequence[Any]) -> bool:
    """Return whether each item is a map with a text of its own in this field."""
    texts = [item.get(name) if isinstance(item, Mapping) else None for item in items]
    return all(isinstance(text, str) for text in texts) and len(set(texts)) == len(items)


def _render(value: Any, column: int) -> list[str]:
    return [f"{' ' * column}{line}" if line else "" for line in dump_yaml(value).splitlines()]


def _render_item(item: Any, dash: int, *, is_flow: bool = False) -> list[str]:
    """Return the lines of a list item. With `is_flow`, its map is written on one line."""
    return _render([in_flow_style(item)] if is_flow else [item], dash)
