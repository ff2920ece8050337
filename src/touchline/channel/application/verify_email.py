"""Showing that an e-mail address is one's own (product.md §2, §8; api.md, `POST /auth/email-verify`)."""

from touchline.channel.application.proof_of_password import known
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.identifiers import VERIFICATION_FAILED
from touchline.channel.domain.links import Claim, Links, LinkState, Purpose
from touchline.channel.ports.accounts import Accounts
from touchline.channel.ports.letters import Letters
from touchline.channel.ports.throttle import Limit, Throttle
from touchline.shared.clock import Clock
from touchline.shared.errors import Refused
from touchline.shared.principal import Principal

ALREADY = "Email already verified"
LETTERS = Limit("verification-letters", 5, 3600)


class VerifyEmail:
    """Takes the link of a letter; whoever opens it need not be logged in."""

    def __init__(self, accounts: Accounts, links: Links, clock: Clock) -> None:
        self._accounts = accounts
        self._links = links
        self._clock = clock

    def __call__(self, claim: Claim) -> None:
        """The address is verified; `Refused`. A used link says so, even when it is old."""
        account, now = self._account(claim), self._clock.now()
        state = self._links.check(Purpose.VERIFY_EMAIL, account, claim, now)
        if state is not LinkState.FALSE and account.email_verified:
            raise Refused(ALREADY)
        if state is not LinkState.GOOD:
            raise Refused(VERIFICATION_FAILED)
        account.verify_email(now)
        self._accounts.save(account)

    def _account(self, claim: Claim) -> Account:
        found = self._accounts.by_email(claim.email)
        held = self._accounts.held(found.id) if found else None
        if held is None:
            raise Refused(VERIFICATION_FAILED)
        return held


class AskToVerify:
    """Sends the letter once more, five times in an hour at most."""

    def __init__(self, accounts: Accounts, letters: Letters, throttle: Throttle) -> None:
        self._accounts = accounts
        self._letters = letters
        self._throttle = throttle

    def __call__(self, asking: Principal) -> None:
        """Ask for the letter; `Refused` for an address that is verified, `Throttled`."""
        account = known(self._accounts.get(asking.viewer))
        if account.email_verified:
            raise Refused(ALREADY)
        self._throttle.take(LETTERS, account.id)
        self._letters.ask("verify_email", account.id)
