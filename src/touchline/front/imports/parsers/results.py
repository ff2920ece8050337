"""The result of a game in a file: its score, and how the game ended, such as `3-2 (OT)`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from touchline.catalog.domain.events.score import Ending
from touchline.shared.strings.folding import fold_text

Pair = tuple[int, int]
_PAIR = re.compile(r"(?<![0-9])([0-9]{1,3})\s*[-\u2013\u2014:]\s*([0-9]{1,3})(?![0-9])")
_DIGIT = re.compile(r"[0-9]")
_NUMBER = re.compile(r"[0-9]{1,3}")
_ENDINGS = {
    Ending.OVERTIME: r"(?:(?:[2-9]|double|triple) ?)?ot[2-9]?|overtime|aet|a e t|(?:after )?extra time"
    r"|prolongations?|prol",
    Ending.SHOOTOUT: r"so|s o|gws|shoot ?out|pks?|pens?|penalty kicks|penalties|tab|t a b|tirs au but"
    r"|tirs de barrage|fusillade",
    Ending.FORFEIT: r"forfeit(?:ed|ure)?|forfait|ff|walkover|w o",
}
_ENDING_PATTERNS = {ending: re.compile(rf"\b(?:{words})\b") for ending, words in _ENDINGS.items()}
_WON = {"w", "win", "won", "v", "victoire"}
_LOST = {"l", "loss", "lost", "defaite"}
_PLAYED = {"final", "finale", "f", "ft", "fin", "termine", "reg", "regulation"}
_TIED = {"d", "n", "t", "tie", "draw", "nulle"}
_SMALL_WORDS = {"p", "in", "by", "en", "par", "apres", "after"}
_HARMLESS = _WON | _LOST | _PLAYED | _TIED | _SMALL_WORDS


@dataclass(frozen=True, slots=True)
class RowResult:
    """The score of the home and the away team, and how the game ended.

    `ending` is empty if the file does not say it. `shootout` has the home team first. `winner` is `home` or
    `away` for a forfeit.
    """

    home: int
    away: int
    ending: str = ""
    shootout: Pair | None = None
    winner: str = ""

    def to_fields(self) -> dict[str, Any]:
        """Return the score as an event of the document has it, with what the file says only."""
        fields: dict[str, Any] = {"home": self.home, "away": self.away}
        if self.ending:
            fields["ending"] = self.ending
        if self.shootout:
            fields["shootout"] = dict(zip(("home", "away"), self.shootout, strict=True))
        if self.winner:
            fields["winner"] = self.winner
        return fields


@dataclass(frozen=True, slots=True)
class WrittenResult:
    """What the cells of a row say about its result.

    `text` is the cell with the score, `numbers` are those of two columns, `status` is the status of the game.
    `own_side` is the side of the team whose schedule the file is, empty for other files.
    """

    text: str
    numbers: tuple[str, str] = ("", "")
    status: str = ""
    own_side: str = ""
    is_away_first: bool = False


class UnclearResult(Exception):
    """The result, or a part of it, is not clear. `code` is a key of `MESSAGES`.

    `result` is what is clear, None if nothing is.
    """

    def __init__(self, code: str, result: RowResult | None = None) -> None:
        super().__init__(code)
        self.code, self.result = code, result


def read_result(written: WrittenResult) -> RowResult | None:
    """Return the result of a row, or None if it has none. Raises `UnclearResult`."""
    pairs = [(int(match[1]), int(match[2])) for match in _PAIR.finditer(written.text)]
    words = fold_text(_PAIR.sub(" ", written.text))
    if written.is_away_first:
        pairs = [(second, first) for first, second in pairs]
    if all(map(_NUMBER.fullmatch, written.numbers)):
        pairs = [(int(written.numbers[0]), int(written.numbers[1])), *pairs[1:]]
    elif any(map(_DIGIT.search, written.numbers)) and all(written.numbers):
        raise UnclearResult("score_invalid")
    ending = _find_ending([words, fold_text(written.status)])
    rest = remove_endings(words)
    if len(pairs) > 1 + (ending is Ending.SHOOTOUT) or _DIGIT.search(rest):
        raise UnclearResult("score_invalid")
    if ending is Ending.FORFEIT:
        return _read_forfeit(pairs, words, written.own_side)
    if not pairs:
        return None
    if ending is Ending.SHOOTOUT:
        return _read_shootout(pairs)
    home, away = pairs[0]
    result = RowResult(home, away, ending.value if ending else "")
    if set(rest.split()) - _HARMLESS:
        raise UnclearResult("ending_unknown", result)
    return result


def remove_endings(text: str) -> str:
    """Return a folded text without the words that say how a game ended."""
    for pattern in _ENDING_PATTERNS.values():
        text = pattern.sub(" ", text)
    return " ".join(text.split())


def _find_ending(texts: Iterable[str]) -> Ending | None:
    """Return how the game ended, None if no text says it. A shootout follows an overtime."""
    found = {ending for text in texts for ending, words in _ENDING_PATTERNS.items() if words.search(text)}
    if Ending.SHOOTOUT in found:
        found.discard(Ending.OVERTIME)
    if len(found) > 1:
        raise UnclearResult("ending_unclear")
    return next(iter(found), None)


def _read_shootout(pairs: list[Pair]) -> RowResult:
    """Return the score before the shootout, and the shootout's own.

    `3-2 (SO 4-3)` is 2-2 before the shootout, because its winner gets one goal more.
    """
    (home, away), shootout = pairs[0], pairs[1] if len(pairs) > 1 else None
    is_counted = abs(home - away) == 1 and shootout and (home > away) == (shootout[0] > shootout[1])
    if not shootout or shootout[0] == shootout[1] or not (home == away or is_counted):
        raise UnclearResult("shootout_unclear")
    return RowResult(min(home, away), min(home, away), Ending.SHOOTOUT.value, shootout)


def _read_forfeit(pairs: list[Pair], words: str, own_side: str) -> RowResult:
    """Return the result of a forfeit, whose winner the file must say: `1-0`, or `W` in a team's schedule."""
    home, away = pairs[0] if pairs else (0, 0)
    winners = set()
    if (home == 0) != (away == 0):
        winners.add("home" if home else "away")
    elif home or away:
        raise UnclearResult("forfeit_unclear")
    if own_side:
        other_side = "away" if own_side == "home" else "home"
        spoken = set(remove_endings(words).split())
        winners |= {side for side, names in ((own_side, _WON), (other_side, _LOST)) if spoken & names}
    if len(winners) != 1:
        raise UnclearResult("forfeit_unclear")
    return RowResult(home, away, Ending.FORFEIT.value, winner=winners.pop())
