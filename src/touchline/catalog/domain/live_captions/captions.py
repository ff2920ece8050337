"""Live captions: text with a time on the wall clock, before it is placed in a stream."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.shared.strings import normalize

MAX_TEXT_LENGTH = 400
MAX_LINES = 4
MAX_DURATION = timedelta(seconds=30)
"""The longest time for which a caption is shown."""
_BASE_DURATION = timedelta(seconds=2)
_TIME_PER_CHARACTER = timedelta(milliseconds=65)
_LONGEST_DEFAULT = timedelta(seconds=6)
_LINE_BREAK = re.compile(r"<br\s*/?>|\r\n|[\r\n\v\f\x85\u2028\u2029]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LiveCaption:
    """A caption of an event. An empty text ends the caption before it.

    `key` identifies it for its sender, who can correct it; "" if the sender gave none. Without `ends_at` it
    ends with the next caption, or when it has been shown long enough to read. `corrected_at` is when its
    text was last replaced. `id` is 0 before it is stored.
    """

    language: str
    starts_at: datetime
    text: str
    received_at: datetime
    ends_at: datetime | None = None
    key: str = ""
    corrected_at: datetime | None = None
    id: int = 0


def clean_text(text: str) -> str:
    """Return caption text without blank lines, surplus spaces and invisible characters.

    `<br>` is a line break, as in the captions that YouTube takes. Text that is too long is cut.
    """
    lines = (normalize.name(line) for line in _LINE_BREAK.split(text))
    kept = [line for line in lines if line]
    if len(kept) > MAX_LINES:
        kept = [*kept[: MAX_LINES - 1], " ".join(kept[MAX_LINES - 1 :])]
    return "\n".join(kept)[:MAX_TEXT_LENGTH].rstrip()


def default_duration(text: str) -> timedelta:
    """Return how long a caption is shown if nothing follows it: the time to read it, at most 6 s."""
    return min(_BASE_DURATION + _TIME_PER_CHARACTER * len(text), _LONGEST_DEFAULT)


def get_end(caption: LiveCaption) -> datetime:
    """Return the end of a caption that no other one follows. Text that was replaced stays readable."""
    if caption.ends_at is not None:
        return caption.ends_at
    end = caption.starts_at + default_duration(caption.text)
    if caption.corrected_at is not None:
        end = max(end, caption.corrected_at + _BASE_DURATION)
    return min(end, caption.starts_at + MAX_DURATION)


def order_captions(captions: Sequence[LiveCaption]) -> list[LiveCaption]:
    """Return captions in the order in which they are shown. One that was sent again counts once."""
    first_sent: dict[tuple[object, ...], LiveCaption] = {}
    for caption in sorted(captions, key=lambda caption: (caption.starts_at, caption.id)):
        content = (caption.language, caption.starts_at, caption.ends_at, caption.text)
        first_sent.setdefault(content, caption)
    return list(first_sent.values())
