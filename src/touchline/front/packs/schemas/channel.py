"""`channel.yaml`: the channel's identity and settings. Only `slug`, `name` and `domains` are required."""

from __future__ import annotations

import re
from typing import Any

from marshmallow import ValidationError, post_load, validates_schema

from touchline.catalog.domain.media.audio_tracks import MAX_AUDIO_TRACKS
from touchline.catalog.domain.media.renditions import RenditionName, RenditionsError, parse_names
from touchline.front.packs.problems import InvalidValueError, suggest
from touchline.front.packs.schemas.availability import MAX_BLACKOUTS, ChannelBlackoutSchema
from touchline.front.packs.schemas.base import PackSchema
from touchline.front.packs.schemas.base_field import PackField, describe_type
from touchline.front.packs.schemas.fields import (
    BooleanField,
    CheckedStringField,
    ChoiceField,
    ColorField,
    IntegerField,
    KeyField,
    LinkField,
    StringField,
    check_currency,
    check_time_zone,
)
from touchline.front.packs.schemas.nested_fields import ListField, MapField, NestedField
from touchline.front.packs.schemas.text_fields import FileField, LocalizedTextField, MarkdownField
from touchline.front.packs.schemas.theme import DARK, LIGHT, ThemeSchema
from touchline.shared import defaults

HOME_SECTIONS = ("live", "upcoming", "groups", "library", "finished", "clips", "categories")
_DOMAIN_PATTERN = r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
LOOPBACK_PATTERN = r"(?:127\.0\.0\.1|localhost)(?::\d{1,5})?"
AD_HOST_PATTERN = rf"(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+|{LOOPBACK_PATTERN}"
LANGUAGE_PATTERN = r"[a-z]{2,3}(?:-[A-Z]{2})?"


_ISSUER_PATTERN = re.compile(r"https://[a-z0-9.-]+(?::\d{1,5})?(?:/[A-Za-z0-9._~/-]*[A-Za-z0-9._~-])?")
_SHARED_TENANTS = ("/common/", "/organizations/", "/consumers/")


def check_issuer(address: str) -> None:
    """Raise `InvalidValueError` unless the address names one issuer, over https or on this machine.

    The addresses of Microsoft that every organization shares name none: anyone could log in.
    """
    is_local = re.fullmatch(rf"http://{LOOPBACK_PATTERN}/[a-z]+", address)
    if not (is_local or _ISSUER_PATTERN.fullmatch(address)):
        raise InvalidValueError(f"`{address}` is not an issuer", "write an address such as `https://…`")
    if any(tenant in f"{address}/" for tenant in _SHARED_TENANTS):
        raise InvalidValueError(f"`{address}` is shared by all organizations", "write the ID of your tenant")


class ActionSchema(PackSchema):
    """A button: its label and its link."""

    label = LocalizedTextField()
    url = LinkField()


class GeoSchema(PackSchema):
    """Countries (ISO 3166, two letters) that are allowed to watch, or that are blocked."""

    allow = ListField(StringField(example="a country such as `US`", pattern="[A-Z]{2}"))
    block = ListField(StringField(example="a country such as `US`", pattern="[A-Z]{2}"))

    @validates_schema
    def check_allow_or_block(self, data: dict[str, Any], **_: Any) -> None:
        """Reject `allow` and `block` together."""
        if data.get("allow") and data.get("block"):
            raise ValidationError("has both `allow` and `block`; keep one of them", "block")

    @post_load
    def omit_empty_lists(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Keep only the list that is set."""
        return {name: countries for name, countries in data.items() if countries}


class HomeSectionField(StringField):
    """A section of the home page."""

    example = "one of " + ", ".join(HOME_SECTIONS) + ", band:KEY, rail:KEY"

    def parse(self, value: Any) -> str:
        """Parse a section name, or a kind and a key."""
        text = super().parse(value)
        if text not in HOME_SECTIONS and not re.fullmatch(r"(?:band|rail):[a-z0-9-]+", text):
            raise InvalidValueError(f"`{text}` is not a home page section", self.example)
        return text


class RemoteAuthField(PackField):
    """0, or the URL of the site that links devices instead of this one."""

    example = "0 or an address such as `https://…`"

    def parse(self, value: Any) -> Any:
        """Return 0 for none, or the URL."""
        if value == 0 and not isinstance(value, bool):
            return 0
        return LinkField(default=None).parse(value)


class ClipsSchema(PackSchema):
    """Rules for clips.

    `names_public` is when anonymous visitors can read the name of a paid event's clip: once it is
    `approved`, or `always`. `hide_after_reports` is the number of people whose reports hide a clip; 0 for
    never.
    """

    names_public = ChoiceField("approved", "always", default="approved")
    hide_after_reports = IntegerField(0, 1000, default=3)


class RenditionField(PackField):
    """The name of a rendition."""

    example = "a rendition such as `720p`"

    def parse(self, value: Any) -> str:
        """Return the rendition name. For a number such as 720, the error suggests the name."""
        rendition_names = [name.value for name in RenditionName]
        if type(value) is int:
            hint = (
                suggest(f"{value}p", rendition_names)
                if f"{value}p" not in rendition_names
                else f"write `{value}p`"
            )
            raise InvalidValueError(f"`{value}` is not a rendition", hint)
        if not isinstance(value, str):
            raise InvalidValueError(f"is {describe_type(value)}, not a rendition", f"write {self.example}")
        if value not in rendition_names:
            raise InvalidValueError(f"`{value}` is not a rendition", suggest(value, rendition_names))
        return value


class RenditionListField(ListField):
    """Rendition names, sorted largest first. None for the default."""

    def __init__(self, *, live: bool) -> None:
        self.live = live
        super().__init__(RenditionField(), default=None)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **rest: Any) -> list[Any]:
        names = super()._deserialize(value, attr, data, **rest)
        try:
            return [name.value for name in parse_names(names, live=self.live)]
        except RenditionsError as error:
            raise ValidationError(str(error)) from None


class RenditionsSchema(PackSchema):
    """Renditions of recordings added, and of live streams started, from now on.

    `audio_names` are the names of the audio tracks of live streams, the main one first. `loudness` is that of
    recordings in LUFS; without it, recordings are as loud as their files.
    """

    recordings = RenditionListField(live=False)
    live = RenditionListField(live=True)
    audio_names = ListField(
        StringField(example="a name such as `Home`", maximum=40), max_items=MAX_AUDIO_TRACKS
    )
    loudness = IntegerField(-31, -14, default=None)


class MakeGoodSchema(PackSchema):
    """What the channel pays back for events that did not play (how-to: make-good).

    `max_per_event` and `max_per_viewer` are whole units of the channel's currency; without them, there is no
    limit. `hours` and `credit_days` are times, the percentages are parts of what a viewer wanted to watch.
    """

    mode = ChoiceField("off", "propose", "automatic", default="off")
    method = ChoiceField("credit", "refund", default="credit")
    full_method = ChoiceField("credit", "refund", default="refund")
    share_percent = IntegerField(1, 100, default=10)
    share_minutes = IntegerField(1, 600, default=8)
    full_percent = IntegerField(1, 100, default=50)
    hours = IntegerField(1, 720, default=48)
    max_per_event = IntegerField(1, 1_000_000, default=None)
    max_per_viewer = IntegerField(1, 1_000_000, default=None)
    credit_days = IntegerField(1, 1_095, default=365)


class SingleSignOnSchema(PackSchema):
    """The OpenID Connect provider with which the channel's team logs in."""

    name = StringField(example="a name such as `Northgate Schools`", maximum=40)
    issuer = CheckedStringField(check_issuer, example="an issuer such as `https://accounts.google.com`")
    client_id = StringField(example="the client ID of the provider", maximum=200)
    domains = ListField(
        StringField(example="a domain such as `northgate.example.org`", pattern=_DOMAIN_PATTERN),
        min_items=1,
        max_items=20,
        default=...,
    )
    required = BooleanField(default=False)


class SettingsSchema(PackSchema):
    """Settings of a channel."""

    google_tag = StringField(
        example="a tag such as `G-1A2B3C4D5E`", pattern=r"[A-Za-z0-9-]{1,40}", default=None
    )
    google_cast = BooleanField(default=False)
    analytics_key = StringField(
        example="an analytics profile key", pattern=r"[A-Za-z0-9_-]{1,80}", default=None
    )
    analytics_consent = ChoiceField("ask", "not_needed", default="ask")
    remote_auth = RemoteAuthField(default=0)
    preroll_suppress_minutes = IntegerField(0, 10_080, default=defaults.PREROLL_MINUTES)
    ad_hosts = ListField(
        StringField(example="a host such as `ads.example.org` or `*.example.org`", pattern=AD_HOST_PATTERN),
        max_items=50,
    )
    geo = NestedField(GeoSchema, default=dict)
    blackouts = ListField(NestedField(ChannelBlackoutSchema), max_items=MAX_BLACKOUTS)
    home = ListField(HomeSectionField(), default=lambda: list(HOME_SECTIONS))
    default_view = ChoiceField("grid", "list", "card", "table", default="grid")
    clips = NestedField(ClipsSchema, default=lambda: ClipsSchema().load({}))
    renditions = NestedField(RenditionsSchema, default=lambda: RenditionsSchema().load({}))
    make_good = NestedField(MakeGoodSchema, default=lambda: MakeGoodSchema().load({}))
    operators_need_second_factor = BooleanField(default=False)
    single_sign_on = NestedField(SingleSignOnSchema, default=None)
    contact_days = IntegerField(1, 60, default=defaults.CONTACT_DAYS)


class StaticBlockSchema(PackSchema):
    """A text shown at a fixed place: a band of the home page, the footer text, the legal line."""

    title = LocalizedTextField(default=None)
    text = MarkdownField(default=None)
    action = NestedField(ActionSchema, default=None)
    image = FileField(default=None)


class ChannelSchema(PackSchema):
    """The content of `channel.yaml`."""

    slug = KeyField()
    name = StringField(example="the channel's name", maximum=80)
    short_name = StringField(example="a short name", maximum=30, default=None)
    tagline = LocalizedTextField(default=None)
    domains = ListField(
        StringField(example="a host name such as `watch.example.org`", pattern=_DOMAIN_PATTERN),
        min_items=1,
        max_items=50,
        default=...,
    )
    language = StringField(
        example="a language such as `en`", pattern=LANGUAGE_PATTERN, default=defaults.LANGUAGE
    )
    languages = ListField(StringField(example="a language such as `en`", pattern=LANGUAGE_PATTERN))
    currency = CheckedStringField(
        check_currency, example="a currency such as `USD`", default=defaults.CURRENCY
    )
    time_zone = CheckedStringField(
        check_time_zone, example="a time zone such as `America/Chicago`", default="UTC"
    )
    logo = FileField(default=None)
    favicon = FileField(default=None)
    share_picture = FileField(default=None)
    colors = MapField(ColorField(), names=tuple(DARK))
    theme = NestedField(ThemeSchema, default=lambda: ThemeSchema().load({}))
    settings = NestedField(SettingsSchema, default=lambda: SettingsSchema().load({}))
    static_blocks = MapField(NestedField(StaticBlockSchema))

    @post_load
    def apply_defaults(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Default the short name to the name, the languages to the language, and colors to the neutral
        theme."""
        data["short_name"] = data["short_name"] or data["name"][:30]
        data["languages"] = list(dict.fromkeys([data["language"], *data["languages"]]))
        data["colors"] = (LIGHT if data["theme"]["scheme"] == "light" else DARK) | data["colors"]
        return data
