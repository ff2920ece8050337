"""Policy and hashing of new passwords (product.md §5)."""

from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.accounts.form_errors import (
    PASSWORD_BREACHED,
    TEMPORARY_PASSWORD_REUSED,
    first_error,
)
from touchline.channel.domain.accounts.validation import validate_new_password
from touchline.channel.ports.accounts.passwords import BreachedPasswords, PasswordHasher
from touchline.shared.strings import normalize


class PasswordPolicy:
    """Validator and hasher of new passwords."""

    def __init__(self, password_hasher: PasswordHasher, breached: BreachedPasswords) -> None:
        self._password_hasher = password_hasher
        self._breached = breached

    def validate(
        self, password: str, confirmation: str, current_account: Account | None = None
    ) -> dict[str, list[str]]:
        """Return the errors of a new password, by field.

        Also rejects breached passwords and the current temporary password of `current_account`, because other
        people have read it.
        """
        errors = validate_new_password(password, confirmation)
        breach_errors = [PASSWORD_BREACHED] if normalize.password(password) in self._breached else []
        password_errors = first_error(errors["password"], breach_errors)
        return {**errors, "password": password_errors or self._validate_not_reused(password, current_account)}

    def _validate_not_reused(self, password: str, account: Account | None) -> list[str]:
        if account is None or not account.temporary_password:
            return []
        return (
            [TEMPORARY_PASSWORD_REUSED]
            if self._password_hasher.verify(account.password_hash, password)
            else []
        )

    def hash(self, password: str) -> str:
        """Return the hash of the password. Hashing is slow by design, so call this before any write."""
        return self._password_hasher.hash(password)
