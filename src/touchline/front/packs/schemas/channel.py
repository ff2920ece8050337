"""`channel.yaml`: who the site is. Only `slug`, `name` and `domains` are needed."""

from __future__ import annotations

import re
from typing import Any

from marshmallow import ValidationError, post_load, validates_schema

from touchline.catalog.domain.renditions import RenditionName, RenditionsError, parse_names
from touchline.front.packs.problems import Wrong, nearest
from touchline.front.packs.schemas.base import PackSchema
from touchline.front.packs.schemas.fields import (
    Checked,
    Choice,
    Colour,
    Key,
    Link,
    Whole,
    Word,
    known_currency,
    time_zone,
)
from touchline.front.packs.schemas.many import Many, MapOf, Part
from touchline.front.packs.schemas.texts import Markdown, PackFile, Text
from touchline.front.packs.schemas.theme import DARK, LIGHT, ThemeSchema
from touchline.front.packs.schemas.value import Value, kind_of
from touchline.shared import defaults

HOME = ("live", "upcoming", "groups", "library", "finished", "categories")
_DOMAIN = r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
LOOPBACK = r"(?:127\.0\.0\.1|localhost)(?::\d{1,5})?"
AD_HOST = rf"(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+|{LOOPBACK}"
LANGUAGE = r"[a-z]{2,3}(?:-[A-Z]{2})?"


class ActionSchema(PackSchema):
    """A button: what it says and where it leads."""

    label = Text()
    url = Link()


class GeoSchema(PackSchema):
    """Countries (ISO 3166, two letters) that may watch, or that may not."""

    allow = Many(Word(like="a country such as `US`", pattern="[A-Z]{2}"))
    block = Many(Word(like="a country such as `US`", pattern="[A-Z]{2}"))

    @validates_schema
    def one_of_them(self, data: dict[str, Any], **_: Any) -> None:
        """Allowing and blocking at once says nothing clear."""
        if data.get("allow") and data.get("block"):
            raise ValidationError("has `allow` and `block`; keep one of them", "block")

    @post_load
    def said(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Keep the one that was said."""
        return {name: countries for name, countries in data.items() if countries}


class HomeEntry(Word):
    """A section of the home page."""

    like = "one of " + ", ".join(HOME) + ", band:KEY, rail:KEY"

    def read(self, value: Any) -> str:
        """A name, or a kind and a key."""
        text = super().read(value)
        if text not in HOME and not re.fullmatch(r"(?:band|rail):[a-z0-9-]+", text):
            raise Wrong(f"`{text}` is not a section of the home page", self.like)
        return text


class RemoteAuth(Value):
    """0, or the address where devices are linked instead of here."""

    like = "0 or an address such as `https://…`"

    def read(self, value: Any) -> Any:
        """0 for none."""
        if value == 0 and not isinstance(value, bool):
            return 0
        return Link(default=None).read(value)


class ClipsSchema(PackSchema):
    """Rules for clips. `names_public`: anonymous visitors read the name of a paid event's clip once it
    is `approved`, or `always`. `hide_after_reports`: how many people's reports hide a clip; 0 for never."""

    names_public = Choice("approved", "always", default="approved")
    hide_after_reports = Whole(0, 1000, default=3)


class RenditionEntry(Value):
    """The name of a rendition."""

    like = "a rendition such as `720p`"

    def read(self, value: Any) -> str:
        """A name; a number such as 720 lacks its letter."""
        known = [name.value for name in RenditionName]
        if type(value) is int:
            right = nearest(f"{value}p", known) if f"{value}p" not in known else f"write `{value}p`"
            raise Wrong(f"`{value}` is not a rendition", right)
        if not isinstance(value, str):
            raise Wrong(f"is {kind_of(value)}, not a rendition", f"write {self.like}")
        if value not in known:
            raise Wrong(f"`{value}` is not a rendition", nearest(value, known))
        return value


class RenditionList(Many):
    """Names of renditions, kept largest first; None for the default."""

    def __init__(self, *, live: bool) -> None:
        self.live = live
        super().__init__(RenditionEntry(), default=None)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **rest: Any) -> list[Any]:
        names = super()._deserialize(value, attr, data, **rest)
        try:
            return [name.value for name in parse_names(names, live=self.live)]
        except RenditionsError as error:
            raise ValidationError(str(error)) from None


class RenditionsSchema(PackSchema):
    """Renditions of recordings added from now on, and of live streams that begin from now on."""

    recordings = RenditionList(live=False)
    live = RenditionList(live=True)


class SettingsSchema(PackSchema):
    """Settings of a channel."""

    google_tag = Word(like="a tag such as `G-1A2B3C4D5E`", pattern=r"[A-Za-z0-9-]{1,40}", default=None)
    analytics_key = Word(like="a profile key", pattern=r"[A-Za-z0-9_-]{1,80}", default=None)
    analytics_consent = Choice("ask", "not_needed", default="ask")
    remote_auth = RemoteAuth(default=0)
    preroll_suppress_minutes = Whole(0, 10_080, default=defaults.PREROLL_MINUTES)
    ad_hosts = Many(
        Word(like="a host such as `ads.example.org` or `*.example.org`", pattern=AD_HOST), most=50
    )
    geo = Part(GeoSchema, default=dict)
    home = Many(HomeEntry(), default=lambda: list(HOME))
    default_view = Choice("grid", "list", "card", "table", default="grid")
    clips = Part(ClipsSchema, default=lambda: ClipsSchema().load({}))
    renditions = Part(RenditionsSchema, default=lambda: RenditionsSchema().load({}))
    contact_days = Whole(1, 60, default=defaults.CONTACT_DAYS)


class StaticBlockSchema(PackSchema):
    """A piece of text shown at a fixed place: a band of the home page, the footer's blurb, the legal line."""

    title = Text(default=None)
    text = Markdown(default=None)
    action = Part(ActionSchema, default=None)
    image = PackFile(default=None)


class ChannelSchema(PackSchema):
    """The whole of `channel.yaml`."""

    slug = Key()
    name = Word(like="the channel's name", most=80)
    short_name = Word(like="a short name", most=30, default=None)
    tagline = Text(default=None)
    domains = Many(
        Word(like="a host name such as `watch.example.org`", pattern=_DOMAIN), least=1, most=50, default=...
    )
    language = Word(like="a language such as `en`", pattern=LANGUAGE, default=defaults.LANGUAGE)
    languages = Many(Word(like="a language such as `en`", pattern=LANGUAGE))
    currency = Checked(known_currency, like="a currency such as `USD`", default=defaults.CURRENCY)
    time_zone = Checked(time_zone, like="a time zone such as `America/Chicago`", default="UTC")
    logo = PackFile(default=None)
    favicon = PackFile(default=None)
    share_picture = PackFile(default=None)
    colors = MapOf(Colour(), names=tuple(DARK))
    theme = Part(ThemeSchema, default=lambda: ThemeSchema().load({}))
    settings = Part(SettingsSchema, default=lambda: SettingsSchema().load({}))
    static_blocks = MapOf(Part(StaticBlockSchema))

    @post_load
    def fill_in(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Short name from the name, languages from the language, colours from the neutral look."""
        data["short_name"] = data["short_name"] or data["name"][:30]
        data["languages"] = list(dict.fromkeys([data["language"], *data["languages"]]))
        data["colors"] = (LIGHT if data["theme"]["scheme"] == "light" else DARK) | data["colors"]
        return data
