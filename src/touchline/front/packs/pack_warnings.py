"""What a pack lets happen that its operator most likely does not want; `channel apply` prints it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from touchline.front.packs.layout import PAGES
from touchline.front.packs.problems import Problem

TERMS, PRIVACY = "/terms_conditions", "/privacy_policy"


def warnings(content: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield every warning of a pack."""
    yield from missing_pages(content)
    yield from unsold_events(content)


def unsold_events(content: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a warning where events have prices of their own and no package sells single events."""
    kinds = {package["type"] for package in content["packages"]["packages"]}
    priced = [event["key"] for event in content["events"] if event.get("price")]
    if priced and "event" not in kinds:
        yield Problem(
            "packages.yaml",
            1,
            "",
            f"sells no single event, so {len(priced)} events with a `price` cannot be bought alone",
            "add a package of `type: event`",
        )


def missing_pages(content: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a warning for each address that registration links to and the pack has no page or route for."""
    given = {page["url"] for page in content["pages"]} | {route["path"] for route in content["routes"]}
    for address in (TERMS, PRIVACY):
        if address not in given:
            file = f"{PAGES}{address}.md"
            yield Problem(
                file,
                1,
                "",
                f"is missing: registration asks viewers to accept `{address}`, which answers 404",
                f"add {file} (`touchline channel new` writes a draft)",
            )
