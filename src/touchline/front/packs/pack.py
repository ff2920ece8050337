"""A pack that has been read: complete, checked, and in the plain values that contexts take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from touchline.front.packs.layout import LAYOUT, ContextName, stem
from touchline.front.packs.parser.documents import Document
from touchline.front.packs.problems import Problem

_OFFER_LISTS = ("packages", "subscriptions")


@dataclass(frozen=True)
class Pack:
    """A pack. `content` maps each file's name, without its extension, to its values.

    Texts are maps by language, dates are UTC, prices are `Money`. `files` maps public paths to the used
    images, fonts, videos and VAST tags. `texts` and `documents` hold the text and the data of each file.
    `relative_events` holds the keys of events that start at `now …`. `warnings` are problems that do not stop
    an apply.
    """

    root: Path
    read_at: datetime
    content: dict[str, Any]
    files: dict[str, Path] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    documents: Mapping[str, Document] = field(default_factory=dict)
    relative_events: frozenset[str] = frozenset()
    warnings: tuple[Problem, ...] = ()

    @property
    def slug(self) -> str:
        """The channel's slug."""
        return str(self.content["channel"]["slug"])

    @property
    def name(self) -> str:
        """The channel's name."""
        return str(self.content["channel"]["name"])

    def get_part(self, context: ContextName) -> dict[str, Any]:
        """Return the part of the pack that one context takes."""
        return get_part(self.content, context)

    def count_entries(self) -> dict[str, int]:
        """Return the number of entries in each file, for the output of a check."""
        lists = {name: value for name, value in self.content.items() if isinstance(value, list)}
        lists |= {f"library {name}": value for name, value in self.content["library"].items()}
        lists |= self.content["packages"]
        return {name: len(value) for name, value in lists.items() if value}


def get_part(content: Mapping[str, Any], context: ContextName) -> dict[str, Any]:
    """Return the part of a pack's content that one context takes."""
    if context == "billing":
        offers = {name: content["packages"][name] for name in _OFFER_LISTS}
        return {**offers, "coupons": content["coupons"]}
    names = [stem(file) for file, kind in LAYOUT.items() if kind.context == context]
    if context == "channel":
        names.append("pages")
    return {name: content[name] for name in names}


def join_parts(parts: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the content that the parts of all contexts make. The reverse of `get_part`."""
    return {
        **parts["channel"],
        **parts["catalog"],
        **parts["engagement"],
        **join_offers(parts["billing"]),
        "footage": [],
    }


def join_offers(part: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content that the part of billing makes."""
    offers = dict(part)
    coupons = offers.pop("coupons")
    return {"packages": offers, "coupons": coupons}
