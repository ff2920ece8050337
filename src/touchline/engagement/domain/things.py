"""What can be followed: the catalogue's things, by kind and id."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from touchline.shared.errors import Invalid
from touchline.shared.typed import not_one_of


class FavoriteType(StrEnum):
    """What can be a favourite: a team, a school, a sport (product.md, section 6)."""

    PARTICIPANT = "participant"
    GROUP = "group"
    CATEGORY = "category"


class AboutType(StrEnum):
    """What a reminder can be about, the nearest first."""

    EVENT = "event"
    PARTICIPANT = "participant"
    GROUP = "group"
    CATEGORY = "category"


@dataclass(frozen=True)
class About:
    """What a reminder is about."""

    type: AboutType
    id: int


def favorite_type(value: str) -> FavoriteType:
    """The type of that name; `Invalid` with the sentence of product.md, section 6."""
    return FavoriteType(_one_of(FavoriteType, "favoritable_type", value))


def about_type(value: str) -> AboutType:
    """The type of that name; `Invalid` in the same words."""
    return AboutType(_one_of(AboutType, "about_type", value))


def _one_of(kinds: type[StrEnum], field: str, value: str) -> str:
    names = [kind.value for kind in kinds]
    if value not in names:
        raise Invalid({field: [not_one_of(field, ", ".join(names), value)]})
    return value
