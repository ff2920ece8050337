"""Writes a pack: plain YAML that a person would have written, Markdown pages, and the files they show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.nodes import ScalarNode
from ruamel.yaml.representer import RoundTripRepresenter
from ruamel.yaml.scalarstring import LiteralScalarString, SingleQuotedScalarString

from touchline.front.packs.layout import LAYOUT, PAGES, stem
from touchline.front.packs.schemas.context import Reading, Surroundings
from touchline.front.packs.schemas.site import PageSchema
from touchline.front.packs.schemas.texts import with_pack_pictures

_FLOW = frozenset({"price", "limits", "rules", "score", "action", "second_action"})


class _Representer(RoundTripRepresenter):
    """Writes exact numbers as they are."""

    def represent_decimal(self, value: Decimal) -> ScalarNode:
        """8.90 stays 8.90."""
        node: ScalarNode = self.represent_scalar("tag:yaml.org,2002:float", str(value))
        return node


_Representer.add_representer(Decimal, _Representer.represent_decimal)


class PackWriter:
    """Turns a pack's content back into the text of its files, by their names."""

    def __init__(self, around: Reading) -> None:
        self._around = around

    def texts(self, content: Mapping[str, Any]) -> dict[str, str]:
        """The text of every file that has something to say."""
        with Surroundings(self._around):
            files = {file: self._yaml_file(file, content) for file in LAYOUT if content.get(stem(file))}
            for page in content["pages"]:
                files |= self._page(page)
        return {name: text for name, text in files.items() if text}

    def _yaml_file(self, file: str, content: Mapping[str, Any]) -> str:
        kind, value = LAYOUT[file], content[stem(file)]
        schema = kind.schema()
        said = [schema.dump(item) for item in value] if kind.many else schema.dump(value)
        return to_yaml(said) if said else ""

    def _page(self, page: Mapping[str, Any]) -> dict[str, str]:
        files = {}
        for language, text in page["text"].items():
            main = language == self._around.language
            front = f"---\n{to_yaml(PageSchema().dump(page))}---\n\n" if main else ""
            name = page["url"].strip("/") if re.fullmatch(r"/[a-z0-9_-]+", page["url"]) else page["key"]
            suffix = "" if main else f".{language}"
            files[f"{PAGES}/{name}{suffix}.md"] = front + with_pack_pictures(text).strip() + "\n"
        return files


def to_yaml(value: Any) -> str:
    """YAML in block style; long texts as literal blocks, prices and the like on one line."""
    yaml = YAML()
    yaml.Representer = _Representer
    yaml.indent(mapping=2, sequence=4, offset=2)
    yaml.width = 4096
    yaml.allow_unicode = True
    out = StringIO()
    yaml.dump(_shaped(value), out)
    text = out.getvalue()
    return re.sub(r"(?m)^  ", "", text) if isinstance(value, list) else text


def _shaped(value: Any, name: str = "") -> Any:
    if isinstance(value, Mapping):
        shaped = CommentedMap({key: _shaped(inner, key) for key, inner in value.items()})
        if name in _FLOW and all(not isinstance(inner, Mapping) for inner in value.values()):
            shaped.fa.set_flow_style()
        return shaped
    if isinstance(value, list):
        return [_shaped(inner) for inner in value]
    return _text(value) if isinstance(value, str) else value


def _text(value: str) -> str:
    """Long texts as blocks. What begins with a question mark is quoted: within braces ruamel.yaml writes it
    plain and does not read it again."""
    written: str = value
    if "\n" in value:
        written = LiteralScalarString(value)
    elif value.startswith("?"):
        written = SingleQuotedScalarString(value)
    return written


def file_names(addresses: Iterable[str]) -> dict[str, str]:
    """A place in a pack for every stored file: fonts, films and pictures by their own names, told apart by
    their content where two share one."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for address in sorted(addresses, key=lambda one: (one.rpartition("/")[2][13:], one)):
        stored = address.rpartition("/")[2]
        folder = _folder(Path(stored).suffix.lower())
        plain = f"{folder}/{stored[13:]}"
        names[address] = plain if plain not in taken else f"{folder}/{stored}"
        taken.add(names[address])
    return names


def _folder(ending: str) -> str:
    if ending in (".woff2", ".woff", ".ttf", ".otf"):
        return "fonts"
    return "films" if ending in (".mp4", ".webm") else "pictures"
