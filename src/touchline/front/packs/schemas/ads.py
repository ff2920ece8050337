"""Pre-rolls, and where what they show and count may come from."""

from __future__ import annotations

import re
from typing import Any

from marshmallow import validates_schema

from touchline.front.packs.problems import Wrong
from touchline.front.packs.schemas.base import PackSchema
from touchline.front.packs.schemas.channel import LOOPBACK
from touchline.front.packs.schemas.context import surroundings
from touchline.front.packs.schemas.fields import Flag, Key, Link, Whole
from touchline.front.packs.schemas.many import Many
from touchline.front.packs.schemas.site import exactly_one
from touchline.front.packs.schemas.texts import PackFile, Text
from touchline.front.packs.schemas.value import plain

_ADDRESS = re.compile(rf"/(?!/)\S*|https://[^\s/@]+(?:[/?]\S*)?|http://(?:{LOOPBACK})/\S*")


class AdAddress(Link):
    """A path of this site, or an address that is fetched over https (without it on this machine alone)."""

    like = "a path such as `/files/…` or an address such as `https://…`"

    def read(self, value: Any) -> str:
        text = super().read(value)
        if not _ADDRESS.fullmatch(text):
            raise Wrong(f"`{text[:80]}` is not fetched over https", "begin it with `https://` or `/`")
        return text


class VastTag(AdAddress):
    """The address of a VAST tag, or a tag among the pack's files."""

    like = "`NAME.xml` or an address such as `https://…`"

    def read(self, value: Any) -> str:
        text = plain(value, self.like)
        if text.startswith(("/", "http://", "https://")):
            return super().read(text)
        folder = surroundings().folder
        return folder.take(text, "VAST tag") if folder else text

    def write(self, value: str) -> str:
        return surroundings().file_names.get(value, value)


class PrerollSchema(PackSchema):
    """A film before a stream; it matches when its location and categories do (product.md §5)."""

    key = Key()
    name = Text(default=None)
    url = AdAddress(default=None)
    file = PackFile("video", default=None)
    vast = VastTag(default=None)
    weight = Whole(default=1)
    location = Key(default=None)
    categories = Many(Key())
    for_vod = Flag(default=True)
    for_live = Flag(default=True)
    skip_after = Whole(0, 600, default=None)
    click_url = Link(default=None)

    @validates_schema
    def one_film(self, data: dict[str, Any], **_: Any) -> None:
        """A film of the pack, one that is elsewhere, or a tag that names one."""
        exactly_one(data, "file", "url", "vast")
