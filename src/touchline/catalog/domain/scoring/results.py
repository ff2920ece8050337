"""How a result is written, and which side is ahead.

A result has the score of the away team first, as the name of a game: `4–5 (OT)`, `2–2 (4–3 SO)`, `5–4 (9)`.
"""

from __future__ import annotations

import re

from touchline.catalog.domain.events.score import Ending, Score, Winner
from touchline.catalog.domain.scoring.sport import Sport
from touchline.shared.strings.localized import LocalText, localize

_OVERTIME: LocalText = {"en": "OT", "fr": "prol."}
_SHOOTOUT: LocalText = {"en": "SO", "fr": "TB"}
"""The notes of a sport that has none of its own, or is not known."""
_FORFEIT: LocalText = {"en": "Forfeit", "fr": "Forfait"}
_FORFEIT_WIN: LocalText = {"en": "{winner} won by forfeit", "fr": "Victoire par forfait\u00a0: {winner}"}
_FINAL: LocalText = {"en": "Final:", "fr": "Score final\u00a0:"}
_SHOOTOUT_NOTE = re.compile(
    r"(?:^|[^a-z])"
    r"(?:so|shoot-?out|pens?|pks?|penalties|penalty kicks|tab|t\.a\.b|tirs au but|fusillade|fus|tb|tdb)\b"
    r"[.:,\s(]*(\d+)\s*[–—:-]\s*(\d+)",
    re.IGNORECASE | re.ASCII,
)
"""A shootout in the note of a score from before scores had endings: `SO 4–3`, `F/SO (4-3)`, `t.a.b. 4–2`."""


def format_result(
    score: Score, sport: Sport | None, language: str, fallback: str, *, is_home_first: bool = False
) -> str:
    """Return the result, such as `4–5 (OT)`, `2–2 (4–3 SO)`, `3–2` in sets, or `Forfeit`."""
    if score.ending is Ending.FORFEIT:
        return localize(_FORFEIT, language, fallback)
    numbers = _join(score.away, score.home, is_home_first)
    note = format_ending(score, sport, language, fallback, is_home_first=is_home_first)
    return f"{numbers} ({note})" if note else numbers


def format_ending(
    score: Score, sport: Sport | None, language: str, fallback: str, *, is_home_first: bool = False
) -> str:
    """Return the note of a result, such as `OT`, `2OT`, `9` or `4–3 SO`; empty for a regulation game.

    A note that would need a period that is not known is empty, too.
    """
    if score.shootout:
        rules = sport.shootout if sport else None
        note = localize(rules.result if rules else _SHOOTOUT, language, fallback)
        return f"{_join(score.shootout.away, score.shootout.home, is_home_first)} {note}"
    if score.ending is not Ending.OVERTIME:
        return ""
    if sport is None or sport.overtime is None:
        return localize(_OVERTIME, language, fallback)
    return sport.get_overtime_note(score.period, language, fallback)


def format_final(
    score: Score, away: str, home: str, sport: Sport | None, language: str, fallback: str
) -> str:
    """Return a final result with the names of the teams: `Final: Harlan Falls 2–3 Cedar Ridge (OT)`."""
    if score.ending is Ending.FORFEIT:
        winner = home if score.winner is Winner.HOME else away
        return localize(_FORFEIT_WIN, language, fallback).format(winner=winner)
    note = format_ending(score, sport, language, fallback)
    text = f"{away} {_join(score.away, score.home, is_home_first=False)} {home}"
    return f"{localize(_FINAL, language, fallback)} {text}{f' ({note})' if note else ''}"


def get_leader(score: Score) -> Winner | None:
    """Return the side that is ahead or has won, also by a shootout or a forfeit; None for a tie."""
    if score.winner:
        return score.winner
    margin = (score.home - score.away) or _get_shootout_margin(score)
    if margin == 0:
        return None
    return Winner.HOME if margin > 0 else Winner.AWAY


def _get_shootout_margin(score: Score) -> int:
    """Return by how much the home team won the shootout, which is negative if it lost; 0 without one."""
    if score.shootout:
        return score.shootout.home - score.shootout.away
    found = (_SHOOTOUT_NOTE.search(note) for note in score.note.values())
    return next((int(match[2]) - int(match[1]) for match in found if match), 0)


def is_decided_by_shootout(score: Score) -> bool:
    """Return whether a shootout decided the game, by its ending or by its note."""
    return score.home == score.away and _get_shootout_margin(score) != 0


def _join(away: int, home: int, is_home_first: bool) -> str:
    first, second = (home, away) if is_home_first else (away, home)
    return f"{first}–{second}"
