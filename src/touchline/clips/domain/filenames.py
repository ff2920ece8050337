"""Names of files that viewers download: `2026-11-20 19.30 Cedar Ridge @ Northgate, Glove save.mp4`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

_FORBIDDEN_CHARACTERS = re.compile(r'[<>:"/\\|?*]')
_MAX_BYTES = 220
_SUFFIX = ".mp4"


def filename(event: Mapping[str, Any], clip: str = "") -> str:
    """The name of the file of an event (a row of the event list), or of a clip of it.

    Day and time are those of the start in its own time zone: two games of one day have two files. What file
    systems refuse becomes a dash, what cannot be seen a space, and no name is longer than they keep.
    """
    starts = datetime.fromtimestamp(event["event_utc_ts"], _zone(event["time_zone"]))
    label = f"{starts:%Y-%m-%d %H.%M} {event['name']}" + (f", {clip}" if clip else "")
    visible = "".join(" " if unicodedata.category(char)[0] == "C" else char for char in label)
    cleaned = _FORBIDDEN_CHARACTERS.sub("-", " ".join(unicodedata.normalize("NFC", visible).split()))
    return cleaned.encode()[:_MAX_BYTES].decode("utf-8", "ignore").rstrip(" .") + _SUFFIX


def _zone(name: str | None) -> tzinfo:
    try:
        return ZoneInfo(name or "UTC")
    except (KeyError, ValueError, OSError):  # unknown, a path, a folder
        return UTC
