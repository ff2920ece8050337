"""The two teams of a title, such as "Hawks @ Otters"."""

from __future__ import annotations

import re

_HOME_FIRST = re.compile(r"(.+?)\s+(?:vs?\.?|versus|contre|c\.)\s+(.+)", re.IGNORECASE)
_AWAY_FIRST = re.compile(r"(.+?)\s*(?:\s@\s?|\s(?:at|chez)\s)\s*(.+)", re.IGNORECASE)
_SIDE_PREFIX = re.compile(r"(vs?\.?\s|versus\s|contre\s|@|at\s|chez\s)\s*(.+)", re.IGNORECASE)


def split_matchup(title: str) -> tuple[str, str] | None:
    """Return the home and the away team of a title, or None.

    "A @ B", "A at B" and "A chez B" are played at B; "A vs B" and "A contre B" at A.
    """
    if match := _AWAY_FIRST.fullmatch(title):
        return match[2].strip(), match[1].strip()
    if match := _HOME_FIRST.fullmatch(title):
        return match[1].strip(), match[2].strip()
    return None


def split_opponent(text: str) -> tuple[str, bool | None]:
    """Return the opponent's name, and whether the game is at home: "@ Hawks" is away, "vs Hawks" at home."""
    match = _SIDE_PREFIX.fullmatch(text)
    if not match:
        return text, None
    return match[2].strip(), match[1].strip().lower() not in ("@", "at", "chez")
