"""Status, title, description and image of the page at a path, for the page's head."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlencode
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_date, format_time
from babel.localedata import locale_identifiers

from touchline.catalog.facade import AliasKind, Card, CatalogFacade, format_team_name
from touchline.channel.facade import ChannelFacade
from touchline.clips.facade import ClipCard, ClipsFacade
from touchline.engagement.facade import EngagementFacade
from touchline.front.discovery.share_urls import EMBED_PATH_PATTERN, SHARE_PATH_PATTERN, embed_path
from touchline.front.images.share_images import ShareImage, ShareImages
from touchline.front.pages.built_in_pages import (
    CAMERA_TITLE,
    CHOOSE_PASS_TITLE,
    CUT_CLIP_TITLE,
    EVENT_STATUS_PATHS,
    KEEP_SCORE_TITLE,
    OVERLAY_TITLES,
    PAGE_TITLES,
    PRIVATE_EVENT_TITLE,
    PRIVATE_PATH,
    STANDINGS_TITLE,
    get_page_title,
)
from touchline.front.pages.clip_names import clip_title
from touchline.front.site import Site
from touchline.shared.strings.localized import localize

MAX_DESCRIPTION = 200
MAX_ID = 2**31 - 1
_VIDEO_PATH = re.compile(r"/(watch|watch_embed|vod_library)/([1-9][0-9]{0,9})")
_CLIP_PATH = re.compile(r"/watch_library/([1-9][0-9]{0,9})")
_HOME_FILTERS: tuple[tuple[str, AliasKind], ...] = (
    ("school", "group"),
    ("group", "group"),
    ("team", "participant"),
    ("sport", "category"),
)
"""Query parameters that filter the home page (product.md, section 2). The first one that matches applies."""
_SELECT_PACKAGE_PATH = re.compile(r"/select-package/[1-9][0-9]*")
_CUT_CLIP_PATH = re.compile(r"/watch/[1-9][0-9]{0,9}/clip")
_SCORE_PATH = re.compile(r"/score/[\w-]{1,64}|/studio/events/[1-9][0-9]{0,9}/score", re.ASCII)
_CAMERA_PATH = re.compile(r"/studio/camera/[\w.~%-]{1,200}", re.ASCII)
_STANDINGS_PATH = re.compile(r"/standings/([a-z0-9-]{1,80})")
_FORM_PATH = re.compile(r"/forms/([\w-]{1,80})", re.ASCII)
_OVERLAY_PATH = re.compile(r"/(overlay|scoreboard)/[1-9][0-9]{0,9}")


@dataclass(frozen=True)
class PageHead:
    """The head of a page. `path` is the canonical path, with the query that identifies the page.

    If `image` is None, the channel's image is used. `card` is the event or library item shown, and `number`
    is its ID. `player_path` is the page of the embeddable player that networks may show instead. `clip` is
    the clip that the page plays. `moved_to` is the URL of the page if it has another one now.
    `depends_on_clip`: the page cannot be cached, because the table of clips has no versions.
    `is_standalone`: the page is part of another picture, so it has no background and loads nothing but the
    score. `uses_camera`: the page may open the camera and the microphone.
    """

    path: str
    title: str | None = None
    description: str = ""
    image: ShareImage | None = None
    status: int = 200
    card: Card | None = None
    number: int = 0
    is_indexed: bool = True
    is_embeddable: bool = False
    player_path: str | None = None
    clip: ClipCard | None = None
    moved_to: str | None = None
    depends_on_clip: bool = False
    is_standalone: bool = False
    uses_camera: bool = False


class PageHeadResolver:
    """Resolver of page heads by path, for the current transaction's channel."""

    def __init__(
        self,
        channel: ChannelFacade,
        catalog: CatalogFacade,
        clips: ClipsFacade,
        engagement: EngagementFacade,
        share_images: ShareImages,
    ) -> None:
        self._channel = channel
        self._catalog = catalog
        self._clips = clips
        self._engagement = engagement
        self._share_images = share_images

    def resolve(self, path: str, query: Mapping[str, str], site: Site) -> PageHead:
        """Return the head of `path`. Unknown paths and `/404` have status 404."""
        routes = {route["path"]: route["to"] for route in site.settings["routes"]}
        if path in routes:
            path, _, query_string = routes[path].partition("?")
            query = dict(parse_qsl(query_string))
        head = (
            self._resolve_home(path, query, site)
            or self._resolve_video(path, site)
            or self._resolve_clip(path, site)
            or self._resolve_content_page(path, site.language)
            or self._resolve_form(path, site.language)
            or self._resolve_standings(path, site)
            or self._resolve_built_in_page(path, site.language)
        )
        return head or PageHead(
            "/404", localize(PAGE_TITLES["/404"], site.language), status=404, is_indexed=False
        )

    def _resolve_home(self, path: str, query: Mapping[str, str], site: Site) -> PageHead | None:
        """Return the head of the home page, or of the page of a school, team or sport."""
        if path != "/":
            return None
        for param, kind in _HOME_FILTERS:
            name = query.get(param)
            item = self._catalog.site_index.find_by_alias(kind, name) if name else None
            is_other = name and (item is None or item.key != name)
            if is_other and (alias := self._catalog.site_index.find_merged(kind, query[param])):
                return PageHead("/", moved_to=f"/?{urlencode({**query, param: alias})}")
            if item:
                name = format_team_name(item.name, item.category, site.language, site.settings["language"])
                param = "school" if kind == "group" else param
                return PageHead(f"/?{urlencode({param: item.key})}", name)
        return PageHead("/")

    def _resolve_built_in_page(self, path: str, language: str) -> PageHead | None:
        """Return the head of one of the site's built-in pages."""
        if _CUT_CLIP_PATH.fullmatch(path):
            return PageHead(path, localize(CUT_CLIP_TITLE, language), is_indexed=False)
        if _SCORE_PATH.fullmatch(path):
            return PageHead(path, localize(KEEP_SCORE_TITLE, language), is_indexed=False)
        if _CAMERA_PATH.fullmatch(path):
            return PageHead(path, localize(CAMERA_TITLE, language), is_indexed=False, uses_camera=True)
        if match := _OVERLAY_PATH.fullmatch(path):
            name = localize(OVERLAY_TITLES[match[1]], language)
            return PageHead(path, name, is_indexed=False, is_standalone=True)
        if path in EVENT_STATUS_PATHS and not self._catalog.has_events():
            return PageHead("/schedule", localize(PAGE_TITLES["/schedule"], language), is_indexed=False)
        title = CHOOSE_PASS_TITLE if _SELECT_PACKAGE_PATH.fullmatch(path) else get_page_title(path)
        if title is None:
            return None
        status = 404 if path == "/404" else 200
        return PageHead(
            path, localize(title, language), status=status, is_indexed=not PRIVATE_PATH.fullmatch(path)
        )

    def _resolve_form(self, path: str, language: str) -> PageHead | None:
        """Return the head of a form of the channel."""
        match = _FORM_PATH.fullmatch(path)
        title = self._engagement.get_form_title(match[1], language) if match else None
        return None if title is None else PageHead(path, title, is_indexed=False)

    def _resolve_standings(self, path: str, site: Site) -> PageHead | None:
        """Return the head of the standings of a category, by its alias."""
        match = _STANDINGS_PATH.fullmatch(path)
        category = self._catalog.site_index.find_by_alias("category", match[1]) if match else None
        if match is None or (category is not None and category.key != match[1]):
            return None
        if category is None:
            alias = self._catalog.site_index.find_merged("category", match[1])
            return PageHead(path, moved_to=f"/standings/{alias}") if alias else None
        name = localize(category.name, site.language, site.settings["language"])
        return PageHead(path, localize(STANDINGS_TITLE, site.language).format(category=name))

    def _resolve_content_page(self, path: str, language: str) -> PageHead | None:
        """Return the head of one of the channel's content pages."""
        for page in self._channel.site_serializer.pages(language):
            if page["url"] == path:
                html = self._channel.site_serializer.page(page["id"], language)["html"]
                return PageHead(path, page["name"], _shorten(_strip_tags(html)))
        return None

    def _resolve_video(self, path: str, site: Site) -> PageHead | None:
        """Return the head of an event or library item."""
        match = _VIDEO_PATH.fullmatch(path)
        if match is None or int(match[2]) > MAX_ID:
            return None
        kind, number = match[1], int(match[2])
        if kind == "vod_library":
            item = self._catalog.get_library_card(number, site.language)
            if item is None:
                return None
            image = self._share_images.get_for_library_item(item, site)
            return self._build_card_head(path, number, item, image, site)
        shows_result = not site.hides_scores
        event = self._catalog.get_event_card(number, site.language, with_result=shows_result)
        if event is None:
            return self._resolve_private_event(path, number, site.language)
        image = self._share_images.get_for_event(number, event, site)
        head = self._build_card_head(f"/watch/{number}", number, event, image, site)
        return replace(head, is_indexed=False, is_embeddable=True) if kind == "watch_embed" else head

    def _resolve_clip(self, path: str, site: Site) -> PageHead | None:
        """Return the head of a clip of a visible event, by the clip's number or by its public share UUID.

        Clips are not indexed, because viewers create and name them only for people with the link.
        """
        shared = SHARE_PATH_PATTERN.fullmatch(path) or EMBED_PATH_PATTERN.fullmatch(path)
        match = shared or _CLIP_PATH.fullmatch(path)
        if match is None or int(match[1]) > MAX_ID:
            return None
        cards = self._clips.cards
        clip = cards.get_shared(int(match[1]), match[2]) if shared else cards.get(int(match[1]))
        if clip is None:
            return None
        event = self._catalog.get_clip_event_card(clip.event_id, site.language)
        if event is None:
            head = self._resolve_private_event(path, clip.event_id, site.language)
            return replace(head, depends_on_clip=True) if head else None
        if not shared:
            image = self._share_images.get_for_event(clip.event_id, event, site)
            return self._build_clip_head(path, clip, event, image, site.language)
        image = self._share_images.get_for_clip(clip, match[2], event, site)
        head = self._build_clip_head(f"/share/{clip.id}/{match[2]}", clip, event, image, site.language)
        is_embeddable = EMBED_PATH_PATTERN.fullmatch(path) is not None
        return replace(head, is_embeddable=is_embeddable, player_path=embed_path(clip.id, match[2]))

    def _resolve_private_event(self, path: str, event_id: int, language: str) -> PageHead | None:
        """Return the head of a page about a private event. It says nothing about the event, because nobody is
        logged in yet when a page is requested. None if there is no such event.
        """
        if not self._catalog.is_private_event(event_id):
            return None
        return PageHead(path, localize(PRIVATE_EVENT_TITLE, language), is_indexed=False)

    def _build_clip_head(
        self, path: str, clip: ClipCard, event: Card, image: ShareImage, language: str
    ) -> PageHead:
        description = _describe(event, language)
        return PageHead(
            path,
            clip_title(clip, event, language),
            description,
            image,
            card=event,
            clip=clip,
            is_indexed=False,
            depends_on_clip=True,
        )

    def _build_card_head(self, path: str, number: int, card: Card, image: ShareImage, site: Site) -> PageHead:
        description = _describe_page(card, site)
        return PageHead(
            path, card.full_name, description, image, card=card, number=number, is_indexed=card.is_listed
        )


def _describe_page(card: Card, site: Site) -> str:
    """Return the description of the page of an event or library item, with the result of a game.

    The text of the operator may tell a result, so viewers who hide scores get the default.
    """
    may_tell = card.status and card.status != "upcoming" and site.hides_scores
    text = "" if may_tell else _shorten(card.description)
    sentence = f"{card.final.sentence}. " if card.final else ""
    return sentence + (text or _describe(card, site.language))


def _describe(card: Card, language: str) -> str:
    """Return a default description: the category, and for events also the time and place."""
    if not card.status:
        return card.category
    when = _format_start(card, language)
    location = card.location.name if card.location else ""
    return ", ".join(text for text in (card.category, when, location) if text)


def _format_start(card: Card, language: str) -> str:
    """Return date and time in the event's time zone: "Saturday, November 21, 2026, 1:00 PM"."""
    locale = Locale.negotiate([language.replace("-", "_"), "en"], locale_identifiers())
    local = card.starts_at.astimezone(ZoneInfo(card.time_zone))
    day = format_date(local, "full", locale)
    return f"{day}, {format_time(local.time(), 'short', locale=locale)}" if card.is_time_known else day


def _strip_tags(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def _shorten(text: str) -> str:
    """Truncate text to at most `MAX_DESCRIPTION` characters, between words."""
    plain = " ".join(text.split())
    return plain if len(plain) <= MAX_DESCRIPTION else plain[: MAX_DESCRIPTION - 1].rsplit(" ", 1)[0] + "…"
