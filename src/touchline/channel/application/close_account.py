"""The end of an account: asked for by the viewer, confirmed by a link in a letter (api.md, "Viewer").

The person is erased. What others hold about them is erased by those who hold it, when they hear
`AccountClosed`; orders stay, without the person.
"""

from datetime import timedelta

from touchline.channel.application.proof_of_password import ProofOfPassword
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.identifiers import VERIFICATION_FAILED
from touchline.channel.domain.links import Claim, Links, LinkState, Purpose
from touchline.channel.events import AccountClosed
from touchline.channel.ports.accounts import Accounts
from touchline.channel.ports.channels import Channels
from touchline.channel.ports.keys import Sessions
from touchline.channel.ports.letters import Letters
from touchline.channel.ports.throttle import Limit, Throttle
from touchline.shared.clock import Clock
from touchline.shared.errors import Refused
from touchline.shared.principal import Principal
from touchline.shared.typed import is_email
from touchline.shared.unit_of_work import Announce

ASKED = Limit("closing-letters", 5, 3600)
AGAIN = timedelta(days=2)
"""So long after its end an account is told of once more each day."""


class AskToClose:
    """Sends the viewer the letter whose link ends the account; nothing ends before."""

    def __init__(self, proof: ProofOfPassword, letters: Letters, throttle: Throttle) -> None:
        self._proof = proof
        self._letters = letters
        self._throttle = throttle

    def __call__(self, asking: Principal, current_password: str | None) -> None:
        """Ask for the letter, five in an hour at most; `Refused` with `Incorrect password`."""
        self._proof(asking, current_password)
        self._throttle.take(ASKED, asking.viewer)
        self._letters.ask("close_account", asking.viewer)


class CloseAccount:
    """Erases the person behind a link, ends all their sessions, and tells the other contexts."""

    def __init__(
        self,
        accounts: Accounts,
        channels: Channels,
        sessions: Sessions,
        links: Links,
        announce: Announce,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._channels = channels
        self._sessions = sessions
        self._links = links
        self._announce = announce
        self._clock = clock

    def __call__(self, claim: Claim) -> None:
        """End the account; `Refused` with `Verification failed`, whatever is wrong with the link, and also
        for an address that nobody has."""
        found = self._find(claim.email) or self._nobody(claim)
        held = self._accounts.held(found.id)
        # Nobody's link is checked as well, so that time does not tell who has an account.
        state = self._links.check(Purpose.CLOSE_ACCOUNT, held or found, claim, self._clock.now())
        if held is None or state is not LinkState.GOOD:
            raise Refused(VERIFICATION_FAILED)
        self.erase(held)

    def erase(self, held: Account) -> None:
        """Erase the person, end all sessions and tell the other contexts."""
        now = self._clock.now()
        held.close(now)
        self._accounts.save(held)
        self._accounts.forget_person(held.id)
        self._sessions.end_all(held.id, now)
        self._sessions.forget_person(held.id)
        self._announce(AccountClosed(held.channel_id, held.id))

    def _find(self, email: str) -> Account | None:
        return self._accounts.by_email(email) if is_email(email) else None

    def _nobody(self, claim: Claim) -> Account:
        return Account(self._channels.present().id, claim.email, "", "", "", self._clock.now())


class TellOfClosed:
    """Tells the other contexts once more of accounts that were closed lately: a call that was under way then
    may have written something after they had forgotten the viewer."""

    def __init__(self, accounts: Accounts, announce: Announce, clock: Clock) -> None:
        self._accounts = accounts
        self._announce = announce
        self._clock = clock

    def __call__(self) -> None:
        """Those of every channel; asked outside of any."""
        for account in self._accounts.closed_since(self._clock.now() - AGAIN):
            self._announce(AccountClosed(account.channel_id, account.id))
