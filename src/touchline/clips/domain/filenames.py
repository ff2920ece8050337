"""What a file is called that a viewer takes away: `2026-11-20 Cedar Ridge @ Northgate, Glove save.mp4`."""

from __future__ import annotations

import re
import unicodedata
from datetime import date

_REFUSED = re.compile(r'[<>:"/\\|?*]+')
_MOST_BYTES = 200
_SUFFIX = ".mp4"


def filename(day: date, event: str, clip: str = "") -> str:
    """The name of an event's file, or of a clip's. What file systems refuse is replaced by dashes, what cannot
    be seen is left out, and no name is longer than they keep (255 bytes)."""
    said = f"{day:%Y-%m-%d} {event}" + (f", {clip}" if clip else "")
    seen = "".join(sign for sign in said if unicodedata.category(sign)[0] != "C" or sign.isspace())
    return _cut(" ".join(_REFUSED.sub("-", seen).split())).rstrip(" .") + _SUFFIX


def _cut(name: str) -> str:
    return name.encode()[:_MOST_BYTES].decode("utf-8", "ignore")
