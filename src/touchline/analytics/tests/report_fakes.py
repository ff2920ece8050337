"""Stand-ins for what reports need from other contexts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

from touchline.analytics.domain.facts import Batch, Happening, ThingKind, ViewFact, Visitor, What
from touchline.analytics.domain.spans import Span
from touchline.analytics.ports.catalogue import Game
from touchline.analytics.ports.channel_facts import Facts
from touchline.analytics.ports.moments import Moment
from touchline.analytics.ports.sales import Sold
from touchline.analytics.tests.fakes import MemoryStore
from touchline.shared.ids import ChannelId

CHANNEL = ChannelId(1)
CHICAGO = ZoneInfo("America/Chicago")
NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
AT = int(NOON.timestamp())


class Here:
    """The channel `prairie`."""

    def now(self) -> Facts:
        """Always the same."""
        return Facts(CHANNEL, "en", CHICAGO, "USD")


class Shelf:
    """Games and films in lists."""

    def __init__(self, *games: Game, films: Mapping[int, str] | None = None) -> None:
        self._games = {game.id: game for game in games}
        self._films = films or {}

    def games(self, ids: Collection[int], language: str) -> Mapping[int, Game]:
        """Those that are there."""
        return {number: self._games[number] for number in ids if number in self._games}

    def films(self, ids: Collection[int], language: str) -> Mapping[int, str]:
        """Those that are there."""
        return {number: self._films[number] for number in ids if number in self._films}


class Till:
    """What was sold, in a list."""

    def __init__(self, *sold: Sold) -> None:
        self._sold = sold

    def of(self, span: Span, language: str) -> Sequence[Sold]:
        """Within the span."""
        return [one for one in self._sold if span.first <= one.day <= span.last]


class Cuts:
    """What was clipped."""

    def __init__(self, *moments: Moment) -> None:
        self._moments = moments

    def of(self, event_id: int, most: int) -> Sequence[Moment]:
        """The same of every event."""
        return self._moments[:most]


def game(number: int, **changes: Any) -> Game:
    """A game of two hours."""
    return replace(Game(number, f"Game {number}", NOON, 7200), **changes)


class Told:
    """A store, and short words to fill it with. Each call is another session."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self._numbers = count(1)

    def view(self, thing: str = "event:1", at: int = AT, seconds: int = 60, **more: Any) -> str:
        """A view that began, and was watched for some seconds; its name."""
        number = next(self._numbers)
        view = f"view {number}"
        self.happened(view, thing, What.FIRST_FRAME, at, startup_ms=more.pop("startup_ms", 500), **more)
        if seconds:
            position = more.pop("position", seconds)
            self.happened(view, thing, What.VIEWING, at, seconds=seconds, position=position, **more)
        return view

    def happened(self, view: str, thing: str, what: What, at: int = AT, **more: Any) -> None:
        """Something happened to a view."""
        kind, _, number = thing.partition(":")
        who = {name: more.pop(name) for name in ("country", "device") if name in more}
        visitor = Visitor(CHANNEL, f"session of {view}", **who)
        fact = ViewFact(next(self._numbers), at, visitor, view, ThingKind(kind), int(number), what, **more)
        self._keep(fact)

    def did(self, session: str, *names: str, at: int = AT) -> None:
        """A session did something."""
        for name in names:
            self._keep(Happening(next(self._numbers), at, Visitor(CHANNEL, session), name))

    def _keep(self, fact: Any) -> None:
        place = next(self._numbers)
        self.store.write(Batch(f"file {place}", 0, 1, (fact,)))
