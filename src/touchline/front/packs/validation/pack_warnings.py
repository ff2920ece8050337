"""Warnings about entries of a pack that its operator most likely does not want. `channels apply` prints
them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from touchline.catalog.adapters.sports.shipped_sports import load_shipped_sports
from touchline.front.packs.layout import PAGES_FOLDER
from touchline.front.packs.parser.documents import Document
from touchline.front.packs.problems import Problem

TERMS_PATH, PRIVACY_PATH = "/terms_conditions", "/privacy_policy"


def find_warnings(content: Mapping[str, Any], documents: Mapping[str, Document]) -> Iterator[Problem]:
    """Yield every warning of a pack. `documents` are its YAML files by name."""
    yield from find_missing_pages(content)
    yield from find_unsold_events(content)
    yield from find_unknown_sports(content, documents)


def find_unknown_sports(content: Mapping[str, Any], documents: Mapping[str, Document]) -> Iterator[Problem]:
    """Yield a warning for each category whose sport has no rules. Its results are shown without them."""
    known = {*load_shipped_sports(), *(sport["key"] for sport in content["sports"])}
    for index, category in enumerate(content["categories"]):
        if category["sport"] and category["sport"] not in known:
            yield documents["categories.yaml"].build_problem(
                (index, "sport"),
                f"`{category['sport']}` is not a known sport, so it has no periods and no overtime",
                f"define it in sports.yaml, or write one of: {', '.join(sorted(known))}",
            )


def find_unsold_events(content: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a warning if events have their own prices and no package sells single events."""
    kinds = {package["type"] for package in content["packages"]["packages"]}
    priced = [event["key"] for event in content["events"] if event.get("price")]
    if priced and "event" not in kinds:
        yield Problem(
            "packages.yaml",
            1,
            "",
            f"has no single-event package, so {len(priced)} events with a `price` cannot be bought",
            "add a package of `type: event`",
        )


def find_missing_pages(content: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a warning for each path that registration links to and that the pack has no page or route for."""
    paths = {page["url"] for page in content["pages"]} | {route["path"] for route in content["routes"]}
    for path in (TERMS_PATH, PRIVACY_PATH):
        if path not in paths:
            file = f"{PAGES_FOLDER}{path}.md"
            yield Problem(
                file,
                1,
                "",
                f"is missing. Registration links to `{path}`, which returns 404",
                f"add {file} (`touchline channels new` creates a draft)",
            )
