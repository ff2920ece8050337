"""Selects the first paint of a page and its content, as an anonymous visitor sees the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from touchline.catalog.facade import PUBLIC_SESSION, Card, CardSide, CatalogFacade
from touchline.channel.facade import ChannelFacade
from touchline.clips.facade import ClipCard
from touchline.front.first_paint import FirstPaint
from touchline.front.first_paint.status_texts import build_status_context
from touchline.front.images.poster import get_team_colors
from touchline.front.pages.built_in_pages import PAGE_TITLES
from touchline.front.pages.clip_names import clip_name
from touchline.front.pages.page_heads import PageHead
from touchline.front.site import Site
from touchline.shared.principal import Principal
from touchline.shared.strings.localized import LocalText, localize

ALL_LABEL: LocalText = {"en": "All", "fr": "Tout"}
LIBRARY_INTRO: LocalText = {
    "en": "Watch on demand, whenever you like.",
    "fr": "Regardez sur demande, quand vous voulez.",
}
LOG_IN_LABEL: LocalText = {"en": "Log in", "fr": "Se connecter"}
LOG_IN_FIELDS: Sequence[LocalText] = (
    {"en": "Email or phone number", "fr": "Courriel ou numéro de téléphone"},
    {"en": "Password", "fr": "Mot de passe"},
)
LOG_IN_LINKS: Mapping[str, LocalText] = {
    "/password-reset-request": {"en": "Forgot your password?", "fr": "Mot de passe oublié\u00a0?"},
    "/registration": {"en": "Create an account", "fr": "Créer un compte"},
}
_IMAGE_MEDIA_TYPE = 1
_MAX_LIBRARY_ITEMS = 4
_TAXONOMY_PARAMS = (
    "gender sport city state school group division team participant_id category_id location type q title"
)
_FILTER_PARAMS = frozenset([*_TAXONOMY_PARAMS.split(), "start_date", "end_date", "category"])
"""Query parameters that filter a list. Only the web app can render filtered lists."""


class FirstPaintSelector:
    """Selector of the first paint by page head, for the current transaction's channel."""

    def __init__(self, channel: ChannelFacade, catalog: CatalogFacade) -> None:
        self._channel = channel
        self._catalog = catalog

    def select(self, head: PageHead, query: Mapping[str, str], site: Site) -> FirstPaint | None:
        """Return the first paint of a page; None if the app starts with an empty page."""
        if head.status != 200 or head.is_embeddable:
            return None
        is_filtered = not _FILTER_PARAMS.isdisjoint(query)
        if head.clip is not None:
            return self._select_clip(head, head.clip, site.language) if head.player_path else None
        if head.card is not None:
            return self._select_player(head, head.card, site)
        if head.path == "/" and not is_filtered:
            return self._select_slide(site.language)
        if head.path == "/vod_library" and not is_filtered:
            return self._select_library(site)
        if head.path == "/status":
            return FirstPaint("status", build_status_context(site.language))
        return self._select_form(site.language) if head.path == "/login" else None

    def _get_main_slide(self, language: str) -> dict[str, Any] | None:
        return next(iter(self._channel.site_serializer.slides(language, "main")), None)

    def _select_slide(self, language: str) -> FirstPaint | None:
        slide = self._get_main_slide(language)
        if slide is None:
            return None
        context = {"slide": slide, **_to_matchup(slide["matchup"])}
        return FirstPaint("slide", context, is_spoiler=slide["event_id"] is not None)

    def _select_form(self, language: str) -> FirstPaint:
        context = {
            "title": localize(LOG_IN_LABEL, language),
            "fields": [localize(text, language) for text in LOG_IN_FIELDS],
            "links": [{"url": url, "label": localize(text, language)} for url, text in LOG_IN_LINKS.items()],
            "slide": self._get_main_slide(language),
        }
        return FirstPaint("form", context)

    def _select_clip(self, head: PageHead, clip: ClipCard, language: str) -> FirstPaint:
        """Return the first paint of a shared clip. For other clips, only the page knows who may watch
        them."""
        poster = head.image.url if head.image and clip.has_poster else None
        title = clip_name(clip, head.card, language) if head.card else ""
        return FirstPaint("clip", {"title": title, "poster": poster}, is_spoiler=True)

    def _select_player(self, head: PageHead, card: Card, site: Site) -> FirstPaint:
        """Return the first paint of an event or library item.

        It shows the player area with its poster, or the content that replaces the player.
        """
        principal = self._anonymous_principal(site)
        row = (
            self._get_event(principal, head.number)
            if card.status
            else self._get_library_item(principal, head.number)
        )
        is_waiting = card.status == "upcoming" or (card.status == "live" and not card.is_on_air)
        is_closed = not row["has_access"] or is_waiting
        sides = card.sides or ()
        context = {
            "title": card.name,
            "poster": row["picture"] if is_closed else row["still"] or row["picture"],
            "closed": is_closed,
            "sides": sides,
            "strip": sides and card.status != "upcoming",
            "sport": card.sport,
            "colors": get_team_colors(*sides) if sides else (),
        }
        return FirstPaint("watch", context, is_spoiler=bool(card.status))

    def _get_event(self, principal: Principal, number: int) -> dict[str, Any]:
        row: dict[str, Any] = self._catalog.list_event_rows(principal, [number])[number]
        image = row["images"]["poster"] or row["images"]["card"]
        has_access = row["has_access"] and row["access_reason"] not in ("no_replay", "replay_later")
        return {"has_access": has_access, "picture": image, "still": _get_frame(row)}

    def _get_library_item(self, principal: Principal, number: int) -> dict[str, Any]:
        row = self._catalog.get_library_row(principal, number)
        return {"has_access": row["has_access"], "picture": _get_image(row), "still": _get_frame(row)}

    def _select_library(self, site: Site) -> FirstPaint:
        language, serializer = site.language, self._channel.site_serializer
        texts = serializer.static_data(language)["texts"]
        principal = self._anonymous_principal(site)
        first: list[dict[str, Any]] = self._catalog.list_library_rails(principal)[:1]
        rails = [
            {
                "title": rail["title"],
                "entries": [_to_library_card(row) for row in rail["vod_media_items"][:_MAX_LIBRARY_ITEMS]],
            }
            for rail in first
        ]
        context = {
            "title": texts.get("library_title") or localize(PAGE_TITLES["/vod_library"], language),
            "lede": texts.get("library_intro") or localize(LIBRARY_INTRO, language),
            "kinds": [localize(ALL_LABEL, language), *self._catalog.list_library_category_names(principal)],
            "rails": rails,
        }
        return FirstPaint("library", context)

    def _anonymous_principal(self, site: Site) -> Principal:
        """Return the principal of an anonymous visitor. Everyone may see what this principal sees."""
        channel_id, language = self._channel.get_current().id, site.language
        hides_scores = site.hides_scores
        return Principal(channel_id, PUBLIC_SESSION, None, language, None, hides_scores=hides_scores)


def _to_matchup(matchup: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the template values of a drawn matchup, whose `sides` are empty without one."""
    if matchup is None:
        return {"sides": ()}
    away, home = (
        CardSide(
            team["short_name"], team["short_name"], team["color"], team["color_2"], team["images"]["logo"]
        )
        for team in (matchup["away"], matchup["home"])
    )
    return {"sides": (away, home), "sport": matchup["sport"], "colors": get_team_colors(away, home)}


def _to_library_card(row: Mapping[str, Any]) -> dict[str, str | None]:
    """Return the template values of a library item's card."""
    kind = row["categories"][0]["name"] if row["categories"] else ""
    meta = ", ".join(text for text in (kind, _format_duration(row["duration"])) if text)
    image = _get_image(row) or _get_frame(row)
    return {"title": row["title"], "url": f"/vod_library/{row['id']}", "picture": image, "meta": meta}


def _get_image(row: Mapping[str, Any]) -> str | None:
    """Return the operator's own image for a library item."""
    return next((asset["path"] for asset in row["assets"] if asset["type"] == "image"), None)


def _get_frame(row: Mapping[str, Any]) -> str | None:
    """Return the frame extracted from the video."""
    return next(
        (medium["url"] for medium in row["media"] if medium["type"] == _IMAGE_MEDIA_TYPE and medium["url"]),
        None,
    )


def _format_duration(seconds: int) -> str:
    """Return a duration as the app formats it, with no-break spaces: `48 min`, `1 h 05`."""
    minutes = max(1, round(seconds / 60))
    return f"{minutes}\u00a0min" if minutes < 60 else f"{minutes // 60}\u00a0h\u00a0{minutes % 60:02}"
