"""The site around the catalogue: menu, slides, pages, questions, pop-ups, routes."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, validates_schema

from touchline.front.packs.schemas.base import PackSchema
from touchline.front.packs.schemas.channel import ActionSchema
from touchline.front.packs.schemas.fields import Choice, Flag, Key, Link, Whole, Word
from touchline.front.packs.schemas.many import Many, MapOf, Part
from touchline.front.packs.schemas.texts import Markdown, PackFile, Text


def exactly_one(data: dict[str, Any], *names: str, most: str = "") -> None:
    """Refuse a thing that says none or several of some fields."""
    said = [name for name in names if data.get(name)]
    if len(said) > 1:
        raise ValidationError(f"stands beside `{said[0]}`; keep one of them", said[1])
    if not said:
        raise ValidationError(f"is missing; write one of {', '.join(names)}{most}", names[0])


class MenuItemSchema(PackSchema):
    """An entry of the header's or the footer's menu."""

    key = Key()
    label = Text()
    url = Link(default=None)
    page = Key(default=None)
    kind = Choice("participants", "groups", "live", default=None)
    area = Choice("header", "footer", default="header")
    column = Text(default=None)
    icon = Word(like="an icon's name", pattern="[a-z0-9-]{1,40}", default=None)
    children = Many(Part(lambda: MenuItemSchema()), most=50)

    @validates_schema
    def leads_somewhere(self, data: dict[str, Any], **_: Any) -> None:
        """An entry has one target, or children; a kind may have its own address."""
        if data.get("page") or not (data.get("kind") or data.get("children")):
            exactly_one(data, "url", "page", most=", kind or children")


class SlideSchema(PackSchema):
    """A slide on the home page or on the page of a category, participant or group."""

    key = Key()
    type = Choice("main", "category", "participant", "group", default="main")
    of = Key(default=None)
    title = Text()
    line = Text(default=None)
    image = PackFile()
    image_tall = PackFile(default=None)
    event = Key(default=None)
    badge = Text(default=None)
    action = Part(ActionSchema, default=None)
    second_action = Part(ActionSchema, default=None)
    weight = Whole(default=0)

    @validates_schema
    def whose(self, data: dict[str, Any], **_: Any) -> None:
        """Only a main slide belongs to nobody."""
        if data["type"] == "main" and data.get("of"):
            raise ValidationError("belongs to nothing on a main slide; remove it or set `type`", "of")
        if data["type"] != "main" and not data.get("of"):
            raise ValidationError(f"is missing; write the key of the {data['type']}", "of")


class PageSchema(PackSchema):
    """Front matter of a content page."""

    key = Key()
    name = Text()
    url = Link(own=True)
    alt_name = Text(default=None)


class QuestionSchema(PackSchema):
    """A question of the FAQ."""

    key = Key()
    group = Text(default=None)
    question = Text()
    answer = Markdown()


class PopupSchema(PackSchema):
    """A message over a page."""

    key = Key()
    title = Text()
    text = Markdown()
    path = Link(own=True, default=None)
    once = Flag(default=True)
    action = Part(ActionSchema, default=None)


class RouteSchema(PackSchema):
    """A path of this channel that leads to another."""

    path = Link(own=True)
    to = Link()


class TextsSchema(Schema):
    """`texts.yaml`: custom texts by free names, read and written whole."""

    def load(self, data: Any, **_: Any) -> dict[str, Any]:
        """Every entry is a text."""
        return dict(_TEXTS.deserialize(data))

    def dump(self, obj: Any, **_: Any) -> dict[str, Any]:
        """The opposite of `load`."""
        return dict(_TEXTS._serialize(obj, None, None))


_TEXTS = MapOf(Text())
