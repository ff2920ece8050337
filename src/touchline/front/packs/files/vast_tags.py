"""Checks a VAST tag among a pack's files: well-formed, a VAST document, and nothing that a parser would
fetch.
"""

from __future__ import annotations

from typing import Any
from xml.parsers import expat

from touchline.front.packs.problems import InvalidValueError


def check_vast_tag(name: str, data: bytes) -> None:
    """Raise `InvalidValueError` if the data is not a VAST document."""
    elements: list[str] = []
    parser = expat.ParserCreate()

    def start_element(element: str, _attributes: dict[str, str]) -> None:
        elements.append(element)

    def reject_doctype(*_: Any) -> None:
        raise InvalidValueError(f"`{name}` has a DOCTYPE", "remove the line with `<!DOCTYPE`")

    parser.StartElementHandler = start_element
    parser.StartDoctypeDeclHandler = reject_doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise InvalidValueError(
            f"`{name}` is not valid XML (line {error.lineno})",
            "save the tag unchanged, as the ad provider gave it",
        ) from None
    if elements[0] != "VAST":
        raise InvalidValueError(
            f"`{name}` is not a VAST tag: its root element is `{elements[0]}`", "save the VAST tag itself"
        )
