"""Playback rights of signed URLs, while the database responds and while it does not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from touchline.catalog.application.playback.playback_cache import CACHE_TTL, RETRY_AFTER, CachedPlaybackRights
from touchline.catalog.application.playback.playback_rights import PlaybackDecision
from touchline.catalog.ports.media.delivery import (
    ActiveSession,
    MediaTokenClaims,
    PlaybackRightsUnavailableError,
    TokenScope,
)
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.principal import Principal

ADA, BEN = SessionId(1), SessionId(2)


PATH = "assets/7-ab/v0/00001.ts"


class FakeChannel:
    """A channel that knows ended sessions and refunded purchases.

    It counts its queries, and fails while its database is unavailable.
    """

    def __init__(self) -> None:
        self.ended_sessions: set[SessionId] = set()
        self.refunded: set[tuple[SessionId, str]] = set()
        self.query_count = 0
        self.error: Exception | None = None
        self.bound_channel_id: ChannelId | None = None

    @contextmanager
    def all_channels(self) -> Iterator[None]:
        """Open a unit of work, or raise `error` if it is set."""
        self.query_count += 1
        self.bound_channel_id = None
        if self.error:
            raise self.error
        yield

    def bind_channel(self, channel_id: ChannelId) -> None:
        """Restrict the unit of work to the channel."""
        self.bound_channel_id = channel_id

    def get_active_session(self, session_id: SessionId) -> ActiveSession | None:
        """Return the session, or None if the viewer has logged out."""
        return None if session_id in self.ended_sessions else ActiveSession(ChannelId(1), AccountId(9))

    def check(self, principal: Principal, _claims: MediaTokenClaims, path: str) -> PlaybackDecision:
        """Return whether the viewer still has the right to play the path."""
        assert (self.bound_channel_id, principal.channel_id, principal.account_id) == (1, 1, 9)
        return PlaybackDecision((principal.session_id, path.split("/")[1]) not in self.refunded)


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(datetime(2026, 11, 22, tzinfo=UTC))


@pytest.fixture
def channel() -> FakeChannel:
    return FakeChannel()


class PlaybackClient:
    """A client that checks playback rights as the media endpoint does."""

    def __init__(self, rights: CachedPlaybackRights) -> None:
        self._rights = rights

    def can_play(self, session_id: SessionId, path: str = PATH) -> bool:
        """Return whether a token of this session may play the path."""
        expires_at = datetime(2026, 11, 22, 6, tzinfo=UTC)
        return self._rights.can_play(MediaTokenClaims(session_id, expires_at, TokenScope.FOLDER), path)


@pytest.fixture
def playback_client(channel: FakeChannel, clock: FixedClock) -> PlaybackClient:
    fake: Any = channel
    return PlaybackClient(CachedPlaybackRights(fake, fake.bind_channel, fake, fake.check, clock, fake))


def test_a_refund_ends_playback_of_its_folder_once_the_cache_expires(
    channel: FakeChannel, playback_client: PlaybackClient, clock: FixedClock
) -> None:
    other = PATH.replace("7-ab", "8-cd")
    assert (playback_client.can_play(ADA), playback_client.can_play(ADA, other)) == (True, True)
    channel.refunded.add((ADA, "7-ab"))
    clock.advance(CACHE_TTL)
    assert (playback_client.can_play(ADA), playback_client.can_play(ADA, other)) == (False, True)


def test_the_database_is_queried_once_per_viewer_and_folder_in_twenty_seconds(
    channel: FakeChannel, playback_client: PlaybackClient, clock: FixedClock
) -> None:
    for number in range(5):
        assert playback_client.can_play(ADA, f"assets/7-ab/v0/0000{number}.ts")
        clock.advance(timedelta(seconds=3))
    assert channel.query_count == 1


def test_logging_out_ends_playback_once_the_cache_expires(
    channel: FakeChannel, playback_client: PlaybackClient, clock: FixedClock
) -> None:
    assert playback_client.can_play(ADA)
    channel.ended_sessions.add(ADA)
    assert playback_client.can_play(ADA)
    clock.advance(CACHE_TTL)
    assert not playback_client.can_play(ADA)


def test_playback_continues_while_the_database_is_unavailable(
    channel: FakeChannel, playback_client: PlaybackClient, clock: FixedClock
) -> None:
    channel.ended_sessions.add(BEN)
    assert [playback_client.can_play(ADA), playback_client.can_play(BEN)] == [True, False]
    channel.error = PlaybackRightsUnavailableError()
    clock.advance(timedelta(hours=1))
    new_session_id = SessionId(3)
    assert [playback_client.can_play(session_id) for session_id in (ADA, BEN, new_session_id)] == [
        True,
        False,
        True,
    ]


def test_an_unavailable_database_is_retried_after_a_while_and_trusted_at_once(
    channel: FakeChannel, playback_client: PlaybackClient, clock: FixedClock
) -> None:
    channel.error = PlaybackRightsUnavailableError()
    assert playback_client.can_play(ADA)
    channel.ended_sessions.add(ADA)
    channel.error = None
    assert (playback_client.can_play(ADA), channel.query_count) == (True, 1)
    clock.advance(RETRY_AFTER)
    assert not playback_client.can_play(ADA)


def test_an_internal_error_denies_playback(channel: FakeChannel, playback_client: PlaybackClient) -> None:
    channel.error = LookupError("broken")
    with pytest.raises(LookupError):
        playback_client.can_play(ADA)
