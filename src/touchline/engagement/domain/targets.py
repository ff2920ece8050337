"""What can be followed: the catalogue's things, by kind and id."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from touchline.shared.errors import InvalidInputError
from touchline.shared.strings.validation import not_one_of_message


class FavoriteType(StrEnum):
    """What can be a favourite: a team, a school, a sport (product.md, section 6)."""

    PARTICIPANT = "participant"
    GROUP = "group"
    CATEGORY = "category"


class ReminderTargetType(StrEnum):
    """What a reminder can be about, the nearest first."""

    EVENT = "event"
    PARTICIPANT = "participant"
    GROUP = "group"
    CATEGORY = "category"


@dataclass(frozen=True)
class ReminderTarget:
    """What a reminder is about."""

    type: ReminderTargetType
    id: int


def parse_favorite_type(value: str) -> FavoriteType:
    """The type of that name; `InvalidInputError` with the sentence of product.md, section 6."""
    return FavoriteType(_require_one_of(FavoriteType, "favoritable_type", value))


def parse_target_type(value: str) -> ReminderTargetType:
    """The type of that name; `InvalidInputError` in the same words."""
    return ReminderTargetType(_require_one_of(ReminderTargetType, "about_type", value))


def _require_one_of(kinds: type[StrEnum], field: str, value: str) -> str:
    names = [kind.value for kind in kinds]
    if value not in names:
        raise InvalidInputError({field: [not_one_of_message(field, ", ".join(names), value)]})
    return value
