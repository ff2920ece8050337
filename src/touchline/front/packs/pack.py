"""A pack that has been read: whole, checked, and in the plain values that the contexts take."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from touchline.front.packs.layout import LAYOUT, ContextName, stem
from touchline.front.packs.problems import Problem

_OFFER_LISTS = ("packages", "subscriptions")


@dataclass(frozen=True)
class Pack:
    """`content` holds each file's values under the file's name without its ending.

    Texts are maps by language, dates UTC, prices `Money`. `files` is every picture, font and film by its open
    address. `relative_events` holds the keys of the events that begin at `now …`; `domain_lines` the line of
    each domain in channel.yaml, `analytics_line` that of the profile key. `warnings` are problems that do
    not stop an apply.
    """

    root: Path
    read_at: datetime
    content: dict[str, Any]
    files: dict[str, Path] = field(default_factory=dict)
    relative_events: frozenset[str] = frozenset()
    domain_lines: tuple[int, ...] = ()
    analytics_line: int = 1
    warnings: tuple[Problem, ...] = ()

    @property
    def slug(self) -> str:
        """The channel's stable name."""
        return str(self.content["channel"]["slug"])

    @property
    def name(self) -> str:
        """The channel's name."""
        return str(self.content["channel"]["name"])

    def get_part(self, context: ContextName) -> dict[str, Any]:
        """What one context takes of the pack."""
        if context == "billing":
            offers = {name: self.content["packages"][name] for name in _OFFER_LISTS}
            return {**offers, "coupons": self.content["coupons"]}
        names = [stem(file) for file, kind in LAYOUT.items() if kind.context == context]
        if context == "channel":
            names.append("pages")
        return {name: self.content[name] for name in names}

    def count_entries(self) -> dict[str, int]:
        """How many things each file holds, for a person who checks a pack."""
        lists = {name: value for name, value in self.content.items() if isinstance(value, list)}
        lists |= {f"library {name}": value for name, value in self.content["library"].items()}
        lists |= self.content["packages"]
        return {name: len(value) for name, value in lists.items() if value}
