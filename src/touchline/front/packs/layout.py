"""The files of a pack, their content, and the context that takes each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from marshmallow import Schema

from touchline.front.packs.schemas import ads, catalog, coupons, forms, library, site, sports
from touchline.front.packs.schemas.channel import ChannelSchema

ContextName = Literal["channel", "catalog", "billing", "engagement", "demo"]


@dataclass(frozen=True)
class FileKind:
    """One YAML file: `is_list` if it contains a list of entries, else it contains one map."""

    context: ContextName
    schema: Callable[[], Schema]
    is_list: bool = True


CHANNEL_FILE = "channel.yaml"
TEXTS_FILE = "texts.yaml"
PAGES_FOLDER = "pages"
LAYOUT: dict[str, FileKind] = {
    CHANNEL_FILE: FileKind("channel", ChannelSchema, is_list=False),
    "menu.yaml": FileKind("channel", site.MenuItemSchema),
    "slides.yaml": FileKind("channel", site.SlideSchema),
    "faq.yaml": FileKind("channel", site.QuestionSchema),
    TEXTS_FILE: FileKind("channel", site.TextsSchema, is_list=False),
    "popups.yaml": FileKind("channel", site.PopupSchema),
    "sponsors.yaml": FileKind("channel", ads.SponsorSchema),
    "prerolls.yaml": FileKind("channel", ads.PrerollSchema),
    "routes.yaml": FileKind("channel", site.RouteSchema),
    "sports.yaml": FileKind("catalog", sports.SportSchema),
    "categories.yaml": FileKind("catalog", catalog.CategorySchema),
    "locations.yaml": FileKind("catalog", catalog.LocationSchema),
    "groups.yaml": FileKind("catalog", catalog.GroupSchema),
    "properties.yaml": FileKind("catalog", catalog.PropertySchema),
    "participants.yaml": FileKind("catalog", catalog.ParticipantSchema),
    "events.yaml": FileKind("catalog", catalog.EventSchema),
    "library.yaml": FileKind("catalog", library.LibrarySchema, is_list=False),
    "packages.yaml": FileKind("billing", library.OffersSchema, is_list=False),
    "coupons.yaml": FileKind("billing", coupons.CouponSchema),
    "forms.yaml": FileKind("engagement", forms.FormSchema),
    "footage.yaml": FileKind("demo", library.FootageSchema),
}


def stem(file: str) -> str:
    """Return the name of the file's content in a part: `menu.yaml` → `menu`."""
    return file.removesuffix(".yaml")
