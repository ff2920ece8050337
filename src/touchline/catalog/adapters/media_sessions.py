"""What media ask of the other contexts."""

from datetime import datetime, timedelta
from typing import Protocol

from touchline.platform.db.session import Database
from touchline.shared.clock import Clock
from touchline.shared.ids import SessionId

REMEMBERED = timedelta(seconds=20)
_MOST_REMEMBERED = 20_000


class _ChannelFacade(Protocol):
    def session_active(self, session_id: SessionId) -> bool: ...


class ChannelSessions:
    """Port `Sessions` over the facade of `channel`. An answer is remembered for 20 s: a viewer asks for a
    segment every few seconds, and log-out may take 60 s to close the stream (api.md, "Closed questions")."""

    def __init__(self, channel: _ChannelFacade, database: Database, clock: Clock) -> None:
        self._channel = channel
        self._database = database
        self._clock = clock
        self._known: dict[SessionId, tuple[bool, datetime]] = {}

    def is_open(self, session_id: SessionId) -> bool:
        """Whether the session has neither ended nor expired. The token names no channel, so the look-up is
        over all of them, in a transaction of its own that closes at once."""
        now = self._clock.now()
        found = self._known.get(session_id)
        if found is not None and found[1] <= now < found[1] + REMEMBERED:
            return found[0]
        with self._database.transaction(None, unscoped=True):
            is_open = self._channel.session_active(session_id)
        if len(self._known) >= _MOST_REMEMBERED:
            self._known.clear()
        self._known[session_id] = (is_open, now)
        return is_open
