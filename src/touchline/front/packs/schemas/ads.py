"""Pre-rolls and the allowed sources of their media and tracking."""

from __future__ import annotations

import re
from typing import Any

from marshmallow import validates_schema

from touchline.front.packs.problems import InvalidValueError
from touchline.front.packs.schemas.base import PackSchema
from touchline.front.packs.schemas.base_field import PackField, describe_type, parse_text
from touchline.front.packs.schemas.channel import LOOPBACK_PATTERN
from touchline.front.packs.schemas.context import get_pack_context
from touchline.front.packs.schemas.fields import BooleanField, IntegerField, KeyField, LinkField, StringField
from touchline.front.packs.schemas.nested_fields import ListField
from touchline.front.packs.schemas.site import require_exactly_one
from touchline.front.packs.schemas.text_fields import FileField, LocalizedTextField

NO_PREROLLS = "none"
MAX_DAILY_CAP = 100
_AD_URL = re.compile(rf"/(?!/)\S*|https://[^\s/@]+(?:[/?]\S*)?|http://(?:{LOOPBACK_PATTERN})/\S*")


class AdUrlField(LinkField):
    """A path on this site, or an https URL. Plain http is allowed only on the local machine."""

    example = "a path such as `/files/…` or a URL such as `https://…`"

    def parse(self, value: Any) -> str:
        text = super().parse(value)
        if not _AD_URL.fullmatch(text):
            raise InvalidValueError(f"`{text[:80]}` does not use https", "begin it with `https://` or `/`")
        return text


class VastTagField(AdUrlField):
    """The URL of a VAST tag, or a tag among the pack's files."""

    example = "`NAME.xml` or a URL such as `https://…`"

    def parse(self, value: Any) -> str:
        text = parse_text(value, self.example)
        if text.startswith(("/", "http://", "https://")):
            return super().parse(text)
        folder = get_pack_context().folder
        return folder.add_file(text, "VAST tag") if folder else text

    def dump(self, value: str) -> str:
        return get_pack_context().file_names.get(value, value)


class PrerollKeysField(PackField):
    """The pre-rolls that may play before an event: `none`, or their keys. None stands for all that fit."""

    example = "`none`, or a list of keys of `prerolls.yaml`"

    def parse(self, value: Any) -> list[str]:
        if value == NO_PREROLLS:
            return []
        if not isinstance(value, list) or not value:
            raise InvalidValueError(f"is {describe_type(value)}", f"write {self.example}")
        return list(dict.fromkeys(parse_text(key, self.example) for key in value))

    def dump(self, value: list[str]) -> str | list[str]:
        return list(value) or NO_PREROLLS


class SponsorSchema(PackSchema):
    """A business that pays for pre-rolls. `daily_cap` limits how often a viewer sees them in a day."""

    key = KeyField()
    name = LocalizedTextField()
    logo = FileField(default=None)
    url = LinkField(default=None)
    email = StringField(
        example="an address such as `ads@example.com`",
        pattern=r"[^\s@<>\"]+@[^\s@<>\"]+\.[^\s@<>\"]+",
        maximum=200,
        default=None,
    )
    daily_cap = IntegerField(1, MAX_DAILY_CAP, default=None)
    archived = BooleanField(default=False)


class PrerollSchema(PackSchema):
    """A video before a stream. It is shown if its location and categories match (product.md §5)."""

    key = KeyField()
    name = LocalizedTextField(default=None)
    url = AdUrlField(default=None)
    file = FileField("video", default=None)
    vast = VastTagField(default=None)
    weight = IntegerField(default=1)
    location = KeyField(default=None)
    categories = ListField(KeyField())
    for_vod = BooleanField(default=True)
    for_live = BooleanField(default=True)
    skip_after = IntegerField(0, 600, default=None)
    click_url = LinkField(default=None)
    sponsor = KeyField(default=None)

    @validates_schema
    def require_one_source(self, data: dict[str, Any], **_: Any) -> None:
        """Require exactly one source: a video of the pack, a video URL, or a VAST tag."""
        require_exactly_one(data, "file", "url", "vast")
