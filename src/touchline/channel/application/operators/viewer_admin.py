"""Viewers of a channel in the studio: what operators see of them and do for them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from touchline.channel.application.accounts.password_reset import RESET_EMAIL_LIMIT
from touchline.channel.application.accounts.second_factor.removal import ResetSecondFactor
from touchline.channel.application.operators.account_admin import EndSessions
from touchline.channel.application.operators.suspension import AccountSuspensionService, EraseAccount
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.accounts.form_errors import raise_for_errors
from touchline.channel.domain.operators.roles import Role
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.accounts.throttle import Throttle
from touchline.channel.ports.email.email_queue import EmailQueue
from touchline.channel.ports.operators.operators import Operators
from touchline.channel.ports.site.keys import Sessions
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import ForbiddenError, NotFoundError, RefusedError
from touchline.shared.ids import AccountId
from touchline.shared.paging import Page, PageRequest
from touchline.shared.principal import Principal

OWN_ACCOUNT = ErrorMessage(
    "errors.own_account", "This is your own account. Change it in your profile instead."
)
OWNER_PROTECTED = ErrorMessage(
    "errors.owner_protected", "This is the account of an owner. Only another owner can change it."
)
CONFIRMATION_DIFFERS = ErrorMessage(
    "errors.confirmation_differs", "Type the email address of the viewer to confirm."
)


@dataclass(frozen=True)
class Viewer:
    """A viewer, with the role in the team (None: not an operator)."""

    account: Account
    role: Role | None


@dataclass(frozen=True)
class ViewerDetails(Viewer):
    """A viewer with details of the account.

    `last_login_at` is the start of the newest session, `last_seen_at` the latest use of one. Both are None if
    all sessions are deleted by now. `session_count` is the number of active sessions.
    """

    last_login_at: datetime | None
    last_seen_at: datetime | None
    session_count: int
    social_logins: tuple[str, ...]


class ViewerQueries:
    """Query of the viewers of the channel."""

    def __init__(self, accounts: Accounts, sessions: Sessions, operators: Operators, clock: Clock) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._operators = operators
        self._clock = clock

    def list_page(self, search: str, page_request: PageRequest) -> Page[Viewer]:
        """Return a page of viewers, newest first.

        `search` selects viewers whose name or email address contains all its words.
        """
        limit, offset = page_request.limit, page_request.offset
        if search:
            account_ids = self._accounts.find_ids(search)
            total = len(account_ids)
            accounts = self._accounts.list_by_id(account_ids[offset : offset + limit])
        else:
            total = self._accounts.count()
            accounts = self._accounts.list_newest(limit, offset=offset)
        roles = {operator.account_id: operator.role for operator in self._operators.list_all()}
        viewers = [Viewer(account, roles.get(account.id)) for account in accounts]
        return Page(viewers, total, limit, offset)

    def get(self, account_id: AccountId) -> ViewerDetails:
        """Return a viewer. Raises `NotFoundError`."""
        account = self._accounts.get(account_id)
        if account is None:
            raise NotFoundError
        sessions, now = self._sessions.list_for_account(account_id), self._clock.now()
        operator = self._operators.get(account_id)
        return ViewerDetails(
            account,
            operator.role if operator else None,
            max((session.created_at for session in sessions), default=None),
            max((session.last_used_at for session in sessions if session.last_used_at), default=None),
            sum(session.is_active(now) for session in sessions),
            tuple(identity.provider for identity in self._accounts.list_identities(account_id)),
        )


class ViewerAdmin:
    """Service for changes to a viewer's account, as the commands make them.

    Operators cannot change their own account here, and only owners can change the account of an owner.
    """

    def __init__(
        self,
        accounts: Accounts,
        operators: Operators,
        end_sessions: EndSessions,
        suspension_service: AccountSuspensionService,
        reset_second_factor: ResetSecondFactor,
        erase_account: EraseAccount,
        email_queue: EmailQueue,
        throttle: Throttle,
    ) -> None:
        self._accounts = accounts
        self._operators = operators
        self._end_sessions = end_sessions
        self._suspension_service = suspension_service
        self._reset_second_factor = reset_second_factor
        self._erase_account = erase_account
        self._email_queue = email_queue
        self._throttle = throttle

    def log_out(self, caller: Principal, account_id: AccountId) -> None:
        """Log the viewer out on all devices."""
        self._end_sessions(self._require(caller, account_id).email)

    def suspend(self, caller: Principal, account_id: AccountId, reason: str) -> None:
        """Suspend the account and end its sessions."""
        email = self._require(caller, account_id).email
        self._suspension_service.suspend(email, actor=_get_actor(caller), reason=reason)

    def unsuspend(self, caller: Principal, account_id: AccountId, reason: str) -> None:
        """Lift the suspension."""
        email = self._require(caller, account_id).email
        self._suspension_service.unsuspend(email, actor=_get_actor(caller), reason=reason)

    def remove_second_factor(self, caller: Principal, account_id: AccountId) -> None:
        """Remove the authenticator app. The viewer gets an email."""
        self._reset_second_factor(self._require(caller, account_id).email)

    def send_reset_link(self, caller: Principal, account_id: AccountId) -> None:
        """Email the viewer a link to choose another password. Raises `RateLimitedError`."""
        account = self._require(caller, account_id)
        self._throttle.hit(RESET_EMAIL_LIMIT, caller.channel_id, account.email.lower())
        self._email_queue.enqueue("reset_password", account.id)

    def erase(self, caller: Principal, account_id: AccountId, confirmation: str, reason: str) -> None:
        """Erase the viewer's data. `confirmation` must be the email address. Raises `InvalidInputError`."""
        account = self._require(caller, account_id)
        if confirmation.lower() != account.email.lower():
            raise_for_errors({"confirmation": [CONFIRMATION_DIFFERS]})
        self._erase_account(account.email, actor=_get_actor(caller), reason=reason)

    def _require(self, caller: Principal, account_id: AccountId) -> Account:
        """Return the account if the caller may change it.

        Raises `NotFoundError`, `RefusedError` or `ForbiddenError`.
        """
        account = self._accounts.get(account_id)
        if account is None:
            raise NotFoundError
        if account_id == caller.viewer_id:
            raise RefusedError(OWN_ACCOUNT)
        target, actor = self._operators.get(account_id), self._operators.get(caller.viewer_id)
        if target and target.role is Role.OWNER and not (actor and actor.role is Role.OWNER):
            raise ForbiddenError(OWNER_PROTECTED)
        return account


def _get_actor(caller: Principal) -> str:
    """Return the operator for the takedown log, which contains no names."""
    return f"account:{caller.viewer_id}"
