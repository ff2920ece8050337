"""Account administration by operators (`touchline accounts …`)."""

from contextlib import suppress
from dataclasses import dataclass

from touchline.channel.application.accounts.access_revocation import RevokeOtherAccess
from touchline.channel.application.accounts.account_creation import CreateAccount
from touchline.channel.application.accounts.login.guess_limits import GuessLimiter
from touchline.channel.application.accounts.password_policy import PasswordPolicy
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.accounts.form_errors import EMAIL_TAKEN, first_error, raise_for_errors
from touchline.channel.domain.accounts.temporary_passwords import (
    TEMPORARY_PASSWORD_LIFETIME,
    generate_temporary_password,
)
from touchline.channel.domain.accounts.validation import normalize_name, validate_email, validate_names
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.accounts.passwords import PasswordHasher
from touchline.channel.ports.email.email_queue import EmailQueue
from touchline.channel.ports.site.channels import Channels
from touchline.channel.ports.site.keys import Sessions
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError, UnavailableError
from touchline.shared.strings import normalize


def get_account_for_update(accounts: Accounts, email: str) -> Account:
    """Return the locked account with an email address in the current channel.

    Raises `NotFoundError` with a message for the operator.
    """
    existing_account = accounts.get_by_email(normalize.email(email))
    locked_account = accounts.get_for_update(existing_account.id) if existing_account else None
    if locked_account is None:
        raise NotFoundError(f"There is no account for {normalize.email(email)} in this channel.")
    return locked_account


class IssueTemporaryPassword:
    """Use case that replaces a viewer's password with a temporary one and ends all sessions.

    If the address was never verified, all other access to the account is revoked too (ADR 21).
    """

    def __init__(
        self,
        accounts: Accounts,
        sessions: Sessions,
        password_hasher: PasswordHasher,
        email_queue: EmailQueue,
        guess_limiter: GuessLimiter,
        revoke_other_access: RevokeOtherAccess,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._password_hasher = password_hasher
        self._email_queue = email_queue
        self._guess_limiter = guess_limiter
        self._revoke_other_access = revoke_other_access
        self._clock = clock

    def __call__(self, email: str) -> str:
        """Return the temporary password, which is not stored, and notify the viewer by email.

        Raises `NotFoundError`.
        """
        password = generate_temporary_password()
        password_hash = self._password_hasher.hash(password)  # hashing is slow, so nothing is locked yet
        account = get_account_for_update(self._accounts, email)
        if not account.email_verified:
            self._revoke_other_access(account)
        expires_at = self._clock.now() + TEMPORARY_PASSWORD_LIFETIME
        account.change_password(password_hash, temporary=True, until=expires_at)
        self._accounts.save(account)
        self._sessions.end_all(account.id, self._clock.now())
        self._email_queue.enqueue("password_changed", account.id)
        with suppress(UnavailableError):  # without a rate limit store, no guess is limited either
            self._guess_limiter.clear_for_account(account.id)
        return password


class EndSessions:
    """Use case that ends all sessions of a viewer."""

    def __init__(self, accounts: Accounts, sessions: Sessions, clock: Clock) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._clock = clock

    def __call__(self, email: str) -> int:
        """End the sessions and return their number. Raises `NotFoundError`."""
        account = get_account_for_update(self._accounts, email)
        return len(self._sessions.end_all(account.id, self._clock.now()))


@dataclass(frozen=True)
class NewAccount:
    """An account to create.

    `verified` marks the address as verified, and no verification email is sent. `temporary` requires a
    password change at the first login.
    """

    email: str
    first_name: str
    last_name: str
    password: str
    verified: bool = False
    temporary: bool = False


class AddAccount:
    """Use case that creates an account without registration, by the same rules."""

    def __init__(
        self,
        accounts: Accounts,
        channels: Channels,
        password_policy: PasswordPolicy,
        create_account: CreateAccount,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._channels = channels
        self._password_policy = password_policy
        self._create_account = create_account
        self._clock = clock

    def __call__(self, new_account: NewAccount) -> Account:
        """Create the account in the channel's language and return it. Raises `InvalidInputError` with all
        errors.
        """
        raise_for_errors(self._validate(new_account))
        channel, now = self._channels.get_current(), self._clock.now()
        account = Account(
            channel.id,
            normalize.email(new_account.email),
            normalize_name(new_account.first_name),
            normalize_name(new_account.last_name),
            channel.language,
            now,
            password_hash=self._password_policy.hash(new_account.password),
            email_verified_at=now if new_account.verified else None,
            temporary_password=new_account.temporary,
            temporary_until=now + TEMPORARY_PASSWORD_LIFETIME if new_account.temporary else None,
        )
        self._create_account(account)
        return account

    def _validate(self, new_account: NewAccount) -> dict[str, list[str]]:
        email = normalize.email(new_account.email)
        email_errors = [EMAIL_TAKEN] if self._accounts.get_by_email(email) else []
        return {
            **validate_names(normalize_name(new_account.first_name), normalize_name(new_account.last_name)),
            "email": first_error(validate_email(email), email_errors),
            **self._password_policy.validate(new_account.password, new_account.password),
        }
