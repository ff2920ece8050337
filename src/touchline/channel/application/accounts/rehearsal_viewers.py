"""The viewers of rehearsals: accounts that exist for minutes, and to which nothing is sent."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from touchline.channel.application.accounts.account_closure import CloseAccount
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.site.keys import Session, generate_api_key, hash_key
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.site.channels import Channels
from touchline.channel.ports.site.keys import Sessions
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId
from touchline.shared.rehearsals import get_viewer_address

SESSION_LIFETIME = timedelta(hours=1)


@dataclass(frozen=True)
class RehearsalViewer:
    """The viewer of a rehearsal, and the API key of the session. The key is shown once."""

    account_id: AccountId
    api_key: str


class RehearsalViewers:
    """Creates and removes the viewers of rehearsals in the current channel.

    Their accounts are not announced and have no password, so nobody else can log in.
    """

    def __init__(
        self,
        accounts: Accounts,
        sessions: Sessions,
        channels: Channels,
        close_account: CloseAccount,
        clock: Clock,
    ) -> None:
        self._accounts, self._sessions, self._channels = accounts, sessions, channels
        self._close_account, self._clock = close_account, clock

    def create(self, key: str) -> RehearsalViewer:
        """Create the viewer of a rehearsal with a session of one hour."""
        channel, now = self._channels.get_current(), self._clock.now()
        account = Account(
            channel.id,
            get_viewer_address(key),
            "Rehearsal",
            "Viewer",
            channel.language,
            now,
            email_verified_at=now,
        )
        account_id, api_key = self._accounts.add(account), generate_api_key()
        self._sessions.add(
            Session(channel.id, hash_key(api_key), now, now + SESSION_LIFETIME, account_id, name="Rehearsal")
        )
        return RehearsalViewer(account_id, api_key)

    def find(self, key: str) -> AccountId | None:
        """Return the viewer of a rehearsal, or None if there is none or it is removed."""
        account = self._accounts.get_by_email(get_viewer_address(key))
        return account.id if account else None

    def remove(self, key: str) -> None:
        """Close the account of the viewer. The other contexts erase what they have. Idempotent."""
        account_id = self.find(key)
        account = self._accounts.get_for_update(account_id) if account_id is not None else None
        if account is not None:
            self._close_account.erase(account)
