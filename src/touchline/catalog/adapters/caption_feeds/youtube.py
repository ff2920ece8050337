"""Captions as YouTube takes them by HTTP POST: a line with the time, then the lines of the caption.

    2026-11-30T19:04:11.250 region:reg1#cue1
    HERE COMES THE CORNER<br>FROM THE LEFT

The time is in UTC. A body without a caption asks for the time of the server.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from touchline.catalog.application.live_captions.post_captions import SentCaption
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError

NO_TIMES = ErrorMessage(
    "errors.captions_no_times",
    "Write the time in UTC above each caption, such as `2026-11-30T19:04:11.250`.",
)
_TIME_LINE = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?)Z?(?:[ \t].*)?", re.ASCII)


def read_youtube(text: str) -> list[SentCaption]:
    """Return the captions of a body. Raises `RefusedError` if text comes before the first time."""
    captions: list[SentCaption] = []
    starts_at: datetime | None = None
    lines: list[str] = []
    for line in [*text.splitlines(), None]:
        time = _TIME_LINE.fullmatch(line.strip()) if line is not None else None
        if line is not None and time is None:
            lines.append(line)
            continue
        if any(part.strip() for part in lines):
            if starts_at is None:
                raise RefusedError(NO_TIMES)
            captions.append(SentCaption("\n".join(lines), starts_at))
        lines = []
        starts_at = _parse_time(time[1]) if time else None
    return captions


def format_time(instant: datetime) -> str:
    """Return the time as YouTube answers a call."""
    return instant.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds")


def _parse_time(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC)
    except ValueError:
        raise RefusedError(NO_TIMES) from None
