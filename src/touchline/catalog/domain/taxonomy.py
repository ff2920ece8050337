"""What events are sorted by: categories, locations, and groups (schools) with their properties."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from touchline.catalog.domain.ids import PropertyId
from touchline.shared.ids import CategoryId, GroupId, LocationId
from touchline.shared.strings.localized import LocalText


class Gender(StrEnum):
    """Whose game it is (product.md, section 3: shown as M/W and Men/Women)."""

    MALE = "male"
    FEMALE = "female"
    NOT_IDENTIFIED = "not identified"


@dataclass(frozen=True, slots=True)
class Category:
    """A kind of event, such as "Boys hockey". `key` is its alias and its identity in a channel pack;
    `clip_tags` are what its moments are called (Goal, Save), in the order in which they are offered."""

    id: CategoryId
    key: str
    name: LocalText
    short_name: LocalText = field(default_factory=dict)
    sport: str = ""
    gender: Gender = Gender.NOT_IDENTIFIED
    image: str | None = None
    weight: int = 0
    clip_tags: tuple[LocalText, ...] = ()


@dataclass(frozen=True, slots=True)
class Location:
    """Where events take place; `time_zone` (IANA) is None when it is the channel's."""

    id: LocationId
    key: str
    name: LocalText
    city: str = ""
    state: str = ""
    country: str = ""
    time_zone: str | None = None


@dataclass(frozen=True, slots=True)
class PropertyValue:
    """One value that a group property may have."""

    key: str
    name: LocalText


@dataclass(frozen=True, slots=True)
class GroupProperty:
    """Something groups are told apart by, such as the division."""

    id: PropertyId
    key: str
    name: LocalText
    values: tuple[PropertyValue, ...] = ()
    position: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """A participant group: a school or club with several teams. `properties` maps property to value key."""

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
