"""What stands at a path of the site, as far as its head must say it: status, title, description, picture."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import parse_qsl, urlencode
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_date, format_time
from babel.localedata import locale_identifiers

from touchline.catalog.facade import Called, Card, CatalogFacade, full_team_name
from touchline.channel.facade import ChannelFacade
from touchline.clips.facade import ClipCard, ClipsFacade
from touchline.engagement.facade import EngagementFacade
from touchline.front.clip_names import clip_title
from touchline.front.share_addresses import EMBEDDED, SHARED, embed_path
from touchline.front.share_pictures import Picture, SharePictures
from touchline.front.site import Site
from touchline.front.titles import CHOOSE_A_PASS, CUT_A_CLIP, PRIVATE, TITLES
from touchline.shared.text import pick

LONGEST = 200
LARGEST_ID = 2**31 - 1
_SHOWN = re.compile(r"/(watch|watch_embed|vod_library)/([1-9][0-9]{0,9})")
_CLIP = re.compile(r"/watch_library/([1-9][0-9]{0,9})")
_FOCUS: tuple[tuple[str, Called], ...] = (
    ("school", "group"),
    ("group", "group"),
    ("team", "participant"),
    ("sport", "category"),
)
"""What the home page narrows to by a word of the address (product.md, section 2), the first one counts."""
_CHOOSING = re.compile(r"/select-package/[1-9][0-9]*")
_CUTTING = re.compile(r"/watch/[1-9][0-9]{0,9}/clip")
_FORM = re.compile(r"/forms/([\w-]{1,80})", re.ASCII)


@dataclass(frozen=True)
class Head:
    """A page's head. `path` is the canonical one, with the query that makes it a page of its own.

    `picture` None stands for the channel's; `card` is what the page shows, with the `number` it has. `player`
    is the page of a player alone that networks may show in its place.
    `clip` is the clip that it plays.
    """

    path: str
    title: str | None = None
    description: str = ""
    picture: Picture | None = None
    status: int = 200
    card: Card | None = None
    number: int = 0
    indexed: bool = True
    framed: bool = False
    player: str | None = None
    clip: ClipCard | None = None


class Heads:
    """Finds the head of a path in the channel of the present transaction."""

    def __init__(
        self,
        channel: ChannelFacade,
        catalog: CatalogFacade,
        clips: ClipsFacade,
        engagement: EngagementFacade,
        pictures: SharePictures,
    ) -> None:
        self._channel = channel
        self._catalog = catalog
        self._clips = clips
        self._engagement = engagement
        self._pictures = pictures

    def at(self, path: str, query: Mapping[str, str], site: Site) -> Head:
        """The head of `path`; a path that nothing stands at has status 404, as `/404` itself."""
        routes = {route["path"]: route["to"] for route in site.settings["routes"]}
        if path in routes:
            path, _, asked = routes[path].partition("?")
            query = dict(parse_qsl(asked))
        head = self._home(path, query, site) or self._shown(path, site) or self._clip(path, site)
        head = head or self._page(path, site.language) or self._form(path, site.language)
        head = head or self._own(path, site.language)
        if head is None:
            return Head("/404", pick(TITLES["/404"], site.language), status=404, indexed=False)
        return head

    def _home(self, path: str, query: Mapping[str, str], site: Site) -> Head | None:
        """The home page, or that of a school, team or sport."""
        if path != "/":
            return None
        for word, kind in _FOCUS:
            found = self._catalog.index.called(kind, query[word]) if query.get(word) else None
            if found:
                name = full_team_name(found.name, found.category, site.language, site.settings["language"])
                word = "school" if kind == "group" else word
                return Head(f"/?{urlencode({word: found.key})}", name)
        return Head("/")

    def _own(self, path: str, language: str) -> Head | None:
        """The site's own pages."""
        if _CUTTING.fullmatch(path):
            return Head(path, pick(CUT_A_CLIP, language), indexed=False)
        title = CHOOSE_A_PASS if _CHOOSING.fullmatch(path) else TITLES.get(path)
        if title is None:
            return None
        status = 404 if path == "/404" else 200
        return Head(path, pick(title, language), status=status, indexed=not PRIVATE.fullmatch(path))

    def _form(self, path: str, language: str) -> Head | None:
        """A form of the channel."""
        match = _FORM.fullmatch(path)
        title = self._engagement.form_title(match[1], language) if match else None
        return None if title is None else Head(path, title, indexed=False)

    def _page(self, path: str, language: str) -> Head | None:
        """The pages of the channel's list."""
        for page in self._channel.answers.pages(language):
            if page["url"] == path:
                html = self._channel.answers.page(page["id"], language)["html"]
                return Head(path, page["name"], _shortened(_words(html)))
        return None

    def _shown(self, path: str, site: Site) -> Head | None:
        """Events and library items."""
        match = _SHOWN.fullmatch(path)
        if match is None or int(match[2]) > LARGEST_ID:
            return None
        kind, number = match[1], int(match[2])
        if kind == "vod_library":
            item = self._catalog.library_card(number, site.language)
            return (
                self._of_card(path, number, item, self._pictures.of_item(item, site), site) if item else None
            )
        event = self._catalog.event_card(number, site.language)
        if event is None:
            return None
        picture = self._pictures.of_event(number, event, site)
        head = self._of_card(f"/watch/{number}", number, event, picture, site)
        return replace(head, indexed=False, framed=True) if kind == "watch_embed" else head

    def _clip(self, path: str, site: Site) -> Head | None:
        """A clip of an event that the channel shows: by its number, or shared by its uuid with anybody.
        Search engines list neither: what viewers cut and name is passed on, not looked up."""
        shared = SHARED.fullmatch(path) or EMBEDDED.fullmatch(path)
        match = shared or _CLIP.fullmatch(path)
        if match is None or int(match[1]) > LARGEST_ID:
            return None
        cards = self._clips.cards
        clip = cards.shared(int(match[1]), match[2]) if shared else cards.of(int(match[1]))
        event = self._catalog.event_card(clip.event_id, site.language) if clip else None
        if clip is None or event is None:
            return None
        if not shared:
            picture = self._pictures.of_event(clip.event_id, event, site)
            return self._of_clip(path, clip, event, picture, site.language)
        picture = self._pictures.of_clip(clip, match[2], event, site)
        head = self._of_clip(f"/share/{clip.id}/{match[2]}", clip, event, picture, site.language)
        framed = EMBEDDED.fullmatch(path) is not None
        return replace(head, framed=framed, player=embed_path(clip.id, match[2]))

    def _of_clip(self, path: str, clip: ClipCard, event: Card, picture: Picture, language: str) -> Head:
        described = _told(event, language)
        return Head(
            path, clip_title(clip, event, language), described, picture, card=event, clip=clip, indexed=False
        )

    def _of_card(self, path: str, number: int, card: Card, picture: Picture, site: Site) -> Head:
        described = _shortened(card.description) or _told(card, site.language)
        return Head(path, card.full_name, described, picture, card=card, number=number)


def _told(card: Card, language: str) -> str:
    """What there is to say of a thing without a description: its kind; of an event also when and where."""
    if not card.status:
        return card.category
    when = _when(card.starts_at, card.time_zone, language)
    place = card.place.name if card.place else ""
    return ", ".join(text for text in (card.category, when, place) if text)


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
