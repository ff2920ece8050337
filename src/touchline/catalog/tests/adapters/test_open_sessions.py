"""Who may still play what was signed for them, while the database answers and while it does not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError, ProgrammingError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolIsEmpty

from touchline.catalog.adapters.playback_rights import AWAY, REMEMBERED, RememberedRights
from touchline.catalog.ports.delivery import OpenSession, Scope, Ticket
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.principal import Principal

ADA, BEN = SessionId(1), SessionId(2)


PATH = "assets/7-ab/v0/00001.ts"


class Channel:
    """Knows who has logged out and whose purchase was refunded; counts how often it is asked, and fails while
    its database is away."""

    def __init__(self) -> None:
        self.over: set[SessionId] = set()
        self.refunded: set[tuple[SessionId, str]] = set()
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

    def open_session(self, session_id: SessionId) -> OpenSession | None:
        """The session of somebody who has not logged out."""
        return None if session_id in self.over else OpenSession(ChannelId(1), AccountId(9))

    def check(self, principal: Principal, _ticket: Ticket, path: str) -> bool:
        """Whether nothing was taken from the viewer."""
        assert (principal.channel_id, principal.account_id) == (1, 9)
        return (principal.session_id, path.split("/")[1]) not in self.refunded


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(datetime(2026, 11, 22, tzinfo=UTC))


@pytest.fixture
def channel() -> Channel:
    return Channel()


class Sessions:
    """Asks as the media endpoint does."""

    def __init__(self, rights: RememberedRights) -> None:
        self._rights = rights

    def is_open(self, session_id: SessionId, path: str = PATH) -> bool:
        """Whether the holder of a token for this session may play."""
        until = datetime(2026, 11, 22, 6, tzinfo=UTC)
        return self._rights.may_play(Ticket(session_id, until, Scope.FOLDER), path)


@pytest.fixture
def sessions(channel: Channel, clock: FixedClock, monkeypatch: pytest.MonkeyPatch) -> Sessions:
    told: Any = channel
    monkeypatch.setattr("touchline.catalog.adapters.playback_rights.scope_to", lambda _channel: None)
    return Sessions(RememberedRights(told, told.check, told, clock))


def test_a_refund_is_noticed_for_its_folder_alone_once_what_is_remembered_is_old(
    channel: Channel, sessions: Sessions, clock: FixedClock
) -> None:
    other = PATH.replace("7-ab", "8-cd")
    assert (sessions.is_open(ADA), sessions.is_open(ADA, other)) == (True, True)
    channel.refunded.add((ADA, "7-ab"))
    clock.advance(REMEMBERED)
    assert (sessions.is_open(ADA), sessions.is_open(ADA, other)) == (False, True)


def test_the_database_is_asked_once_for_a_viewer_and_folder_in_twenty_seconds(
    channel: Channel, sessions: Sessions, clock: FixedClock
) -> None:
    for number in range(5):
        assert sessions.is_open(ADA, f"assets/7-ab/v0/0000{number}.ts")
        clock.advance(timedelta(seconds=3))
    assert channel.asked == 1


def test_a_log_out_is_noticed_once_what_is_remembered_is_old(
    channel: Channel, sessions: Sessions, clock: FixedClock
) -> None:
    assert sessions.is_open(ADA)
    channel.over.add(ADA)
    assert sessions.is_open(ADA)
    clock.advance(REMEMBERED)
    assert not sessions.is_open(ADA)


def test_what_plays_plays_on_while_the_database_is_away(
    channel: Channel, sessions: Sessions, clock: FixedClock
) -> None:
    channel.over.add(BEN)
    assert [sessions.is_open(ADA), sessions.is_open(BEN)] == [True, False]
    channel.fails = PoolIsEmpty()
    clock.advance(timedelta(hours=1))
    newcomer = SessionId(3)
    assert [sessions.is_open(one) for one in (ADA, BEN, newcomer)] == [True, False, True]


def test_a_database_that_is_away_is_asked_again_after_a_while_and_believed_at_once(
    channel: Channel, sessions: Sessions, clock: FixedClock
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
    channel: Channel, sessions: Sessions, error: type[ProgrammingError | OperationalError]
) -> None:
    channel.fails = error("SELECT", {}, Exception("broken"))
    with pytest.raises(error):
        sessions.is_open(ADA)
