"""Score alerts: the moments of a game that have one, and its text."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.score import Ending
from touchline.catalog.domain.events.simulation import SimulationState
from touchline.catalog.domain.events.status import StreamStatus
from touchline.catalog.domain.scoring.moments import KeyMoment, MomentKind, list_news
from touchline.catalog.domain.scoring.results import format_ending
from touchline.catalog.domain.scoring.scoreboard import Phase, Scoreboard, Snapshot
from touchline.catalog.domain.scoring.scores import get_decisive, name_phase, to_score
from touchline.catalog.domain.scoring.sport import ClockDirection, ScoringMethod, Sport
from touchline.catalog.domain.scoring.timeline import Side
from touchline.shared.strings.localized import LocalText, localize

STARTS_BEFORE = timedelta(hours=1)
ENDS_AFTER = timedelta(hours=12)
"""How much earlier than planned a game may start, and how much later it may end. Entries that somebody adds
to an older game are news to nobody.
"""
_FINAL: LocalText = {"en": "Final", "fr": "Final"}
_FORFEIT: LocalText = {"en": "Forfeit", "fr": "Forfait"}


@dataclass(frozen=True, slots=True)
class AlertText:
    """A score alert in one language: `Goal – Kodiaks 2, Falcons 1`, and `Kodiaks · 2nd period 6:12`."""

    title: str
    body: str


def list_alert_moments(sport: Sport, snapshots: Iterable[Snapshot]) -> list[KeyMoment]:
    """Return the moments with an alert: the big ones and the final.

    In a sport of sets, only the ends of sets and the final: a match has dozens of kills.
    """
    is_sets = sport.method is ScoringMethod.SETS
    moments = list_news(sport, snapshots)
    return [moment for moment in moments if not (is_sets and moment.kind is MomentKind.MOMENT)]


def describe_content(sport: Sport, moment: KeyMoment) -> str:
    """Return what an alert says, apart from its language, clock and note. A correction makes it another."""
    board = moment.scoreboard
    parts = (
        moment.kind.value,
        moment.name.get("en", ""),
        moment.side or "",
        *get_decisive(sport, board),
        *(board.shootout or ()),
        board.ending or "",
        board.winner or "",
    )
    return "|".join(str(part) for part in parts)


def is_under_way(event: Event, now: datetime) -> bool:
    """Return whether a game may be going on, or has just ended."""
    if event.get_status(now) is StreamStatus.LIVE:
        return True
    simulation = event.get_simulation(None)
    if simulation and simulation.get_state(now) is not SimulationState.UPCOMING:
        return now < simulation.ends_at + ENDS_AFTER
    return event.takes_place and event.starts_at - STARTS_BEFORE <= now < event.ends_at + ENDS_AFTER


def write_alert(event: Event, sport: Sport, moment: KeyMoment, language: str, fallback: str) -> AlertText:
    """Return the text of an alert in a language."""
    return _AlertWriter(event, sport, language, fallback).write(moment)


@dataclass(frozen=True, slots=True)
class _AlertWriter:
    event: Event
    sport: Sport
    language: str
    fallback: str

    def write(self, moment: KeyMoment) -> AlertText:
        if moment.kind is MomentKind.FINAL:
            title = f"{self._localize(_FINAL)} – {self._write_final(moment.scoreboard)}"
            return AlertText(title, self._join(moment.text))
        name = self._localize(moment.name) or moment.text
        title = f"{name} – {self._write_score(moment.scoreboard)}{self._write_shootout(moment.scoreboard)}"
        text = moment.text if moment.text != name else ""
        return AlertText(title, self._join(self._name_side(moment.side), self._write_time(moment), text))

    def _join(self, *details: str) -> str:
        """Return the details and the label of the event, which distinguishes the games of a doubleheader."""
        return " · ".join(part for part in (*details, self._localize(self.event.label)) if part)

    def _write_final(self, board: Scoreboard) -> str:
        score = to_score(self.sport, board)
        if score is None or not self.event.is_matchup:
            return self.event.get_name(self.language, self.fallback)
        if score.ending is Ending.FORFEIT:
            name = self.event.get_name(self.language, self.fallback)
            return f"{name} ({self._localize(_FORFEIT)})"
        note = format_ending(score, self.sport, self.language, self.fallback)
        return f"{self._write_score(board)} ({note})" if note else self._write_score(board)

    def _write_score(self, board: Scoreboard) -> str:
        if not self.event.is_matchup or not self.sport.has_score:
            return self.event.get_name(self.language, self.fallback)
        away, home = get_decisive(self.sport, board)
        return f"{self._name_side(Side.AWAY)} {away}, {self._name_side(Side.HOME)} {home}"

    def _write_shootout(self, board: Scoreboard) -> str:
        """Return the score of a shootout that goes on, such as ` (1–0 SO)`."""
        if board.phase is not Phase.SHOOTOUT or board.shootout is None or self.sport.shootout is None:
            return ""
        away, home = board.shootout
        return f" ({away}–{home} {self._localize(self.sport.shootout.result)})"

    def _write_time(self, moment: KeyMoment) -> str:
        """Return the period and the clock, or the points of a set that has ended."""
        board = moment.scoreboard
        if moment.kind is MomentKind.PERIOD_END and board.by_period:
            away, home = board.by_period[-1]
            return f"{away}–{home}"
        name = self._localize(name_phase(self.sport, board))
        if board.phase is not Phase.PERIOD or board.clock is None:
            return name
        milliseconds = board.clock.get_ms(moment.at_ms, self.sport.clock)
        is_down = self.sport.clock is ClockDirection.DOWN
        seconds = math.ceil(milliseconds / 1000) if is_down else milliseconds // 1000
        return f"{name} {seconds // 60}:{seconds % 60:02}"

    def _name_side(self, side: Side | None) -> str:
        if side is None or not self.event.is_matchup:
            return ""
        away, home = self.event.ordered_sides
        participant = (home if side is Side.HOME else away).participant
        return self._localize(participant.name)

    def _localize(self, text: LocalText) -> str:
        return localize(text, self.language, self.fallback)
