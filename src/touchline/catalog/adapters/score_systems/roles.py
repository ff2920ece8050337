"""What the fields of a scoreboard are about, and the state that they make together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum, auto

from touchline.catalog.adapters.score_systems.field_values import (
    FieldValue,
    PeriodValue,
    read_clock,
    read_flag,
    read_number,
    read_period,
)
from touchline.catalog.application.scoring.score_feed import FeedState, PartialPair
from touchline.catalog.domain.scoring.timeline import Half
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import InvalidInputError

NO_FIELDS = ErrorMessage(
    "errors.score_system_fields",
    "No field of the scoreboard is known. Touchline reads fields such as {names}.",
)


class Role(Enum):
    """What a field is about."""

    AWAY = auto()
    HOME = auto()
    AWAY_SETS = auto()
    HOME_SETS = auto()
    PERIOD = auto()
    PERIOD_TEXT = auto()
    PERIOD_DESCRIPTION = auto()
    CLOCK = auto()
    CLOCK_STOPPED = auto()
    AWAY_AT_BAT = auto()
    HOME_AT_BAT = auto()


def _list_names() -> dict[str, Role]:
    """Return the role of each name, in lower case."""
    names: dict[str, Role] = {}
    for side, score, sets, at_bat in (
        ("home", Role.HOME, Role.HOME_SETS, Role.HOME_AT_BAT),
        *(
            (side, Role.AWAY, Role.AWAY_SETS, Role.AWAY_AT_BAT)
            for side in ("guest", "away", "visitor", "visitors")
        ),
    ):
        names |= dict.fromkeys((f"{side} score", f"{side} team score"), score)
        names |= dict.fromkeys((f"{side} games won", f"{side} sets won", f"{side} sets"), sets)
        names |= dict.fromkeys((f"{side} at bat indicator", f"{side} at bat"), at_bat)
    for period in ("period", "quarter", "half", "game", "set", "inning"):
        names[period] = Role.PERIOD
        names[f"{period} text"] = Role.PERIOD_TEXT
        names[f"{period} description"] = Role.PERIOD_DESCRIPTION
    names |= dict.fromkeys(("main clock time", "main clock", "game clock", "clock", "time"), Role.CLOCK)
    names["main clock stopped"] = Role.CLOCK_STOPPED
    return names


ROLES: Mapping[str, Role] = _list_names()
MAX_NAME_LENGTH = 60
"""Number of characters up to which the name of a field is read."""


def build_state(values: Iterable[tuple[Role, FieldValue]], at_ms: int, examples: str) -> FeedState:
    """Return the state that the values make. The first one of a role that is not blank counts.

    Raises `InvalidInputError`, also if there is no field: `examples` are the names of some fields.
    """
    found: dict[Role, FieldValue] = {}
    for role, field in values:
        if role not in found or not found[role].text:
            found[role] = field
    if not found:
        raise InvalidInputError({"body": [NO_FIELDS.with_params(names=examples)]})
    period = _read_period(found)
    clock = read_clock(found[Role.CLOCK]) if Role.CLOCK in found else None
    stopped = found.get(Role.CLOCK_STOPPED)
    return FeedState(
        at_ms,
        _read_pair(found, Role.AWAY, Role.HOME),
        _read_pair(found, Role.AWAY_SETS, Role.HOME_SETS),
        period.period,
        clock,
        is_clock_running=not read_flag(stopped) if stopped and clock is not None else None,
        is_final=period.is_final,
        overtime=period.overtime,
        half=_find_half(found) or period.half,
    )


def _read_pair(found: Mapping[Role, FieldValue], away: Role, home: Role) -> PartialPair | None:
    """Return the values of both sides; None if neither is known."""
    away_value, home_value = (read_number(found[role]) if role in found else None for role in (away, home))
    return None if away_value is None and home_value is None else (away_value, home_value)


def _read_period(found: Mapping[Role, FieldValue]) -> PeriodValue:
    """Return what the number and the texts say together."""
    roles = (Role.PERIOD, Role.PERIOD_TEXT, Role.PERIOD_DESCRIPTION)
    values = [read_period(found[role]) for role in roles if role in found]
    return PeriodValue(
        next((item.period for item in values if item.period), None),
        next((item.overtime for item in values if item.overtime), None),
        next((item.half for item in values if item.half), None),
        any(item.is_final for item in values),
    )


def _find_half(found: Mapping[Role, FieldValue]) -> Half | None:
    """Return the half of the inning from who is at bat. The guests are in the top half."""
    for role, half in ((Role.AWAY_AT_BAT, Half.TOP), (Role.HOME_AT_BAT, Half.BOTTOM)):
        if role in found and read_flag(found[role]):
            return half
    return None
