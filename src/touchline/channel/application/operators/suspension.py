"""Account suspension and erasure by operators (docs/how-to/protect-students.md)."""

from __future__ import annotations

from touchline.channel.application.accounts.account_closure import CloseAccount
from touchline.channel.application.operators.account_admin import get_account_for_update
from touchline.channel.application.operators.takedowns import RecordTakedown
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.operators.takedowns import TakedownAction, TakedownSubject
from touchline.channel.events import AccountSuspended
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.site.keys import Sessions
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId
from touchline.shared.unit_of_work import Announce


class AccountSuspensionService:
    """Service that suspends accounts and lifts suspensions.

    A suspension ends all sessions and keys at once. Other contexts then end push subscriptions and stop
    renewals, so that viewers do not pay for content that they cannot watch.
    """

    def __init__(
        self,
        accounts: Accounts,
        sessions: Sessions,
        record_takedown: RecordTakedown,
        announce: Announce,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._record_takedown = record_takedown
        self._announce = announce
        self._clock = clock

    def suspend(self, email: str, *, actor: str, reason: str) -> bool:
        """Suspend an account. Return False if it was already suspended. Raises `NotFoundError`."""
        account = get_account_for_update(self._accounts, email)
        now = self._clock.now()
        changed = account.suspend(now)
        self._sessions.end_all(account.id, now)
        self._announce(AccountSuspended(account.channel_id, account.id))
        if changed:
            self._accounts.save(account)
            self._record_action(TakedownAction.SUSPEND, account, actor, reason)
        return changed

    def unsuspend(self, email: str, *, actor: str, reason: str) -> bool:
        """Lift a suspension. Return False if there was none.

        Renewals stay off. Raises `NotFoundError`.
        """
        account = get_account_for_update(self._accounts, email)
        if not account.unsuspend():
            return False
        self._accounts.save(account)
        self._record_action(TakedownAction.UNSUSPEND, account, actor, reason)
        return True

    def _record_action(self, action: TakedownAction, account: Account, actor: str, reason: str) -> None:
        self._record_takedown(action, TakedownSubject.ACCOUNT, account.id, actor=actor, reason=reason)


class EraseAccount:
    """Use case that erases an account without the viewer's request, as account closure does."""

    def __init__(
        self, accounts: Accounts, close_account: CloseAccount, record_takedown: RecordTakedown
    ) -> None:
        self._accounts = accounts
        self._close_account = close_account
        self._record_takedown = record_takedown

    def __call__(self, email: str, *, actor: str, reason: str) -> AccountId:
        """Erase the personal data and return the account id, which stays. Raises `NotFoundError`."""
        account = get_account_for_update(self._accounts, email)
        self._close_account.erase(account)
        self._record_takedown(
            TakedownAction.ERASE, TakedownSubject.ACCOUNT, account.id, actor=actor, reason=reason
        )
        return account.id
