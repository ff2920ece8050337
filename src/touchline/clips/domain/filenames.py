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
    """Return the file name for an event (a row of the event list) or for one of its clips.

    The date and time are the event's start in its own time zone. Two events on one day therefore have
    different names. Characters that file systems reject become dashes, invisible ones become spaces. Long
    names are truncated.
    """
    starts = datetime.fromtimestamp(event["event_utc_ts"], _zone(event["time_zone"]))
    label = f"{starts:%Y-%m-%d %H.%M} {event['name']}" + (f", {clip}" if clip else "")
    visible = "".join(" " if unicodedata.category(char)[0] == "C" else char for char in label)
    cleaned = _FORBIDDEN_CHARACTERS.sub("-", " ".join(unicodedata.normalize("NFC", visible).split()))
    return cleaned.encode()[:_MAX_BYTES].decode("utf-8", "ignore").rstrip(" .") + _SUFFIX


def _zone(name: str | None) -> tzinfo:
    try:
        return ZoneInfo(name or "UTC")
    except (KeyError, ValueError, OSError):  # unknown name, or a path or folder
        return UTC
