"""Trims: the range of a recording that viewers see. Nothing is deleted, so a trim can be undone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError

WRONG_ORDER = ErrorMessage("errors.trim_order", "The end must be after the start.")
PAST_END = ErrorMessage(
    "errors.trim_past_end", "The recording is only {length} long. Choose an earlier time."
)
WHOLE_RANGE = ErrorMessage(
    "errors.trim_whole", "This range is the whole recording. Choose a later start or an earlier end."
)
NOT_READY = ErrorMessage("errors.trim_not_ready", "Trim the video when it is ready.")
NOT_TRIMMED = ErrorMessage("errors.trim_none", "This video already has its full length.")
HAS_SHOWING = ErrorMessage(
    "errors.trim_showing",
    "This recording is scheduled to play as if it were live. Trim it after that, or cancel the showing.",
)
INVALID_TIME = "`{text}` is not a time. Write it as h:mm:ss, such as 1:02:30."
NO_FILES = "The files of this video are missing."
_TIME = re.compile(r"(?:(?:(\d{1,3}):)?(\d{1,4}):)?(\d{1,6}(?:\.\d{1,3})?)", re.ASCII)
ROUNDING_MS = 1_000
"""How far a time may be past the end, because people read times in whole seconds."""


@dataclass(frozen=True, slots=True)
class Trim:
    """A range of a recording, in milliseconds of its full length."""

    start_ms: int
    end_ms: int

    @property
    def duration_ms(self) -> int:
        """The length of the range."""
        return self.end_ms - self.start_ms

    def contains(self, start_ms: float, duration_ms: float) -> bool:
        """Return whether most of a segment belongs to the range."""
        return self.start_ms <= start_ms + duration_ms / 2 < self.end_ms


def parse_trim(start_ms: int, end_ms: int | None, full_duration_ms: int) -> Trim:
    """Return the range that an operator chose. Without an end, it lasts to the end of the recording.

    Raises `RefusedError` if the recording does not have this range.
    """
    end_ms = full_duration_ms if end_ms is None else end_ms
    if end_ms - full_duration_ms > ROUNDING_MS or start_ms >= full_duration_ms:
        raise RefusedError(PAST_END.with_params(length=format_length(full_duration_ms)))
    if end_ms <= start_ms:
        raise RefusedError(WRONG_ORDER)
    return Trim(max(0, start_ms), min(end_ms, full_duration_ms))


def align_trim(trim: Trim, boundaries: Sequence[int]) -> Trim:
    """Return the range from and to the nearest boundaries between segments, at least one segment long.

    `boundaries` are the starts of all segments and the end of the last one, in milliseconds. Raises
    `RefusedError` if the range is the whole recording.
    """
    if len(boundaries) < 2:
        raise RefusedError(NO_FILES)
    numbers = range(len(boundaries))
    start = min(numbers[:-1], key=lambda number: abs(boundaries[number] - trim.start_ms))
    end = min(numbers[start + 1 :], key=lambda number: abs(boundaries[number] - trim.end_ms))
    if start == 0 and end == numbers[-1]:
        raise RefusedError(WHOLE_RANGE)
    return Trim(boundaries[start], boundaries[end])


def parse_time(text: str) -> int:
    """Return a time such as `1:02:30`, `2:30` or `150.5` in milliseconds. Raises `RefusedError`."""
    match = _TIME.fullmatch(text.strip())
    if match is None:
        raise RefusedError(INVALID_TIME.format(text=text))
    hours, minutes, seconds = match.groups()
    return round(((int(hours or 0) * 60 + int(minutes or 0)) * 60 + float(seconds)) * 1000)


def format_length(duration_ms: int) -> str:
    """Return a length as `h:mm:ss`, in whole seconds."""
    minutes, seconds = divmod(duration_ms // 1000, 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{seconds:02d}"
