"""Port `PlaybackRights`: asks whether an address may still be used, and remembers the answer for 20 s."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from threading import Lock

from sqlalchemy.exc import SQLAlchemyError

from touchline.catalog.application.playback_rights import CheckPlayback, playing_principal
from touchline.catalog.ports.delivery import Sessions, Ticket
from touchline.platform.db.away import is_away
from touchline.platform.db.session import Database, scope_to
from touchline.shared.clock import Clock
from touchline.shared.principal import Principal

REMEMBERED = timedelta(seconds=20)
AWAY = timedelta(seconds=5)
"""How long a database that did not answer is left alone."""
_MOST_REMEMBERED = 20_000
_OPENED_PARTS = {"clips": 3}
Question = tuple[int, str, str | None, str | None]
log = logging.getLogger(__name__)


class RememberedRights:
    """One transaction for each viewer and folder in 20 s: a player asks for a segment every few seconds, and
    a refund or a log-out must end playback within a minute.

    While the database is away, the last answer holds, and a viewer without one may play: the address was
    signed for them and has not expired.
    """

    def __init__(self, sessions: Sessions, check: CheckPlayback, database: Database, clock: Clock) -> None:
        self._sessions = sessions
        self._check = check
        self._database = database
        self._clock = clock
        self._known: dict[Question, tuple[bool, datetime]] = {}
        self._lock = Lock()
        self._away_since: datetime | None = None

    def may_play(self, ticket: Ticket, path: str) -> bool:
        """Whether the session is open and its viewer may still play what the address opens."""
        now, question = self._clock.now(), _question(ticket, path)
        found = self._known.get(question)
        if found is not None and found[1] <= now < found[1] + REMEMBERED:
            return found[0]
        if self._away_since is None or not self._away_since <= now < self._away_since + AWAY:
            try:
                return self._remembered(question, self._asked(ticket, path), now)
            except SQLAlchemyError as error:
                if not is_away(error):
                    raise
                if self._away_since is None:
                    log.error("the database is away; what plays plays on (%s)", type(error).__name__)
                self._away_since = now
        return found is None or found[0]

    def _asked(self, ticket: Ticket, path: str) -> bool:
        """The token names no channel, so its session is looked up over all of them."""
        with self._database.transaction(None, unscoped=True):
            session = self._sessions.open_session(ticket.session_id)
            if session is None:
                return False
            scope_to(session.channel_id)
            viewer = Principal(session.channel_id, ticket.session_id, session.account_id, "", None)
            return self._check(playing_principal(ticket, viewer), ticket, path)

    def _remembered(self, question: Question, answer: bool, now: datetime) -> bool:
        with self._lock:
            self._away_since = None
            if len(self._known) >= _MOST_REMEMBERED:
                self._known.clear()
            self._known[question] = (answer, now)
        return answer


def _question(ticket: Ticket, path: str) -> Question:
    parts = path.split("/")
    folder = "/".join(parts[: _OPENED_PARTS.get(parts[0], 2)])
    return ticket.session_id, f"{ticket.scope} {folder}", ticket.region, ticket.share
