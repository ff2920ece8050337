"""Whoever changes what guards an account says its password first: an open page alone is not enough."""

from touchline.channel.domain.accounts import Account
from touchline.channel.ports.accounts import Accounts
from touchline.channel.ports.passwords import Passwords
from touchline.channel.ports.throttle import Limit, Throttle
from touchline.shared.errors import NotLoggedIn, Refused
from touchline.shared.ids import AccountId

WRONG_PASSWORD = "Incorrect password"  # noqa: S105


class ProofOfPassword:
    """Asks for the present password of a viewer who is logged in, so many wrong ones at a time.

    To be asked before anything is locked: comparing takes its time.
    """

    def __init__(self, accounts: Accounts, passwords: Passwords, throttle: Throttle, limit: Limit) -> None:
        self._accounts = accounts
        self._passwords = passwords
        self._throttle = throttle
        self._limit = limit

    def __call__(self, account_id: AccountId, given: str | None) -> None:
        """Nothing where it is right, and for an account that has none (social log-in only); `Refused` with
        `Incorrect password` (product.md §8), `Throttled`."""
        kept = known(self._accounts.get(account_id)).password_hash
        if kept is None:
            return
        tries = ("account", account_id)  # the same count as of log-in
        self._throttle.take(self._limit, *tries)
        if not self._passwords.matches(kept, given or ""):
            raise Refused(WRONG_PASSWORD)
        self._throttle.clear(self._limit, *tries)


def known(account: Account | None) -> Account:
    """The viewer's account; one that was closed a moment ago is nobody's any more (`NotLoggedIn`)."""
    if account is None:
        raise NotLoggedIn
    return account
