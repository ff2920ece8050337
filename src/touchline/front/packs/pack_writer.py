"""Writes a pack: plain YAML as a person would write it, Markdown pages, and the files they use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from io import StringIO
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.nodes import ScalarNode
from ruamel.yaml.representer import RoundTripRepresenter
from ruamel.yaml.scalarstring import LiteralScalarString, SingleQuotedScalarString

from touchline.front.packs.layout import LAYOUT, PAGES_FOLDER, stem
from touchline.front.packs.schemas.context import ActivePackContext, PackContext
from touchline.front.packs.schemas.site import PageSchema
from touchline.front.packs.schemas.text_fields import with_pack_images

_FLOW_FIELDS = frozenset({"price", "limits", "rules", "score", "action", "second_action"})


class _Representer(RoundTripRepresenter):
    """Represents decimals exactly."""

    def represent_decimal(self, value: Decimal) -> ScalarNode:
        """Represent 8.90 as 8.90."""
        node: ScalarNode = self.represent_scalar("tag:yaml.org,2002:float", str(value))
        return node


_Representer.add_representer(Decimal, _Representer.represent_decimal)


class PackWriter:
    """Turns a pack's content back into the text of its files, by file name."""

    def __init__(self, context: PackContext) -> None:
        self._context = context

    def render_files(self, content: Mapping[str, Any]) -> dict[str, str]:
        """Return the text of every non-empty file."""
        with ActivePackContext(self._context):
            files = {file: self._render_yaml(file, content) for file in LAYOUT if content.get(stem(file))}
            for page in content["pages"]:
                files |= self._render_page(page)
        return {name: text for name, text in files.items() if text}

    def _render_yaml(self, file: str, content: Mapping[str, Any]) -> str:
        kind, value = LAYOUT[file], content[stem(file)]
        schema = kind.schema()
        dumped = [schema.dump(item) for item in value] if kind.is_list else schema.dump(value)
        return dump_yaml(dumped) if dumped else ""

    def _render_page(self, page: Mapping[str, Any]) -> dict[str, str]:
        files = {}
        for language, text in page["text"].items():
            is_main = language == self._context.language
            front_matter = f"---\n{dump_yaml(PageSchema().dump(page))}---\n\n" if is_main else ""
            name = page["url"].strip("/") if re.fullmatch(r"/[a-z0-9_-]+", page["url"]) else page["key"]
            suffix = "" if is_main else f".{language}"
            files[f"{PAGES_FOLDER}/{name}{suffix}.md"] = front_matter + with_pack_images(text).strip() + "\n"
        return files


def dump_yaml(value: Any) -> str:
    """Return YAML in block style, with long texts as literal blocks, and prices and similar maps on one
    line."""
    yaml = YAML()
    yaml.Representer = _Representer
    yaml.indent(mapping=2, sequence=4, offset=2)
    yaml.width = 4096
    yaml.allow_unicode = True
    out = StringIO()
    yaml.dump(_format_value(value), out)
    text = out.getvalue()
    return re.sub(r"(?m)^  ", "", text) if isinstance(value, list) else text


def in_flow_style(value: Any) -> Any:
    """Return a map or list that `dump_yaml` writes on one line."""
    formatted = _format_value(value)
    _set_flow_style(formatted)
    return formatted


def _set_flow_style(value: Any) -> None:
    if isinstance(value, CommentedMap | CommentedSeq):
        value.fa.set_flow_style()
        for child in value.values() if isinstance(value, CommentedMap) else value:
            _set_flow_style(child)


def _format_value(value: Any, name: str = "") -> Any:
    if isinstance(value, CommentedMap | CommentedSeq):
        return value
    if isinstance(value, Mapping):
        shaped = CommentedMap({key: _format_value(child, key) for key, child in value.items()})
        if name in _FLOW_FIELDS and all(not isinstance(child, Mapping) for child in value.values()):
            shaped.fa.set_flow_style()
        return shaped
    if isinstance(value, list):
        return CommentedSeq([_format_value(child) for child in value])
    return _format_text(value) if isinstance(value, str) else value


def _format_text(value: str) -> str:
    """Format long texts as literal blocks, and quote texts that start with `?` or `:`.

    Inside braces, ruamel.yaml writes these unquoted and cannot read them again.
    """
    written: str = value
    if "\n" in value:
        written = LiteralScalarString(value)
    elif value.startswith(("?", ":")):
        written = SingleQuotedScalarString(value)
    return written


def assign_file_names(
    public_paths: Iterable[str], present: Mapping[str, str] = MappingProxyType({})
) -> dict[str, str]:
    """Return a file name in the pack for every stored file.

    Files that are `present` in the pack already, and all fonts, videos and images, keep their own names. If
    two files share a name, the content hash tells them apart.
    """
    paths = set(public_paths)
    names = {path: name for path, name in present.items() if path in paths}
    used_names = set(names.values())
    for public_path in sorted(
        paths - names.keys(), key=lambda url_path: (url_path.rpartition("/")[2][13:], url_path)
    ):
        stored_name = public_path.rpartition("/")[2]
        folder = _get_folder(Path(stored_name).suffix.lower())
        path = f"{folder}/{stored_name[13:]}"
        names[public_path] = path if path not in used_names else f"{folder}/{stored_name}"
        used_names.add(names[public_path])
    return names


def _get_folder(extension: str) -> str:
    if extension in (".woff2", ".woff", ".ttf", ".otf"):
        return "fonts"
    return "films" if extension in (".mp4", ".webm") else "pictures"
