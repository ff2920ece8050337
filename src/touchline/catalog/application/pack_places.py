"""From a pack's categories, places, groups and participants to the domain; ids are 0 until they are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from touchline.catalog.domain.ids import PropertyId
from touchline.catalog.domain.participant import Participant
from touchline.catalog.domain.places import (
    Category,
    Gender,
    Group,
    GroupProperty,
    Location,
    PropertyValue,
)
from touchline.shared.ids import CategoryId, GroupId, LocationId, ParticipantId

Entry = Mapping[str, Any]


def category(entry: Entry) -> Category:
    """An entry of `categories.yaml`."""
    return Category(
        id=CategoryId(0),
        key=entry["key"],
        name=entry["name"],
        short_name=entry.get("short_name") or {},
        sport=entry.get("sport") or "",
        gender=gender(entry),
        image=entry.get("image"),
        weight=entry.get("weight") or 0,
        clip_tags=tuple(entry.get("clip_tags") or ()),
    )


def location(entry: Entry) -> Location:
    """An entry of `locations.yaml`."""
    return Location(
        id=LocationId(0),
        key=entry["key"],
        name=entry["name"],
        city=entry.get("city") or "",
        state=entry.get("state") or "",
        country=entry.get("country") or "",
        time_zone=entry.get("time_zone"),
    )


def group_property(entry: Entry, position: int) -> GroupProperty:
    """An entry of `properties.yaml`; the file's order is the order to show."""
    values = (PropertyValue(key=value["key"], name=value["name"]) for value in entry.get("values") or ())
    return GroupProperty(PropertyId(0), entry["key"], entry["name"], tuple(values), position)


def group(entry: Entry) -> Group:
    """An entry of `groups.yaml`."""
    return Group(
        id=GroupId(0),
        key=entry["key"],
        name=entry["name"],
        short_name=entry.get("short_name") or {},
        nickname=entry.get("nickname") or {},
        logo=entry.get("logo"),
        colors=tuple(entry.get("colors") or ()),
        city=entry.get("city") or "",
        state=entry.get("state") or "",
        properties=dict(entry.get("properties") or {}),
    )


def participant(
    entry: Entry,
    groups: Mapping[str, Group],
    categories: Mapping[str, Category],
    children: tuple[Participant, ...],
) -> Participant:
    """An entry of `participants.yaml`; sport and gender it does not say are its category's."""
    its_group = groups[entry["group"]] if entry.get("group") else None
    its_category = categories[entry["category"]] if entry.get("category") else None
    return Participant(
        id=ParticipantId(0),
        key=entry["key"],
        name=entry["name"],
        short_name=entry.get("short_name") or {},
        group=its_group,
        category_id=its_category.id if its_category else None,
        sport=entry.get("sport") or (its_category.sport if its_category else ""),
        gender=gender(entry, its_category.gender if its_category else Gender.NOT_IDENTIFIED),
        color=entry.get("color"),
        color_2=entry.get("color_2"),
        image=entry.get("image"),
        children=children,
    )


def gender(entry: Entry, otherwise: Gender = Gender.NOT_IDENTIFIED) -> Gender:
    """The gender of an entry, where it says one."""
    return Gender(entry["gender"]) if entry.get("gender") else otherwise
