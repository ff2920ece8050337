"""Which first picture a page has, and what it says: what an anonymous visitor will see there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from touchline.catalog.facade import ANYBODY, Card, CatalogFacade
from touchline.channel.facade import ChannelFacade
from touchline.clips.facade import ClipCard
from touchline.front.clip_names import clip_name
from touchline.front.first import FirstPicture
from touchline.front.heads import Head
from touchline.front.pictures.poster import shirts
from touchline.front.site import Site
from touchline.front.titles import TITLES
from touchline.shared.principal import Principal
from touchline.shared.text import LocalText, pick

ALL: LocalText = {"en": "All", "fr": "Tout"}
LEDE: LocalText = {
    "en": "Films to watch in your own time, whenever you like.",
    "fr": "Des films à suivre à votre rythme, quand vous voulez.",
}
LOG_IN: LocalText = {"en": "Log in", "fr": "Se connecter"}
FIELDS: Sequence[LocalText] = (
    {"en": "E-mail or phone number", "fr": "Courriel ou numéro de téléphone"},
    {"en": "Password", "fr": "Mot de passe"},
)
WAYS: Mapping[str, LocalText] = {
    "/password-reset-request": {"en": "Forgot your password?", "fr": "Mot de passe oublié\u00a0?"},
    "/registration": {"en": "Create an account", "fr": "Créer un compte"},
}
_IMAGE = 1
_FILMS = 4
_WORDS = "gender sport city state school group division team participant_id category_id location type q title"
_NARROWING = frozenset([*_WORDS.split(), "start_date", "end_date", "category"])
"""What these ask of a list, the app alone knows how to show."""


class FirstPictures:
    """Chooses by a page's head, in the channel of the present transaction."""

    def __init__(self, channel: ChannelFacade, catalog: CatalogFacade) -> None:
        self._channel = channel
        self._catalog = catalog

    def of(self, head: Head, query: Mapping[str, str], site: Site) -> FirstPicture | None:
        """The first picture of a page; None where the app begins with an empty one."""
        if head.status != 200 or head.framed:
            return None
        narrowed = not _NARROWING.isdisjoint(query)
        if head.clip is not None:
            return self._clip(head, head.clip, site.language) if head.player else None
        if head.card is not None:
            return self._stage(head, head.card, site)
        if head.path == "/" and not narrowed:
            return self._slide(site.language)
        if head.path == "/vod_library" and not narrowed:
            return self._shelf(site)
        return self._form(site.language) if head.path == "/login" else None

    def _main_slide(self, language: str) -> dict[str, Any] | None:
        return next(iter(self._channel.answers.slides(language, "main")), None)

    def _slide(self, language: str) -> FirstPicture | None:
        slide = self._main_slide(language)
        return FirstPicture("slide", {"slide": slide}, tells=slide["event_id"] is not None) if slide else None

    def _form(self, language: str) -> FirstPicture:
        said = {
            "title": pick(LOG_IN, language),
            "fields": [pick(text, language) for text in FIELDS],
            "ways": [{"url": url, "label": pick(text, language)} for url, text in WAYS.items()],
            "slide": self._main_slide(language),
        }
        return FirstPicture("form", said)

    def _clip(self, head: Head, clip: ClipCard, language: str) -> FirstPicture:
        """Of a shared one: of others the page alone knows who may see them."""
        poster = head.picture.address if head.picture and clip.pictured else None
        title = clip_name(clip, head.card, language) if head.card else ""
        return FirstPicture("clip", {"title": title, "poster": poster}, tells=True)

    def _stage(self, head: Head, card: Card, site: Site) -> FirstPicture:
        """Of a game or a film: the player's room with its poster, or what stands in its place."""
        asking = self._visitor(site.language)
        row = self._event(asking, head.number) if card.status else self._film(asking, head.number)
        waits = card.status == "upcoming" or (card.status == "live" and not card.on_air)
        closed = not row["has_access"] or waits
        sides = card.sides or ()
        said = {
            "title": card.name,
            "poster": row["picture"] if closed else row["still"] or row["picture"],
            "closed": closed,
            "sides": sides,
            "strip": sides and card.status != "upcoming",
            "sport": card.sport,
            "colours": shirts(*sides) if sides else (),
        }
        return FirstPicture("stage", said, tells=bool(card.status))

    def _event(self, asking: Principal, number: int) -> dict[str, Any]:
        row: dict[str, Any] = self._catalog.event_rows(asking, [number])[number]
        picture = row["images"]["poster"] or row["images"]["card"]
        return {"has_access": row["has_access"], "picture": picture, "still": _still(row)}

    def _film(self, asking: Principal, number: int) -> dict[str, Any]:
        row = self._catalog.library_row(asking, number)
        return {"has_access": row["has_access"], "picture": _picture(row), "still": _still(row)}

    def _shelf(self, site: Site) -> FirstPicture:
        language, answers = site.language, self._channel.answers
        texts = answers.static_data(language)["texts"]
        asking = self._visitor(language)
        first: list[dict[str, Any]] = self._catalog.library_rails(asking)[:1]
        rails = [
            {"title": rail["title"], "films": [_shown(row) for row in rail["vod_media_items"][:_FILMS]]}
            for rail in first
        ]
        said = {
            "title": texts.get("library_title") or pick(TITLES["/vod_library"], language),
            "lede": texts.get("library_intro") or pick(LEDE, language),
            "kinds": [pick(ALL, language), *self._catalog.library_kinds(asking)],
            "rails": rails,
        }
        return FirstPicture("shelf", said)

    def _visitor(self, language: str) -> Principal:
        """Whom nobody knows: what they see may be seen by all."""
        return Principal(self._channel.present().id, ANYBODY, None, language, None)


def _shown(row: Mapping[str, Any]) -> dict[str, str | None]:
    """A film as its card shows it."""
    kind = row["categories"][0]["name"] if row["categories"] else ""
    meta = ", ".join(text for text in (kind, _length(row["duration"])) if text)
    picture = _picture(row) or _still(row)
    return {"title": row["title"], "url": f"/vod_library/{row['id']}", "picture": picture, "meta": meta}


def _picture(row: Mapping[str, Any]) -> str | None:
    """The operator's own."""
    return next((asset["path"] for asset in row["assets"] if asset["type"] == "image"), None)


def _still(row: Mapping[str, Any]) -> str | None:
    """The one out of the film."""
    return next((each["url"] for each in row["media"] if each["type"] == _IMAGE and each["url"]), None)


def _length(seconds: int) -> str:
    """As the app says it: `48 min`, `1 h 05`, with spaces that no line breaks at."""
    minutes = max(1, round(seconds / 60))
    return f"{minutes}\u00a0min" if minutes < 60 else f"{minutes // 60}\u00a0h\u00a0{minutes % 60:02}"
