"""A viewer's sessions and logout (api.md, `/auth/sessions`, `/auth/logout`)."""

from collections.abc import Sequence
from typing import Any

from touchline.channel.domain.site.keys import Session
from touchline.channel.ports.site.keys import Sessions
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import SessionId
from touchline.shared.principal import Principal


class ViewerSessionService:
    """Service for the viewer's own sessions. It cannot access the sessions of other viewers."""

    def __init__(self, sessions: Sessions, clock: Clock) -> None:
        self._sessions = sessions
        self._clock = clock

    def list_all(self, principal: Principal) -> Sequence[dict[str, Any]]:
        """List the active sessions, most recently used first."""
        return [_serialize_session(session, principal) for session in self._list_active(principal)]

    def end(self, principal: Principal, session_id: int) -> None:
        """End one session, which may be the current one. Raises `NotFoundError`."""
        if session_id not in {session.id for session in self._list_active(principal)}:
            raise NotFoundError
        self._sessions.end(SessionId(session_id), self._clock.now())

    def end_others(self, principal: Principal) -> None:
        """End every session except the current one."""
        self._sessions.end_all(principal.viewer_id, self._clock.now(), except_id=principal.session_id)

    def log_out(self, principal: Principal) -> None:
        """End the current session. Its API key stops working."""
        self._sessions.end(principal.session_id, self._clock.now())

    def _list_active(self, principal: Principal) -> Sequence[Session]:
        now = self._clock.now()
        return [
            session
            for session in self._sessions.list_open_for_account(principal.viewer_id)
            if session.is_active(now)
        ]


def _serialize_session(session: Session, principal: Principal) -> dict[str, Any]:
    return {
        "id": session.id,
        "name": session.name,
        "platform": session.platform,
        "country": session.country,
        "last_seen_at": session.last_used_at,
        "current": session.id == principal.session_id,
    }
