"""Password confirmation before a change to account security. An open session alone is not enough."""

from touchline.channel.application.accounts.login.guess_limits import (
    GuessLimiter,
    account_guess_subject,
    guess_source_for_session,
)
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.accounts.passwords import PasswordHasher
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotAuthenticatedError, RefusedError
from touchline.shared.principal import Principal

INVALID_PASSWORD = ErrorMessage("errors.incorrect_password", "Incorrect password")


class ConfirmPassword:
    """Password check for a logged-in viewer, with limited attempts.

    Run it before locking anything, because comparing passwords is slow. Wrong passwords are counted by
    session. So other people's guesses do not stop a viewer from changing their password or deleting their
    account.
    """

    def __init__(
        self, accounts: Accounts, password_hasher: PasswordHasher, guess_limiter: GuessLimiter
    ) -> None:
        self._accounts = accounts
        self._password_hasher = password_hasher
        self._guess_limiter = guess_limiter

    def __call__(self, principal: Principal, password: str | None) -> None:
        """Check the password. An account without a password always passes (social login only).

        Raises `RefusedError` with `Incorrect password` (product.md §8), or `RateLimitedError`.
        """
        password_hash = require_account(self._accounts.get(principal.viewer_id)).password_hash
        if password_hash is None:
            return
        guess = account_guess_subject(principal.viewer_id), guess_source_for_session(principal.session_id)
        self._guess_limiter.hit(*guess)
        if not self._password_hasher.verify(password_hash, password or ""):
            raise RefusedError(INVALID_PASSWORD)
        self._guess_limiter.clear(*guess)


def require_account(account: Account | None) -> Account:
    """Return the viewer's account. Raises `NotAuthenticatedError` if it was closed."""
    if account is None:
        raise NotAuthenticatedError
    return account
