"""What stands at a path of the site, as far as its head must say it: status, title, description, picture."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_date, format_time
from babel.localedata import locale_identifiers

from touchline.catalog.facade import Card, CatalogFacade
from touchline.channel.facade import ChannelFacade
from touchline.front.titles import CHOOSE_A_PASS, PRIVATE, TITLES
from touchline.shared.text import pick

LONGEST = 200
LARGEST_ID = 2**31 - 1
_SHOWN = re.compile(r"/(watch|watch_embed|vod_library)/(\d{1,10})")
_CHOOSING = re.compile(r"/select-package/\d+")


@dataclass(frozen=True)
class Head:
    """A page's head. `path` is the canonical one; `picture` an address, absolute or below the site.

    `first_seen` are the pictures to fetch before the scripts ask for them: address by media query.
    """

    path: str
    title: str | None = None
    description: str = ""
    picture: str | None = None
    status: int = 200
    video: bool = False
    indexed: bool = True
    framed: bool = False
    first_seen: Mapping[str, str] = field(default_factory=dict)


class Heads:
    """Finds the head of a path in the channel of the present transaction."""

    def __init__(self, channel: ChannelFacade, catalog: CatalogFacade) -> None:
        self._channel = channel
        self._catalog = catalog

    def at(self, path: str, settings: Mapping[str, Any], language: str) -> Head:
        """The head of `path`; a path that nothing stands at has status 404, as `/404` itself."""
        target = {route["path"]: route["to"] for route in settings["routes"]}.get(path, path).partition("?")[
            0
        ]
        head = self._shown(target, language) or self._page(target, language) or self._own(target, language)
        if head is None:
            return Head("/404", pick(TITLES["/404"], language), status=404, indexed=False)
        return head

    def _own(self, path: str, language: str) -> Head | None:
        """The site's own pages."""
        if path == "/":
            return Head("/", first_seen=self._first_slide(language))
        title = CHOOSE_A_PASS if _CHOOSING.fullmatch(path) else TITLES.get(path)
        if title is None:
            return None
        status = 404 if path == "/404" else 200
        return Head(path, pick(title, language), status=status, indexed=not PRIVATE.fullmatch(path))

    def _first_slide(self, language: str) -> dict[str, str]:
        """The home page opens with it: the tall crop below 720 px, the wide one from there."""
        for slide in self._channel.answers.slides(language)[:1]:
            wide, tall = slide["image"], slide["image_tall"] or slide["image"]
            return {"(min-width: 720px)": wide, "(max-width: 719px)": tall} if wide else {}
        return {}

    def _page(self, path: str, language: str) -> Head | None:
        """The pages of the channel's list."""
        for page in self._channel.answers.pages(language):
            if page["url"] == path:
                html = self._channel.answers.page(page["id"], language)["html"]
                return Head(path, page["name"], _shortened(_words(html)))
        return None

    def _shown(self, path: str, language: str) -> Head | None:
        """Events and library items."""
        match = _SHOWN.fullmatch(path)
        if match is None or int(match[2]) > LARGEST_ID:
            return None
        kind, number = match[1], int(match[2])
        if kind == "vod_library":
            card = self._catalog.library_card(number, language)
        else:
            card = self._catalog.event_card(number, language)
        return self._of_card(kind, number, card, language) if card else None

    def _of_card(self, kind: str, number: int, card: Card, language: str) -> Head:
        embedded = kind == "watch_embed"
        return Head(
            path=f"/watch/{number}" if embedded else f"/{kind}/{number}",
            title=card.name,
            description=_shortened(card.description) or _told(card, language),
            picture=card.picture,
            video=True,
            indexed=not embedded,
            framed=embedded,
        )


def _told(card: Card, language: str) -> str:
    """What there is to say of an event without a description: what, when and where."""
    when = _when(card.starts_at, card.time_zone, language) if card.starts_at else ""
    return ", ".join(text for text in (card.category, when, card.place) if text)


def _when(starts_at: datetime, time_zone: str, language: str) -> str:
    """Day and time where the event takes place: "Saturday, November 21, 2026, 1:00 PM"."""
    known = Locale.negotiate([language.replace("-", "_"), "en"], locale_identifiers())
    local = starts_at.astimezone(ZoneInfo(time_zone))
    return f"{format_date(local, 'full', known)}, {format_time(local.time(), 'short', locale=known)}"


def _words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def _shortened(text: str) -> str:
    """At most `LONGEST` characters, cut between words."""
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 1].rsplit(" ", 1)[0] + "…"
