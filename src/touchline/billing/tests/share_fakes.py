"""Fakes for revenue shares."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from touchline.billing.domain.revenue_share.statements import Game


class FakeShareGames:
    """`ShareGames` and `WatchedSeconds` with fixed games."""

    def __init__(self, *games: Game) -> None:
        self.games = list(games)

    def list_games(self, since: datetime, until: datetime, event_ids: Collection[int]) -> Sequence[Game]:
        """Return all games."""
        return self.games

    def list_schools(self, language: str) -> Sequence[tuple[int, str]]:
        """Return one school."""
        return [(5, "École Saint-Laurent")]

    def get_by_event(self, month: str) -> Mapping[int, int]:
        """Return the seconds of the games."""
        return {game.id: game.seconds for game in self.games if game.seconds}
