"""Values of a scoreboard: the texts of numbers, clocks and periods.

A blank text is a value that is not known. Scoreboards leave a field blank before the game, and a camera does
not read each frame.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Never

from touchline.catalog.domain.scoring.timeline import MAX_CLOCK_SECONDS, MAX_SCORE, Half
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import InvalidInputError
from touchline.shared.strings.validation import is_digits

MAX_ECHO_LENGTH = 40
MAX_TEXT_LENGTH = 40
"""Number of characters up to which a text is read. Longer ones are not those of a scoreboard."""
NOT_A_NUMBER = ErrorMessage(
    "errors.score_system_number", "{field} is “{value}”. Send a whole number from 0 to {maximum}."
)
NOT_A_CLOCK = ErrorMessage(
    "errors.score_system_clock", "{field} is “{value}”. Send a time such as 12:34, 59.9 or :45."
)
NOT_A_PERIOD = ErrorMessage(
    "errors.score_system_period", "{field} is “{value}”. Send the number of the period, OT or FINAL."
)

_CLOCK = re.compile(r"(?:(?P<minutes>\d{0,3}):)?(?P<seconds>\d{1,2})(?P<tenths>\.\d?)?")
_TIME_OF_DAY = re.compile(r"\d{1,2}:\d{2}:\d{2}(?:\.\d)?")
_FINAL = re.compile(r"(?:f|final)\b[\s/-]*(?P<rest>.*)")
_OVERTIME = re.compile(r"(?P<before>\d?)\s*(?:ot|et|overtime)[\s/]*(?P<after>\d?)")
_HALF = re.compile(
    r"(?P<half>(?:top|bottom|bot|middle|mid|end)\b(?:\s*of)?(?:\s*the)?|[tb](?=\s*\d))\s*(?P<rest>.*)"
)
_NUMBER = re.compile(
    r"(?:(?:period|per|p|quarter|qtr|q|set|game|inning|half)[\s.]*)?(?P<number>\d{1,2})(?:st|nd|rd|th)?"
    r"(?:\s*(?:period|per|quarter|qtr|q|set|game|inning|half|h))?"
)
_OTHER_WORDS = re.compile(
    r"pre.*|warm.*|half|half\s?time|ht|int|intermission|break|end|time\s?out|so|shoot\s?out|pk|ft|full\s?time"
)
_OFF = frozenset(("", "false", "0", "no", "off"))


@dataclass(frozen=True, slots=True)
class FieldValue:
    """A value of a scoreboard, under the name that the system gives it.

    `is_certain` is False if the system may not have read it: a value that is not valid is then not known.
    """

    name: str
    value: object
    is_certain: bool = True

    @property
    def text(self) -> str:
        """The value as a text, in lower case and without spaces around it. Empty if it is not known."""
        if self.value is None:
            return ""
        text = self.value if isinstance(self.value, str) else json.dumps(self.value)
        return " ".join(text.casefold().split())

    def refuse(self, message: ErrorMessage, **params: int) -> Never:
        """Raise `InvalidInputError` for the field."""
        shown = self.value if isinstance(self.value, str) else json.dumps(self.value)
        refusal = message.with_params(field=self.name, value=shown[:MAX_ECHO_LENGTH], **params)
        raise InvalidInputError({self.name: [refusal]})


@dataclass(frozen=True, slots=True)
class PeriodValue:
    """What the text of a period says. `overtime` is the number of the overtime."""

    period: int | None = None
    overtime: int | None = None
    half: Half | None = None
    is_final: bool = False


def read_number(field: FieldValue, maximum: int = MAX_SCORE) -> int | None:
    """Return a whole number. Raises `InvalidInputError`."""
    text = field.text
    if is_digits(text) and len(text) <= len(str(maximum)) and int(text) <= maximum:
        return int(text)
    if text and field.is_certain:
        field.refuse(NOT_A_NUMBER, maximum=maximum)
    return None


def read_clock(field: FieldValue) -> int | None:
    """Return what the clock shows in whole seconds. The time of day is no game clock.

    Raises `InvalidInputError`.
    """
    text = field.text
    if not text or _TIME_OF_DAY.fullmatch(text):
        return None
    match = _CLOCK.fullmatch(text) if text.isascii() else None
    if match and (match["minutes"] is not None or match["tenths"]):
        seconds = int(match["minutes"] or 0) * 60 + int(match["seconds"])
        if seconds <= MAX_CLOCK_SECONDS and int(match["seconds"]) < 60:
            return seconds
    if field.is_certain:
        field.refuse(NOT_A_CLOCK)
    return None


def read_period(field: FieldValue) -> PeriodValue:
    """Return what the text of a period says, such as `3`, `2nd`, `Top of 5th`, `OT/2` or `FINAL`.

    A text about a pause says nothing. Raises `InvalidInputError`.
    """
    found = _parse_period(field.text)
    if found is None and field.is_certain:
        field.refuse(NOT_A_PERIOD)
    return found or PeriodValue()


def read_flag(field: FieldValue) -> bool:
    """Return whether an indicator is on. An indicator is blank if it is off."""
    return field.text not in _OFF


def _parse_period(text: str) -> PeriodValue | None:
    """Return what the text says; None if that is not known."""
    if not text:
        return PeriodValue()
    if len(text) > MAX_TEXT_LENGTH or not text.isascii():
        return None
    if match := _FINAL.fullmatch(text):
        rest = _parse_period(match["rest"]) or PeriodValue()
        return PeriodValue(rest.period, rest.overtime, is_final=True)
    if match := _OVERTIME.fullmatch(text):
        return PeriodValue(overtime=int(match["before"] or match["after"] or 1) or 1)
    if match := _NUMBER.fullmatch(text):
        return PeriodValue(int(match["number"]) or None)
    if match := _HALF.fullmatch(text):
        rest = _parse_period(match["rest"]) or PeriodValue()
        halves = {"t": Half.TOP, "b": Half.BOTTOM}
        return PeriodValue(rest.period, rest.overtime, halves.get(match["half"][0]))
    return PeriodValue() if _OTHER_WORDS.fullmatch(text) else None
