"""Mapping of taxonomy and participant rows to the domain."""

from collections.abc import Mapping, Sequence
from typing import Any

from touchline.catalog.adapters.sql.events.taxonomy_tables import (
    CategoryRow,
    GroupPropertyRow,
    GroupRow,
    LocationRow,
    ParticipantRow,
)
from touchline.catalog.domain.events.blackouts import Blackout
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.ids import PropertyId
from touchline.catalog.domain.taxonomy import Category, Gender, Group, GroupProperty, Location, PropertyValue
from touchline.shared.ids import CategoryId, GroupId, LocationId, ParticipantId


def to_category(row: CategoryRow) -> Category:
    """Return the category of a row."""
    return Category(
        id=CategoryId(row.id),
        key=row.key,
        name=row.name,
        short_name=row.short_name,
        sport=row.sport,
        gender=Gender(row.gender),
        image=row.image,
        weight=row.weight,
        clip_tags=tuple(row.clip_tags),
        blackouts=to_blackouts(row.blackouts),
    )


def to_blackouts(values: Sequence[Mapping[str, Any]] | None) -> tuple[Blackout, ...]:
    """Return the blackouts of a column `blackouts`."""
    return tuple(Blackout.from_dict(value) for value in values or ())


def to_location(row: LocationRow) -> Location:
    """Return the location of a row."""
    return Location(
        id=LocationId(row.id),
        key=row.key,
        name=row.name,
        city=row.city,
        state=row.state,
        country=row.country,
        time_zone=row.time_zone,
    )


def to_group(row: GroupRow) -> Group:
    """Return the group of a row."""
    return Group(
        id=GroupId(row.id),
        key=row.key,
        name=row.name,
        short_name=row.short_name,
        nickname=row.nickname,
        logo=row.logo,
        colors=tuple(row.colors),
        city=row.city,
        state=row.state,
        properties=row.properties,
    )


def to_group_property(row: GroupPropertyRow) -> GroupProperty:
    """Return the group property of a row."""
    values = tuple(PropertyValue(key=choice["key"], name=choice["name"]) for choice in row.choices)
    return GroupProperty(
        id=PropertyId(row.id), key=row.key, name=row.name, values=values, position=row.position
    )


def to_participant(row: ParticipantRow, children: tuple[Participant, ...] = ()) -> Participant:
    """Return the participant of a row whose group is loaded."""
    return Participant(
        id=ParticipantId(row.id),
        key=row.key,
        name=row.name,
        short_name=row.short_name,
        group=to_group(row.group) if row.group else None,
        category_id=CategoryId(row.category_id) if row.category_id else None,
        sport=row.sport,
        gender=Gender(row.gender),
        color=row.color,
        color_2=row.color_2,
        image=row.image,
        children=children,
    )


def to_participant_with_children(row: ParticipantRow) -> Participant:
    """Return a participant with its children that are not withdrawn."""
    children = (link.child for link in row.child_links if not link.child.withdrawn)
    return to_participant(row, tuple(to_participant(child) for child in children))
