"""Checks a VAST tag among a pack's files: well-formed, a tag, and nothing that a parser would fetch."""

from __future__ import annotations

from typing import Any
from xml.parsers import expat

from touchline.front.packs.problems import Wrong


def check_tag(name: str, data: bytes) -> None:
    """Refuse (`Wrong`) what is not a VAST document."""
    elements: list[str] = []
    parser = expat.ParserCreate()

    def begin(element: str, _attributes: dict[str, str]) -> None:
        elements.append(element)

    def refuse(*_: Any) -> None:
        raise Wrong(f"`{name}` has a document type", "remove the line with `<!DOCTYPE`")

    parser.StartElementHandler = begin
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise Wrong(
            f"`{name}` is no XML (line {error.lineno})", "save the tag as it was given to you"
        ) from None
    if elements[0] != "VAST":
        raise Wrong(f"`{name}` is no VAST tag: it begins with `{elements[0]}`", "save the tag itself")
