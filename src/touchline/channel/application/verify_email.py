"""Showing that an e-mail address is one's own (product.md §2, §8; api.md, `POST /auth/email-verify`)."""

from dataclasses import dataclass

from touchline.channel.application.entering import refuse_expired_password
from touchline.channel.application.guess_limits import (
    GuessLimiter,
    WrongGuess,
    account_subject,
    from_device,
)
from touchline.channel.application.proof_of_password import WRONG_PASSWORD, known
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.addresses import counted_as
from touchline.channel.domain.identifiers import VERIFICATION_FAILED
from touchline.channel.domain.known_devices import KnownDevice
from touchline.channel.domain.links import Claim, Links, LinkState, Purpose
from touchline.channel.ports.accounts import Accounts
from touchline.channel.ports.letters import Letters
from touchline.channel.ports.passwords import Passwords
from touchline.channel.ports.throttle import Limit, Throttle
from touchline.shared.clock import Clock
from touchline.shared.errors import Refused
from touchline.shared.principal import Principal

ALREADY = "Email already verified"
PROOF_WANTED = "Log in to this account, or enter its password, to verify the address."
LETTERS = Limit("verification-letters", 5, 3600)


@dataclass(frozen=True)
class Verification:
    """The link of an email, with the password of the account where nobody is logged in to it. `ip` and
    `device` are the browser's."""

    claim: Claim
    password: str = ""
    ip: str = ""
    device: KnownDevice | None = None


class VerifyEmail:
    """Verifies an address by the link of an email, pressed by somebody who holds the account.

    The link alone is not enough: whoever registers a stranger's address must not get it verified because the
    stranger, or a mail scanner, opens the link. The session must be one of the account, or the password right
    (ADR 21).
    """

    def __init__(
        self, accounts: Accounts, links: Links, passwords: Passwords, guesses: GuessLimiter, clock: Clock
    ) -> None:
        self._accounts = accounts
        self._links = links
        self._passwords = passwords
        self._guesses = guesses
        self._clock = clock

    def __call__(self, form: Verification, asking: Principal) -> None:
        """Verify the address; `Refused`, `Throttled`. A used link says so, even when it is old."""
        seen = self._checked(self._accounts.by_email(form.claim.email), form.claim)
        if asking.account_id != seen.id:
            self._prove(seen, form)
        account = self._checked(self._accounts.held(seen.id), form.claim)
        if account.credentials_version != seen.credentials_version:
            raise Refused(VERIFICATION_FAILED)
        account.verify_email(self._clock.now())
        self._accounts.save(account)

    def _checked(self, account: Account | None, claim: Claim) -> Account:
        """Return the account if the link was made for it and its address is not verified yet."""
        if account is None:
            raise Refused(VERIFICATION_FAILED)
        state = self._links.check(Purpose.VERIFY_EMAIL, account, claim, self._clock.now())
        if state is not LinkState.FALSE and account.email_verified:
            raise Refused(ALREADY)
        if state is not LinkState.GOOD:
            raise Refused(VERIFICATION_FAILED)
        return account

    def _prove(self, account: Account, form: Verification) -> None:
        """`Refused` with `error` `password_required` or `password_wrong`."""
        if not form.password:
            raise Refused(PROOF_WANTED, code="errors.password_required", error="password_required")
        guess = account_subject(account.id), from_device(form.device, account.id, counted_as(form.ip))
        self._guesses.take(*guess)
        if not self._passwords.matches(account.password_hash, form.password):
            raise WrongGuess(WRONG_PASSWORD, code="errors.password_required", error="password_wrong")
        self._guesses.clear(*guess)
        refuse_expired_password(account, self._clock.now())


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
