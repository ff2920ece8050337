"""Revocation of all other access when the owner of an account verifies the email address (ADR 21)."""

from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.site.keys import Sessions
from touchline.shared.clock import Clock
from touchline.shared.ids import SessionId


class RevokeOtherAccess:
    """Use case that removes access which another person may have set up in an unverified account.

    It revokes sessions, the password, the second factor, recovery codes, social logins, device codes,
    access tokens, and email links. The operator role stays, because a command granted it to this email
    address.
    """

    def __init__(self, accounts: Accounts, sessions: Sessions, clock: Clock) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._clock = clock

    def __call__(self, locked_account: Account, *, except_session_id: SessionId | None = None) -> None:
        """Clear the credentials of a locked account. The caller saves it. Session `except_session_id` stays
        active.
        """
        self._accounts.delete_credentials(locked_account.id)
        self._sessions.end_all(locked_account.id, self._clock.now(), except_id=except_session_id)
        locked_account.clear_credentials()
