"""Site content around the catalog: menu, slides, pages, FAQ, popups, routes."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, validates_schema

from touchline.front.packs.schemas.base import PackSchema
from touchline.front.packs.schemas.channel import ActionSchema
from touchline.front.packs.schemas.fields import (
    BooleanField,
    ChoiceField,
    IntegerField,
    KeyField,
    LinkField,
    StringField,
)
from touchline.front.packs.schemas.nested_fields import ListField, MapField, NestedField
from touchline.front.packs.schemas.text_fields import FileField, LocalizedTextField, MarkdownField


def require_exactly_one(data: dict[str, Any], *names: str, alternatives: str = "") -> None:
    """Require exactly one of the given fields."""
    present = [name for name in names if data.get(name)]
    if len(present) > 1:
        raise ValidationError(f"cannot be combined with `{present[0]}`; keep one of them", present[1])
    if not present:
        raise ValidationError(f"is missing; write one of {', '.join(names)}{alternatives}", names[0])


class MenuItemSchema(PackSchema):
    """An item of the header's or the footer's menu."""

    key = KeyField()
    label = LocalizedTextField()
    url = LinkField(default=None)
    page = KeyField(default=None)
    kind = ChoiceField("participants", "groups", "live", default=None)
    area = ChoiceField("header", "footer", default="header")
    column = LocalizedTextField(default=None)
    icon = StringField(example="an icon's name", pattern="[a-z0-9-]{1,40}", default=None)
    children = ListField(NestedField(lambda: MenuItemSchema()), max_items=50)

    @validates_schema
    def check_target(self, data: dict[str, Any], **_: Any) -> None:
        """Require one target or children. An item with a `kind` may have its own URL."""
        if data.get("page") or not (data.get("kind") or data.get("children")):
            require_exactly_one(data, "url", "page", alternatives=", kind or children")


class SlideSchema(PackSchema):
    """A slide on the home page or on the page of a category, participant or group."""

    key = KeyField()
    type = ChoiceField("main", "category", "participant", "group", default="main")
    of = KeyField(default=None)
    title = LocalizedTextField()
    line = LocalizedTextField(default=None)
    image = FileField(default=None)
    image_tall = FileField(default=None)
    event = KeyField(default=None)
    badge = LocalizedTextField(default=None)
    action = NestedField(ActionSchema, default=None)
    second_action = NestedField(ActionSchema, default=None)
    weight = IntegerField(default=0)

    @validates_schema
    def check_owner(self, data: dict[str, Any], **_: Any) -> None:
        """Require an owner for every slide except a main slide."""
        if data["type"] == "main" and data.get("of"):
            raise ValidationError("belongs to nothing on a main slide; remove it or set `type`", "of")
        if data["type"] != "main" and not data.get("of"):
            raise ValidationError(f"is missing; write the key of the {data['type']}", "of")

    @validates_schema
    def check_image(self, data: dict[str, Any], **_: Any) -> None:
        """Require an image, or an event whose pictures the slide shows."""
        if not data.get("image") and not data.get("event"):
            raise ValidationError(
                "is missing; add a picture, or write the key of an `event` to show its pictures", "image"
            )


class PageSchema(PackSchema):
    """Front matter of a content page."""

    key = KeyField()
    name = LocalizedTextField()
    url = LinkField(is_internal=True)
    alt_name = LocalizedTextField(default=None)


class PageEntrySchema(PageSchema):
    """A content page with its text."""

    text = MarkdownField()


class QuestionSchema(PackSchema):
    """A question of the FAQ."""

    key = KeyField()
    group = LocalizedTextField(default=None)
    question = LocalizedTextField()
    answer = MarkdownField()


class PopupSchema(PackSchema):
    """A message over a page."""

    key = KeyField()
    title = LocalizedTextField()
    text = MarkdownField()
    path = LinkField(is_internal=True, default=None)
    once = BooleanField(default=True)
    action = NestedField(ActionSchema, default=None)


class RouteSchema(PackSchema):
    """A path of this channel that redirects to another."""

    path = LinkField(is_internal=True)
    to = LinkField()


class TextsSchema(Schema):
    """`texts.yaml`: custom texts by free names, read and written as a whole."""

    def load(self, data: Any, **_: Any) -> dict[str, Any]:
        """Load the texts by name."""
        return dict(_TEXTS.deserialize(data))

    def dump(self, obj: Any, **_: Any) -> dict[str, Any]:
        """Dump the texts. The reverse of `load`."""
        return dict(_TEXTS._serialize(obj, None, None))


_TEXTS = MapField(LocalizedTextField())
