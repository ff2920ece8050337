"""Whoever changes what guards an account says its password first: an open page alone is not enough."""

from touchline.channel.application.guess_limits import GuessLimiter, account_subject, from_session
from touchline.channel.domain.accounts import Account
from touchline.channel.ports.accounts import Accounts
from touchline.channel.ports.passwords import Passwords
from touchline.shared.errors import NotLoggedIn, Refused
from touchline.shared.principal import Principal

WRONG_PASSWORD = "Incorrect password"  # noqa: S105


class ProofOfPassword:
    """Asks for the present password of a viewer who is logged in, so many wrong ones at a time.

    To be asked before anything is locked: comparing takes its time. Wrong ones are counted by session, so
    that the guesses of others keep no viewer from changing their password or deleting their account.
    """

    def __init__(self, accounts: Accounts, passwords: Passwords, guesses: GuessLimiter) -> None:
        self._accounts = accounts
        self._passwords = passwords
        self._guesses = guesses

    def __call__(self, asking: Principal, given: str | None) -> None:
        """Nothing where it is right, and for an account that has none (social log-in only); `Refused` with
        `Incorrect password` (product.md §8), `Throttled`."""
        kept = known(self._accounts.get(asking.viewer)).password_hash
        if kept is None:
            return
        guess = account_subject(asking.viewer), from_session(asking.session_id)
        self._guesses.take(*guess)
        if not self._passwords.matches(kept, given or ""):
            raise Refused(WRONG_PASSWORD)
        self._guesses.clear(*guess)


def known(account: Account | None) -> Account:
    """The viewer's account; one that was closed a moment ago is nobody's any more (`NotLoggedIn`)."""
    if account is None:
        raise NotLoggedIn
    return account
