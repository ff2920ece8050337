"""Builds sports, categories, locations, groups and participants from a pack. Ids are 0 until saved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from touchline.catalog.domain.events.blackouts import Blackout
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.ids import PropertyId, SportId
from touchline.catalog.domain.scoring.channel_sport import ChannelSport
from touchline.catalog.domain.taxonomy import Category, Gender, Group, GroupProperty, Location, PropertyValue
from touchline.shared.ids import CategoryId, GroupId, LocationId, ParticipantId

PackEntry = Mapping[str, Any]


def build_sport(entry: PackEntry) -> ChannelSport:
    """Build a sport from an entry of `sports.yaml`."""
    return ChannelSport(SportId(0), entry["key"], dict(entry))


def build_category(entry: PackEntry) -> Category:
    """Build a category from an entry of `categories.yaml`."""
    return Category(
        id=CategoryId(0),
        key=entry["key"],
        name=entry["name"],
        short_name=entry.get("short_name") or {},
        sport=entry.get("sport") or "",
        gender=parse_gender(entry),
        image=entry.get("image"),
        weight=entry.get("weight") or 0,
        clip_tags=tuple(entry.get("clip_tags") or ()),
        blackouts=build_blackouts(entry),
    )


def build_blackouts(entry: PackEntry) -> tuple[Blackout, ...]:
    """Build the blackouts of an entry that may have them."""
    return tuple(
        Blackout(
            regions=tuple(blackout["regions"]),
            since=blackout["from"],
            until=blackout["until"],
            hours_after_end=blackout["hours_after_end"],
        )
        for blackout in entry.get("blackouts") or ()
    )


def build_location(entry: PackEntry) -> Location:
    """Build a location from an entry of `locations.yaml`."""
    return Location(
        id=LocationId(0),
        key=entry["key"],
        name=entry["name"],
        city=entry.get("city") or "",
        state=entry.get("state") or "",
        country=entry.get("country") or "",
        time_zone=entry.get("time_zone"),
    )


def build_group_property(entry: PackEntry, position: int) -> GroupProperty:
    """Build a group property from an entry of `properties.yaml`. The file's order is the display order."""
    values = (PropertyValue(key=value["key"], name=value["name"]) for value in entry.get("values") or ())
    return GroupProperty(PropertyId(0), entry["key"], entry["name"], tuple(values), position)


def build_group(entry: PackEntry) -> Group:
    """Build a group from an entry of `groups.yaml`."""
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


def build_participant(
    entry: PackEntry,
    groups: Mapping[str, Group],
    categories: Mapping[str, Category],
    children: tuple[Participant, ...],
) -> Participant:
    """Build a participant from an entry of `participants.yaml`.

    A sport or gender that the entry does not set comes from its category.
    """
    group = groups[entry["group"]] if entry.get("group") else None
    category = categories[entry["category"]] if entry.get("category") else None
    return Participant(
        id=ParticipantId(0),
        key=entry["key"],
        name=entry["name"],
        short_name=entry.get("short_name") or {},
        group=group,
        category_id=category.id if category else None,
        sport=entry.get("sport") or (category.sport if category else ""),
        gender=parse_gender(entry, category.gender if category else Gender.NOT_IDENTIFIED),
        color=entry.get("color"),
        color_2=entry.get("color_2"),
        image=entry.get("image"),
        children=children,
    )


def parse_gender(entry: PackEntry, default: Gender = Gender.NOT_IDENTIFIED) -> Gender:
    """Return the gender of an entry, or the default if it sets none."""
    return Gender(entry["gender"]) if entry.get("gender") else default
