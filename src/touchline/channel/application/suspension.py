"""Suspending and erasing accounts, for an operator (docs/how-to/protect-students.md)."""

from __future__ import annotations

from touchline.channel.application.account_desk import held_account
from touchline.channel.application.close_account import CloseAccount
from touchline.channel.application.takedowns import RecordTakedown
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.takedowns import TakedownAction, TakedownSubject
from touchline.channel.events import AccountSuspended
from touchline.channel.ports.accounts import Accounts
from touchline.channel.ports.keys import Sessions
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId
from touchline.shared.unit_of_work import Announce


class SuspendAccounts:
    """Suspends accounts and lifts suspensions.

    A suspension ends all sessions and keys at once. Other contexts then end push subscriptions and stop
    renewals, so that nobody pays for what they cannot watch.
    """

    def __init__(
        self, accounts: Accounts, sessions: Sessions, record: RecordTakedown, announce: Announce, clock: Clock
    ) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._record = record
        self._announce = announce
        self._clock = clock

    def suspend(self, email: str, *, actor: str, reason: str) -> bool:
        """Suspend an account; return False if it was suspended before. `NotFound`."""
        account = held_account(self._accounts, email)
        now = self._clock.now()
        changed = account.suspend(now)
        self._sessions.end_all(account.id, now)
        self._announce(AccountSuspended(account.channel_id, account.id))
        if changed:
            self._accounts.save(account)
            self._log(TakedownAction.SUSPEND, account, actor, reason)
        return changed

    def unsuspend(self, email: str, *, actor: str, reason: str) -> bool:
        """Lift a suspension; return False if there was none. Renewals stay off. `NotFound`."""
        account = held_account(self._accounts, email)
        if not account.unsuspend():
            return False
        self._accounts.save(account)
        self._log(TakedownAction.UNSUSPEND, account, actor, reason)
        return True

    def _log(self, action: TakedownAction, account: Account, actor: str, reason: str) -> None:
        self._record(action, TakedownSubject.ACCOUNT, account.id, actor=actor, reason=reason)


class EraseAccount:
    """Erases a person without their request, as closing the account does."""

    def __init__(self, accounts: Accounts, close: CloseAccount, record: RecordTakedown) -> None:
        self._accounts = accounts
        self._close = close
        self._record = record

    def __call__(self, email: str, *, actor: str, reason: str) -> AccountId:
        """Erase the person and return the id that stays. `NotFound`."""
        account = held_account(self._accounts, email)
        self._close.erase(account)
        self._record(TakedownAction.ERASE, TakedownSubject.ACCOUNT, account.id, actor=actor, reason=reason)
        return account.id
