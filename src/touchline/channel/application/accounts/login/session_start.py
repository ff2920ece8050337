"""Start of a viewer's session: each login replaces the API key (api.md, "Errors").

A key that another person planted in the browser before the login does not work after it.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from touchline.channel.application.accounts.user_serializer import UserSerializer
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.site.keys import (
    VIEWER_LIFETIME,
    Session,
    generate_api_key,
    hash_key,
    unknown_api_key_error,
)
from touchline.channel.ports.accounts.user_agents import Device, UserAgentParser
from touchline.channel.ports.email.email_queue import EmailQueue
from touchline.channel.ports.site.keys import Sessions
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.ids import SessionId
from touchline.shared.principal import Principal

TEMPORARY_PASSWORD_EXPIRED = ErrorMessage(
    "errors.temporary_password_expired",
    "This temporary password has expired. Reset your password, or ask the channel for a new one.",
)
ACCOUNT_SUSPENDED = ErrorMessage(
    "errors.account_suspended", "This account is suspended. Contact the channel for help."
)


@dataclass(frozen=True)
class LoginResult:
    """The result of a login: the new API key, shown only once, and the `user` object."""

    api_key: str
    user: dict[str, Any]
    session_id: SessionId


class StartSession:
    """Use case that ends the current session and starts a viewer's session.

    The session lasts 360 days, or less if a temporary password must be changed first. An email notifies the
    viewer about a login on a new device, except on the first device.
    """

    def __init__(
        self,
        sessions: Sessions,
        user_agent_parser: UserAgentParser,
        user_serializer: UserSerializer,
        clock: Clock,
        email_queue: EmailQueue,
    ) -> None:
        self._sessions = sessions
        self._user_agent_parser = user_agent_parser
        self._user_serializer = user_serializer
        self._clock = clock
        self._email_queue = email_queue

    def __call__(
        self, account: Account, principal: Principal, user_agent: str, *, single_sign_on: bool = False
    ) -> LoginResult:
        """Start a session and return the API key and the user. The caller must authenticate the account
        first.

        `single_sign_on` means that the provider of the channel's team did. Raises `RefusedError` if the
        account is suspended.
        """
        reject_suspended(account)
        key, now = generate_api_key(), self._clock.now()
        device = self._user_agent_parser.parse(user_agent)
        single_sign_on_at = now if single_sign_on else None
        is_new_device = self._is_new_device(account, device)
        self._sessions.end(principal.session_id, now)
        session_id = self._sessions.add(
            Session(
                account.channel_id,
                hash_key(key),
                now,
                _session_expiry(account, now),
                account.id,
                name=device.name,
                platform=device.platform,
                country=principal.country,
                must_change_password=account.temporary_password,
                single_sign_on_at=single_sign_on_at,
            )
        )
        if is_new_device:
            self._email_queue.enqueue("new_device", account.id, session_id)
        user = self._user_serializer.serialize(account, principal.country, single_sign_on_at)
        return LoginResult(key, user, session_id)

    def for_device(self, account: Account, principal: Principal, device: Device) -> LoginResult:
        """Start the session of a device that was authorized with a code.

        The device's session continues with a new key. So its id in the session list is the id that linking
        returned. Raises `RefusedError` if the account is suspended.
        """
        reject_suspended(account)
        key, now = generate_api_key(), self._clock.now()
        session = self._sessions.get(principal.session_id)
        if session is None:
            raise unknown_api_key_error()
        self._sessions.update(
            replace(
                session,
                key_hash=hash_key(key),
                created_at=now,
                expires_at=_session_expiry(account, now),
                account_id=account.id,
                last_seen_at=now,
                name=device.name,
                platform=device.platform,
                country=principal.country,
                must_change_password=account.temporary_password,
            )
        )
        return LoginResult(key, self._user_serializer.serialize(account, principal.country), session.id)

    def _is_new_device(self, account: Account, device: Device) -> bool:
        """Return whether the account was used before, but never on this kind of device."""
        used_devices = {
            (session.name, session.platform) for session in self._sessions.list_for_account(account.id)
        }
        return bool(used_devices) and (device.name, device.platform) not in used_devices


def reject_suspended(account: Account) -> None:
    """Raise `RefusedError` if the account is suspended. Applies to every way to log in."""
    if account.is_suspended:
        raise RefusedError(ACCOUNT_SUSPENDED)


def reject_expired_password(account: Account, now: datetime) -> None:
    """Raise `RefusedError` if the account's temporary password has expired. Applies to every password
    check."""
    if account.is_temporary_password_expired(now):
        raise RefusedError(TEMPORARY_PASSWORD_EXPIRED)


def _session_expiry(account: Account, now: datetime) -> datetime:
    """Return when a session that starts now expires.

    A session that must change a temporary password expires with that password. If the temporary password has
    already expired, which only a social login allows, the usual lifetime applies.
    """
    expires_at = account.temporary_until
    if account.temporary_password and expires_at is not None and now < expires_at:
        return expires_at
    return now + VIEWER_LIFETIME


def reject_logged_in(principal: Principal) -> None:
    """Raise `RefusedError` with `You are already logged in` for a viewer (product.md §8)."""
    if principal.is_logged_in:
        raise RefusedError(ErrorMessage("errors.already_logged_in", "You are already logged in"))
