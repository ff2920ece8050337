"""Login of a device with a code: the device authorization grant (RFC 8628; api.md, "Viewer")."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from touchline.channel.application.accounts.login.session_start import (
    LoginResult,
    StartSession,
    reject_logged_in,
)
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.accounts.device_grants import (
    LIFETIME,
    DeviceGrant,
    PollResult,
    generate_device_code,
    generate_user_code,
    hash_user_code,
)
from touchline.channel.domain.accounts.form_errors import raise_for_errors
from touchline.channel.domain.site.keys import hash_key
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.accounts.device_grants import DeviceGrants
from touchline.channel.ports.accounts.throttle import Limit, Throttle
from touchline.channel.ports.accounts.user_agents import Device, UserAgentParser
from touchline.channel.ports.email.email_queue import EmailQueue
from touchline.channel.ports.site.keys import Sessions
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import INTERNAL_ERROR, RefusedError, UnavailableError
from touchline.shared.principal import Principal
from touchline.shared.strings.validation import FIELD_REQUIRED

INVALID_CODE_LIMIT = Limit("device-code", times=10, seconds=15 * 60)
UNKNOWN_CODE = ErrorMessage(
    "errors.device_code", "This code is invalid or has expired. Get a new code on your TV."
)
_MAX_TRIES = 5
_MESSAGES: Mapping[PollResult, str] = {
    PollResult.PENDING: ErrorMessage(
        "errors.authorization_pending", "Waiting for the viewer to enter the code."
    ),
    PollResult.SLOW_DOWN: ErrorMessage(
        "errors.slow_down", "Too many requests. Wait longer between requests."
    ),
    PollResult.EXPIRED: ErrorMessage("errors.expired_token", "This code has expired. Request a new one."),
}


class DeviceNotAuthorizedError(RefusedError):
    """The device is not authorized yet. The transaction is committed, so that the poll stays recorded."""

    commits_transaction = True

    def __init__(self, result: PollResult) -> None:
        super().__init__(_MESSAGES[result], code=f"errors.{result.value}", error=result.value)


@dataclass(frozen=True)
class DeviceCode:
    """The codes for a device, shown only once. `interval` and `expires_in` are in seconds."""

    device_code: str
    user_code: str
    interval: int
    expires_in: int


class RequestDeviceCode:
    """Use case that issues the two codes of an authorization request. They are valid for ten minutes."""

    def __init__(
        self, grants: DeviceGrants, user_agent_parser: UserAgentParser, secret: bytes, clock: Clock
    ) -> None:
        self._grants = grants
        self._user_agent_parser = user_agent_parser
        self._secret = secret
        self._clock = clock

    def __call__(self, principal: Principal, user_agent: str) -> DeviceCode:
        """Return new codes for the session of the request.

        Raises `RefusedError` with `You are already logged in` for a viewer's session. Raises
        `UnavailableError` if every generated code is in use, which takes millions of requests.
        """
        reject_logged_in(principal)
        device_code, device = generate_device_code(), self._user_agent_parser.parse(user_agent)
        for _ in range(_MAX_TRIES):
            user_code = generate_user_code()
            grant = DeviceGrant(
                principal.session_id,
                hash_key(device_code),
                hash_user_code(self._secret, user_code),
                self._clock.now() + LIFETIME,
                device.name,
                device.platform,
            )
            if self._grants.add(grant):
                return DeviceCode(device_code, user_code, grant.interval, int(LIFETIME.total_seconds()))
        raise UnavailableError(INTERNAL_ERROR)


class LinkDevice:
    """Use case for a viewer who enters a device's code. It allows ten wrong codes in 15 minutes."""

    def __init__(self, grants: DeviceGrants, throttle: Throttle, secret: bytes, clock: Clock) -> None:
        self._grants = grants
        self._throttle = throttle
        self._secret = secret
        self._clock = clock

    def __call__(self, code: str, principal: Principal) -> dict[str, Any]:
        """Link the device and return it: `id, name, platform, last_seen_at, current`.

        Raises `InvalidInputError`, `RefusedError`, or `RateLimitedError`.
        """
        viewer = principal.viewer_id
        raise_for_errors({"code": [] if code.strip() else [FIELD_REQUIRED]})
        self._throttle.test(INVALID_CODE_LIMIT, viewer)
        now = self._clock.now()
        grant = self._grants.get_by_user_hash_for_update(hash_user_code(self._secret, code))
        if grant is None or not grant.can_be_linked(now):
            self._throttle.hit(INVALID_CODE_LIMIT, viewer)
            raise RefusedError(UNKNOWN_CODE)
        grant.link(viewer, principal.session_id)
        self._grants.save(grant)
        return {
            "id": grant.session_id,
            "name": grant.name,
            "platform": grant.platform,
            "last_seen_at": grant.asked_at or now,
            "current": False,
        }


class RedeemDeviceCode:
    """Use case for a device that polls for authorization. The device gets its API key once."""

    def __init__(
        self,
        grants: DeviceGrants,
        accounts: Accounts,
        sessions: Sessions,
        start_session: StartSession,
        email_queue: EmailQueue,
        clock: Clock,
    ) -> None:
        self._grants = grants
        self._accounts = accounts
        self._sessions = sessions
        self._start_session = start_session
        self._email_queue = email_queue
        self._clock = clock

    def __call__(self, device_code: str, principal: Principal) -> LoginResult:
        """Return the API key and the user, and notify the viewer by email about the device.

        Raises `DeviceNotAuthorizedError` with member `error` (RFC 8628, section 3.5). The account is locked
        before the grant, in the same order as in account closure.
        """
        device_hash, now = hash_key(device_code), self._clock.now()
        account_id = self._grants.get_account_id(device_hash)
        account = self._accounts.get_for_update(account_id) if account_id else None
        grant = self._grants.get_by_device_hash_for_update(device_hash)
        if grant is None:
            raise DeviceNotAuthorizedError(PollResult.EXPIRED)
        result = self._check_linking_session(grant, grant.poll(principal.session_id, now), now)
        if result is not PollResult.LINKED or account is None:
            self._grants.save(grant)
            raise DeviceNotAuthorizedError(
                PollResult.PENDING if result is PollResult.LINKED else result
            )  # the code was entered after the account was read
        return self._authorize(account, grant, principal)

    def _check_linking_session(self, grant: DeviceGrant, result: PollResult, now: datetime) -> PollResult:
        """Return `EXPIRED` if the session that linked the device has ended.

        Otherwise a person whose sessions a password change ended could return through a device.
        """
        linking_session = self._sessions.get(grant.linked_by) if grant.linked_by else None
        return (
            PollResult.EXPIRED
            if result is PollResult.LINKED and (linking_session is None or not linking_session.is_active(now))
            else result
        )

    def _authorize(self, account: Account, grant: DeviceGrant, principal: Principal) -> LoginResult:
        grant.taken_at = self._clock.now()
        self._grants.save(grant)
        login_result = self._start_session.for_device(account, principal, Device(grant.name, grant.platform))
        self._email_queue.enqueue("new_device", account.id, login_result.session_id)
        return login_result
