"""Strict readers for values of a payload. Each value has a type and bounds.

A value that does not fit raises `InvalidPayloadError`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NoReturn, TypeGuard

from touchline.analytics.domain.drop_reasons import DropReason, InvalidPayloadError

Payload = Mapping[str, Any]
MAX_PAYLOADS = 50
MAX_ID = 2_147_483_647
_UNSTORABLE_CHARACTERS = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
_DIGITS_PATTERN = re.compile(r"[0-9]{1,10}")
_JSON_ERRORS = (ValueError, RecursionError)


def parse_payloads(body: str) -> list[Any]:
    """Return the payloads of a body: one object or a list of at most 50. Raises `InvalidPayloadError`."""
    try:
        parsed = json.loads(body, parse_constant=_reject_constant)
    except _JSON_ERRORS:
        raise InvalidPayloadError(DropReason.NOT_JSON) from None
    if isinstance(parsed, dict):
        return [parsed]
    if not isinstance(parsed, list) or not parsed:
        raise InvalidPayloadError(DropReason.NOT_AN_OBJECT)
    if len(parsed) > MAX_PAYLOADS:
        raise InvalidPayloadError(DropReason.TOO_MANY)
    return parsed


def get_text(payload: Payload, name: str, maximum: int) -> str:
    """Return a text of at most `maximum` characters, or "" if it is missing."""
    value = payload.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InvalidPayloadError(DropReason.WRONG_TYPE)
    if len(value) > maximum:
        raise InvalidPayloadError(DropReason.TOO_LONG)
    return require_storable(value)


def require_storable(value: str) -> str:
    """Return the text if every store can hold it: no control characters and no surrogates."""
    if _UNSTORABLE_CHARACTERS.search(value):
        raise InvalidPayloadError(DropReason.NOT_TEXT)
    return value


def get_number(payload: Payload, name: str, maximum: int) -> int:
    """Return a number from 0 to `maximum`, rounded to an integer, or 0 if it is missing."""
    value = payload.get(name)
    if value is None:
        return 0
    if not is_number(value):
        raise InvalidPayloadError(DropReason.WRONG_TYPE)
    if not 0 <= value <= maximum:  # also true for NaN
        raise InvalidPayloadError(DropReason.OUT_OF_RANGE)
    return round(value)


def is_number(value: Any) -> TypeGuard[int | float]:
    """Return whether the value is a number. Booleans are not numbers."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_storable_number(value: float) -> bool:
    """Return whether every store can hold the number."""
    return abs(value) < 1e15  # also false for NaN


def get_id(payload: Payload, name: str) -> int:
    """Return an id, as a number or as digits in a text, or 0 if it is missing."""
    value = payload.get(name)
    if value is None:
        return 0
    if isinstance(value, str) and _DIGITS_PATTERN.fullmatch(value):
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidPayloadError(DropReason.WRONG_TYPE)
    if not 0 < value <= MAX_ID:
        raise InvalidPayloadError(DropReason.OUT_OF_RANGE)
    return value


def _reject_constant(_constant: str) -> NoReturn:
    """Reject NaN and infinities, which are not valid JSON."""
    raise ValueError
