"""Whoever changes what guards an account says its password first: an open page alone is not enough."""

from touchline.channel.application.accounts.login.guess_limits import (
    GuessLimiter,
    account_guess_subject,
    guess_source_for_session,
)
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.accounts.passwords import PasswordHasher
from touchline.shared.errors import NotAuthenticatedError, RefusedError
from touchline.shared.principal import Principal

INVALID_PASSWORD = "Incorrect password"  # noqa: S105


class ConfirmPassword:
    """Asks for the present password of a viewer who is logged in, so many wrong ones at a time.

    To be asked before anything is locked: comparing takes its time. Wrong ones are counted by session, so
    that the guesses of others keep no viewer from changing their password or deleting their account.
    """

    def __init__(
        self, accounts: Accounts, password_hasher: PasswordHasher, guess_limiter: GuessLimiter
    ) -> None:
        self._accounts = accounts
        self._password_hasher = password_hasher
        self._guess_limiter = guess_limiter

    def __call__(self, principal: Principal, password: str | None) -> None:
        """Nothing where it is right, and for an account that has none (social log-in only); `RefusedError`
        with `Incorrect password` (product.md §8), `RateLimitedError`."""
        password_hash = require_account(self._accounts.get(principal.viewer_id)).password_hash
        if password_hash is None:
            return
        guess = account_guess_subject(principal.viewer_id), guess_source_for_session(principal.session_id)
        self._guess_limiter.hit(*guess)
        if not self._password_hasher.verify(password_hash, password or ""):
            raise RefusedError(INVALID_PASSWORD)
        self._guess_limiter.clear(*guess)


def require_account(account: Account | None) -> Account:
    """The viewer's account; one that was closed a moment ago is nobody's any more
    (`NotAuthenticatedError`)."""
    if account is None:
        raise NotAuthenticatedError
    return account
