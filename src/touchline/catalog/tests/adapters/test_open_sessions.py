"""Whose session still stands, while the database answers and while it does not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError, ProgrammingError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolIsEmpty

from touchline.catalog.adapters.gateways import AWAY, REMEMBERED, ChannelSessions
from touchline.shared.clock import FixedClock
from touchline.shared.ids import SessionId

ADA, BEN = SessionId(1), SessionId(2)


class Channel:
    """Knows who has logged out; counts how often it is asked, and fails while its database is away."""

    def __init__(self) -> None:
        self.over: set[SessionId] = set()
        self.asked = 0
        self.fails: SQLAlchemyError | None = None

    @contextmanager
    def transaction(self, _channel: None, *, unscoped: bool) -> Iterator[None]:
        """What a database gives."""
        assert unscoped
        self.asked += 1
        if self.fails:
            raise self.fails
        yield

    def session_active(self, session_id: SessionId) -> bool:
        """Whether somebody has not logged out."""
        return session_id not in self.over


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(datetime(2026, 11, 22, tzinfo=UTC))


@pytest.fixture
def channel() -> Channel:
    return Channel()


@pytest.fixture
def sessions(channel: Channel, clock: FixedClock) -> ChannelSessions:
    told: Any = channel
    return ChannelSessions(told, told, clock)


def test_a_log_out_is_noticed_once_what_is_remembered_is_old(
    channel: Channel, sessions: ChannelSessions, clock: FixedClock
) -> None:
    assert sessions.is_open(ADA)
    channel.over.add(ADA)
    assert sessions.is_open(ADA)
    clock.advance(REMEMBERED)
    assert not sessions.is_open(ADA)


def test_what_plays_plays_on_while_the_database_is_away(
    channel: Channel, sessions: ChannelSessions, clock: FixedClock
) -> None:
    channel.over.add(BEN)
    assert [sessions.is_open(ADA), sessions.is_open(BEN)] == [True, False]
    channel.fails = PoolIsEmpty()
    clock.advance(timedelta(hours=1))
    newcomer = SessionId(3)
    assert [sessions.is_open(one) for one in (ADA, BEN, newcomer)] == [True, False, True]


def test_a_database_that_is_away_is_asked_again_after_a_while_and_believed_at_once(
    channel: Channel, sessions: ChannelSessions, clock: FixedClock
) -> None:
    channel.fails = PoolIsEmpty()
    assert sessions.is_open(ADA)
    channel.over.add(ADA)
    channel.fails = None
    assert (sessions.is_open(ADA), channel.asked) == (True, 1)
    clock.advance(AWAY)
    assert not sessions.is_open(ADA)


@pytest.mark.parametrize("error", [ProgrammingError, OperationalError], ids=["nonsense", "operation"])
def test_a_failure_of_ours_lets_nobody_in(
    channel: Channel, sessions: ChannelSessions, error: type[ProgrammingError | OperationalError]
) -> None:
    channel.fails = error("SELECT", {}, Exception("broken"))
    with pytest.raises(error):
        sessions.is_open(ADA)
