"""Values of a payload, read strictly: each has a type and bounds, and whatever does not fit is `Unfit`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NoReturn, TypeGuard

from touchline.analytics.domain.dropping import Reason, Unfit

Payload = Mapping[str, Any]
MOST_OBJECTS = 50
LARGEST_ID = 2_147_483_647
_NO_TEXT = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
_DIGITS = re.compile(r"[0-9]{1,10}")
_BROKEN_JSON = (ValueError, RecursionError)


def objects_in(body: str) -> list[Any]:
    """What a body holds: one thing or a list of at most 50; `Unfit`."""
    try:
        found = json.loads(body, parse_constant=_refuse)
    except _BROKEN_JSON:
        raise Unfit(Reason.NOT_JSON) from None
    if isinstance(found, dict):
        return [found]
    if not isinstance(found, list) or not found:
        raise Unfit(Reason.NOT_AN_OBJECT)
    if len(found) > MOST_OBJECTS:
        raise Unfit(Reason.TOO_MANY)
    return found


def text(payload: Payload, name: str, most: int) -> str:
    """A text of at most so many characters; "" where there is none."""
    value = payload.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Unfit(Reason.WRONG_TYPE)
    if len(value) > most:
        raise Unfit(Reason.TOO_LONG)
    return writable(value)


def writable(value: str) -> str:
    """A text that every store can hold: no control characters, no halves of characters."""
    if _NO_TEXT.search(value):
        raise Unfit(Reason.NOT_TEXT)
    return value


def number(payload: Payload, name: str, most: int) -> int:
    """A number from 0 to `most`, rounded to a whole one; 0 where there is none."""
    value = payload.get(name)
    if value is None:
        return 0
    if not is_number(value):
        raise Unfit(Reason.WRONG_TYPE)
    if not 0 <= value <= most:  # neither for what is no number at all
        raise Unfit(Reason.OUT_OF_RANGE)
    return round(value)


def is_number(value: Any) -> TypeGuard[int | float]:
    """Whether it is a number; truth values are none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_small(value: float) -> bool:
    """Whether every store can hold the number."""
    return abs(value) < 1e15  # also false of what is no number at all


def id_in(payload: Payload, name: str) -> int:
    """The number of a thing, digits in a text as well; 0 where there is none."""
    value = payload.get(name)
    if value is None:
        return 0
    if isinstance(value, str) and _DIGITS.fullmatch(value):
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Unfit(Reason.WRONG_TYPE)
    if not 0 < value <= LARGEST_ID:
        raise Unfit(Reason.OUT_OF_RANGE)
    return value


def _refuse(_constant: str) -> NoReturn:
    """NaN and the infinities are no JSON."""
    raise ValueError
