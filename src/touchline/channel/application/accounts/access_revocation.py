"""End every other way into an account when its owner shows that the address is theirs (ADR 21)."""

from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.site.keys import Sessions
from touchline.shared.clock import Clock
from touchline.shared.ids import SessionId


class RevokeOtherAccess:
    """Ends what somebody else may have set up in an account whose address was never verified.

    Sessions, password, second factor, recovery codes, linked log-ins, device codes and links in emails:
    nothing of it opens the account afterwards. An operator's role stays; a command gave it to this address.
    """

    def __init__(self, accounts: Accounts, sessions: Sessions, clock: Clock) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._clock = clock

    def __call__(self, locked_account: Account, *, except_session_id: SessionId | None = None) -> None:
        """Clear the account, which must be held; the caller saves it. Session `but` goes on."""
        self._accounts.delete_credentials(locked_account.id)
        self._sessions.end_all(locked_account.id, self._clock.now(), except_id=except_session_id)
        locked_account.clear_credentials()
