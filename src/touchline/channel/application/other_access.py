"""End every other way into an account when its owner shows that the address is theirs (ADR 21)."""

from touchline.channel.domain.accounts import Account
from touchline.channel.ports.accounts import Accounts
from touchline.channel.ports.keys import Sessions
from touchline.shared.clock import Clock
from touchline.shared.ids import SessionId


class EndOtherAccess:
    """Ends what somebody else may have set up in an account whose address was never verified.

    Sessions, password, second factor, recovery codes, linked log-ins, device codes and links in emails:
    nothing of it opens the account afterwards. An operator's role stays; a command gave it to this address.
    """

    def __init__(self, accounts: Accounts, sessions: Sessions, clock: Clock) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._clock = clock

    def __call__(self, held: Account, *, but: SessionId | None = None) -> None:
        """Clear the account, which must be held; the caller saves it. Session `but` goes on."""
        self._accounts.forget_ways_in(held.id)
        self._sessions.end_all(held.id, self._clock.now(), but=but)
        held.drop_credentials()
