"""The one way in: whoever logged in leaves the old api key behind and gets another (api.md, "Errors").

A key that somebody else may have put into the browser before the log-in opens nothing after it.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from touchline.channel.application.users import UserAnswers
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.keys import VIEWER_LIFE, Session, hash_of, new_api_key, unknown_api_key
from touchline.channel.ports.keys import Sessions
from touchline.channel.ports.letters import Letters
from touchline.channel.ports.user_agents import Device, UserAgents
from touchline.shared.clock import Clock
from touchline.shared.errors import Refused
from touchline.shared.ids import SessionId
from touchline.shared.principal import Principal

TEMPORARY_EXPIRED = (
    "This temporary password has expired. Reset your password, or ask the channel for another temporary one."
)
SUSPENDED = "This account is suspended. Contact the channel for help."


@dataclass(frozen=True)
class Entered:
    """What a log-in answers: the new key, shown this once, and the `user` object."""

    api_key: str
    user: dict[str, Any]
    session_id: SessionId


class Enter:
    """Ends the session that asked and opens a viewer's, of 360 days, or less where a temporary password
    has to be changed first.

    A device on which the account was not seen before is told to its viewer in a letter, except the first.
    """

    def __init__(
        self,
        sessions: Sessions,
        user_agents: UserAgents,
        users: UserAnswers,
        clock: Clock,
        letters: Letters,
    ) -> None:
        self._sessions = sessions
        self._user_agents = user_agents
        self._users = users
        self._clock = clock
        self._letters = letters

    def __call__(self, account: Account, asking: Principal, user_agent: str) -> Entered:
        """The new key and the user; the account must have shown who it is before. `Refused` for a suspended
        account."""
        refuse_suspended(account)
        key, now = new_api_key(), self._clock.now()
        device = self._user_agents.device(user_agent)
        unknown = self._unknown(account, device)
        self._sessions.end(asking.session_id, now)
        session_id = self._sessions.add(
            Session(
                account.channel_id,
                hash_of(key),
                now,
                _end_of_session(account, now),
                account.id,
                name=device.name,
                platform=device.platform,
                country=asking.country,
                must_change_password=account.temporary_password,
            )
        )
        if unknown:
            self._letters.ask("new_device", account.id, session_id)
        return Entered(key, self._users.of(account, asking.country), session_id)

    def as_device(self, account: Account, asking: Principal, device: Device) -> Entered:
        """The same for a device that was let in by its code. Its session goes on under another key, so that
        the viewer finds it in the list under the id that linking it answered."""
        refuse_suspended(account)
        key, now = new_api_key(), self._clock.now()
        session = self._sessions.get(asking.session_id)
        if session is None:
            raise unknown_api_key()
        self._sessions.go_on(
            replace(
                session,
                key_hash=hash_of(key),
                created_at=now,
                expires_at=_end_of_session(account, now),
                account_id=account.id,
                last_seen_at=now,
                name=device.name,
                platform=device.platform,
                country=asking.country,
                must_change_password=account.temporary_password,
            )
        )
        return Entered(key, self._users.of(account, asking.country), session.id)

    def _unknown(self, account: Account, device: Device) -> bool:
        """Whether the account was used before, but never on such a device."""
        known = {(session.name, session.platform) for session in self._sessions.kept_of(account.id)}
        return bool(known) and (device.name, device.platform) not in known


def refuse_suspended(account: Account) -> None:
    """Refuse a suspended account, whichever way it comes in."""
    if account.is_suspended:
        raise Refused(SUSPENDED)


def refuse_expired_password(account: Account, now: datetime) -> None:
    """Refuse a temporary password that has expired, wherever a password is asked for."""
    if account.is_temporary_expired(now):
        raise Refused(TEMPORARY_EXPIRED, code="errors.temporary_password_expired")


def _end_of_session(account: Account, now: datetime) -> datetime:
    """Return when a session that begins now expires. One that has to change a temporary password first ends
    with that password. Who came in without it, by a social provider, keeps the usual time."""
    until = account.temporary_until
    if account.temporary_password and until is not None and now < until:
        return until
    return now + VIEWER_LIFE


def refuse_viewers(asking: Principal) -> None:
    """`You are already logged in` for a viewer who asks to log in or register (product.md §8)."""
    if asking.logged_in:
        raise Refused("You are already logged in")
