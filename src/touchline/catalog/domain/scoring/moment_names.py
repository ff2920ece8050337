"""Names of moments that stand alone, such as "Goal – Kodiaks 2–1, 2nd 06:12"."""

from __future__ import annotations

from collections.abc import Mapping

from touchline.catalog.domain.scoring.moments import KeyMoment, MomentKind
from touchline.catalog.domain.scoring.scoreboard import Phase, Scoreboard
from touchline.catalog.domain.scoring.scores import name_phase
from touchline.catalog.domain.scoring.sport import ClockDirection, Sport
from touchline.catalog.domain.scoring.timeline import Pair, Side
from touchline.shared.strings.localized import LocalText, localize


def name_moment(sport: Sport, moment: KeyMoment, teams: Mapping[Side, LocalText], fallback: str) -> LocalText:
    """Return what happened, for which team and when, in each language of the sport.

    A score has the points of the side that scored first.
    """
    return {language: _name(sport, moment, teams, language, fallback) for language in sport.name}


def _name(
    sport: Sport, moment: KeyMoment, teams: Mapping[Side, LocalText], language: str, fallback: str
) -> str:
    board = moment.scoreboard
    team = localize(teams.get(moment.side), language, fallback) if moment.side else ""
    score = _format_score(board, moment.side) if moment.kind is MomentKind.SCORE else ""
    when = " ".join(filter(None, (_name_period(sport, board, language), _format_clock(sport, moment))))
    details = ", ".join(filter(None, (" ".join(filter(None, (team, score))), when)))
    return " – ".join(filter(None, (localize(moment.name, language, fallback), details)))


def _name_period(sport: Sport, board: Scoreboard, language: str) -> str:
    return name_phase(sport, board, is_short=True)[language] if board.phase is not Phase.ENDED else ""


def _format_score(board: Scoreboard, side: Side | None) -> str:
    points: Pair = board.shootout if board.phase is Phase.SHOOTOUT and board.shootout else board.points
    away, home = points
    return f"{home}–{away}" if side is Side.HOME else f"{away}–{home}"


def _format_clock(sport: Sport, moment: KeyMoment) -> str:
    """Return what the clock of the game showed, such as `06:12`; empty without one."""
    clock = moment.scoreboard.clock
    if sport.clock is ClockDirection.NONE or clock is None or moment.scoreboard.phase is not Phase.PERIOD:
        return ""
    minutes, seconds = divmod(clock.get_ms(moment.at_ms, sport.clock) // 1000, 60)
    return f"{minutes:02}:{seconds:02}"
