"""Catalog items that viewers can follow, by type and id."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from touchline.shared.errors import InvalidInputError
from touchline.shared.strings.validation import not_one_of_message


class FavoriteType(StrEnum):
    """Type of a favorite: team, school or sport (product.md, section 6)."""

    PARTICIPANT = "participant"
    GROUP = "group"
    CATEGORY = "category"


class ReminderTargetType(StrEnum):
    """Type of a reminder's target, most specific first."""

    EVENT = "event"
    PARTICIPANT = "participant"
    GROUP = "group"
    CATEGORY = "category"

    @property
    def has_score_alerts(self) -> bool:
        """Whether viewers can get score alerts. A school or a sport has too many games at the same time."""
        return self in (ReminderTargetType.EVENT, ReminderTargetType.PARTICIPANT)


@dataclass(frozen=True)
class ReminderTarget:
    """The target of a reminder."""

    type: ReminderTargetType
    id: int


def parse_favorite_type(value: str) -> FavoriteType:
    """Return the type with this name.

    Raises `InvalidInputError` with the message of product.md, section 6.
    """
    return FavoriteType(_require_one_of(FavoriteType, "favoritable_type", value))


def parse_target_type(value: str) -> ReminderTargetType:
    """Return the type with this name. Raises `InvalidInputError` with the same message."""
    return ReminderTargetType(_require_one_of(ReminderTargetType, "about_type", value))


def _require_one_of(kinds: type[StrEnum], field: str, value: str) -> str:
    names = [kind.value for kind in kinds]
    if value not in names:
        raise InvalidInputError({field: [not_one_of_message(field, ", ".join(names), value)]})
    return value
