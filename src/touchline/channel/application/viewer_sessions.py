"""Where a viewer is logged in, and leaving there (api.md, `/auth/sessions`, `/auth/logout`)."""

from collections.abc import Sequence
from typing import Any

from touchline.channel.domain.keys import Session
from touchline.channel.ports.keys import Sessions
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFound
from touchline.shared.ids import SessionId
from touchline.shared.principal import Principal


class ViewerSessions:
    """A viewer's sessions. Those of others are not there for them."""

    def __init__(self, sessions: Sessions, clock: Clock) -> None:
        self._sessions = sessions
        self._clock = clock

    def list(self, asking: Principal) -> Sequence[dict[str, Any]]:
        """Those that still open the door, the last used first."""
        return [_answer(session, asking) for session in self._active(asking)]

    def end(self, asking: Principal, session_id: int) -> None:
        """Log out one device, this one too; `NotFound`."""
        if session_id not in {session.id for session in self._active(asking)}:
            raise NotFound
        self._sessions.end(SessionId(session_id), self._clock.now())

    def end_others(self, asking: Principal) -> None:
        """Log out every device but this one."""
        self._sessions.end_all(asking.viewer, self._clock.now(), but=asking.session_id)

    def log_out(self, asking: Principal) -> None:
        """End the session that asks; its key opens nothing any more."""
        self._sessions.end(asking.session_id, self._clock.now())

    def _active(self, asking: Principal) -> Sequence[Session]:
        now = self._clock.now()
        return [one for one in self._sessions.of_account(asking.viewer) if one.active(now)]


def _answer(session: Session, asking: Principal) -> dict[str, Any]:
    return {
        "id": session.id,
        "name": session.name,
        "platform": session.platform,
        "country": session.country,
        "last_seen_at": session.seen_at,
        "current": session.id == asking.session_id,
    }
