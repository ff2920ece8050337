"""Taxonomy of events: categories, locations, and groups (schools) with their properties."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from touchline.catalog.domain.events.blackouts import Blackout
from touchline.catalog.domain.ids import PropertyId
from touchline.shared.ids import CategoryId, GroupId, LocationId
from touchline.shared.strings.localized import LocalText


class Gender(StrEnum):
    """The gender of a category or participant (product.md, section 3: shown as M/W and Men/Women)."""

    MALE = "male"
    FEMALE = "female"
    NOT_IDENTIFIED = "not identified"


@dataclass(frozen=True, slots=True)
class Category:
    """A kind of event, such as "Boys hockey".

    `key` is its alias and its identity in a channel pack. `clip_tags` are the names of its moments (Goal,
    Save), in the order in which they are offered. `blackouts` are those of all its events.
    """

    id: CategoryId
    key: str
    name: LocalText
    short_name: LocalText = field(default_factory=dict)
    sport: str = ""
    gender: Gender = Gender.NOT_IDENTIFIED
    image: str | None = None
    weight: int = 0
    clip_tags: tuple[LocalText, ...] = ()
    blackouts: tuple[Blackout, ...] = ()


@dataclass(frozen=True, slots=True)
class Location:
    """A place where events happen. `time_zone` (IANA) is None if it is the channel's."""

    id: LocationId
    key: str
    name: LocalText
    city: str = ""
    state: str = ""
    country: str = ""
    time_zone: str | None = None


@dataclass(frozen=True, slots=True)
class PropertyValue:
    """A value that a group property may have."""

    key: str
    name: LocalText


@dataclass(frozen=True, slots=True)
class GroupProperty:
    """A property that distinguishes groups, such as the division."""

    id: PropertyId
    key: str
    name: LocalText
    values: tuple[PropertyValue, ...] = ()
    position: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """A participant group: a school or club with several teams.

    `properties` maps a property to the key of its value.
    """

    id: GroupId
    key: str
    name: LocalText
    short_name: LocalText = field(default_factory=dict)
    nickname: LocalText = field(default_factory=dict)
    logo: str | None = None
    colors: tuple[str, ...] = ()
    city: str = ""
    state: str = ""
    properties: dict[str, str] = field(default_factory=dict)
