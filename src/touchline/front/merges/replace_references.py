"""Replaces a key in everything of the document that refers to it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from touchline.front.packs.document.contents import Content
from touchline.front.packs.layout import stem
from touchline.front.packs.validation.references import REFERENCES, SLIDE_OWNERS

_LINK_SECTIONS = ("menu", "slides", "popups")
_LINK_FILTERS = {"participants": "team", "groups": "school|group", "categories": "sport"}
"""Filters of the site's addresses that name an entry of a section."""


def merge_content(content: Content, section: str, removed: str, kept: str) -> dict[str, Any]:
    """Return the content without the removed entry. What referred to it refers to the kept one.

    The kept entry keeps its fields. A team also stands for the teams that the removed one stands for.
    """
    entries = {entry["key"]: entry for entry in content[section]}
    if children := entries.pop(removed).get("children"):
        entries[kept] = {
            **entries[kept],
            "children": list(dict.fromkeys([*entries[kept]["children"], *children])),
        }
    merged = {**content, section: list(entries.values())}
    for file, pattern, target in REFERENCES:
        if target == section and stem(file) in merged:
            merged[stem(file)] = _replace(merged[stem(file)], pattern.split("."), removed, kept)
    merged["slides"] = [_replace_owner(slide, section, removed, kept) for slide in merged["slides"]]
    if filters := _LINK_FILTERS.get(section):
        link = re.compile(rf"(?<=[?&])({filters})={re.escape(removed)}(?=[&#]|$)")
        for name in _LINK_SECTIONS:
            merged[name] = _replace_links(merged[name], link, kept)
    return merged


def _replace(value: Any, steps: Sequence[str], removed: str, kept: str) -> Any:
    """Return a value with other keys at a path such as `*.children.*`. A list has each key once."""
    if not steps:
        return kept if value == removed else value
    step, rest = steps[0], steps[1:]
    if step == "*" and isinstance(value, list):
        items = [_replace(item, rest, removed, kept) for item in value]
        return items if rest else list(dict.fromkeys(items))
    if isinstance(value, Mapping) and value.get(step) is not None:
        return {**value, step: _replace(value[step], rest, removed, kept)}
    return value


def _replace_owner(slide: Mapping[str, Any], section: str, removed: str, kept: str) -> Mapping[str, Any]:
    """Return the slide of a team, school or category with its other key."""
    is_owner = SLIDE_OWNERS.get(slide.get("type") or "") == section and slide.get("of") == removed
    return {**slide, "of": kept} if is_owner else slide


def _replace_links(value: Any, link: re.Pattern[str], kept: str) -> Any:
    if isinstance(value, str):
        return link.sub(rf"\1={kept}", value)
    if isinstance(value, Mapping):
        return {name: _replace_links(part, link, kept) for name, part in value.items()}
    return [_replace_links(part, link, kept) for part in value] if isinstance(value, list) else value
