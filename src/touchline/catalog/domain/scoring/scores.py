"""The score of an event, as its timeline says."""

from __future__ import annotations

from touchline.catalog.domain.events.score import Ending, Score, Shootout
from touchline.catalog.domain.scoring.scoreboard import Phase, Scoreboard
from touchline.catalog.domain.scoring.sport import ScoringMethod, Sport
from touchline.catalog.domain.scoring.timeline import Pair
from touchline.shared.strings.localized import LocalText


def to_score(sport: Sport, board: Scoreboard) -> Score | None:
    """Return the score of a game: sets won in a sport of sets, points otherwise. None before its start."""
    if board.phase is Phase.BEFORE or not sport.has_score:
        return None
    away, home = get_decisive(sport, board)
    ending = board.ending or Ending.REGULATION
    shootout = Shootout(*board.shootout) if board.shootout and ending is Ending.SHOOTOUT else None
    note = {} if board.phase is Phase.ENDED else name_phase(sport, board)
    period = board.period or None if board.phase is Phase.ENDED else None
    return Score(away, home, note, ending, shootout, board.winner, period)


def get_decisive(sport: Sport, board: Scoreboard) -> Pair:
    """Return what decides the game: the sets won, or the points."""
    return board.sets if sport.method is ScoringMethod.SETS else board.points


def name_phase(sport: Sport, board: Scoreboard, *, is_short: bool = False) -> LocalText:
    """Return the name of the current period, break or shootout, in each language of the sport."""
    return {language: _name_phase(sport, board, language, is_short=is_short) for language in sport.name}


def _name_phase(sport: Sport, board: Scoreboard, language: str, *, is_short: bool) -> str:
    if board.phase is Phase.SHOOTOUT and sport.shootout:
        names = sport.shootout.short_name if is_short else sport.shootout.name
        return names.get(language) or next(iter(names.values()))
    if board.phase is Phase.BREAK:
        return sport.get_break_name(board.period, language, language) or sport.get_period_name(
            board.period, language, language
        )
    return sport.get_period_name(board.period, language, language, is_short=is_short)
