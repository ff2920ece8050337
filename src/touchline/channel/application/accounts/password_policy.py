"""Passwords that are chosen: whether they will do, and what is kept of them (product.md §5)."""

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
    """Looks at a password before it is taken."""

    def __init__(self, password_hasher: PasswordHasher, breached: BreachedPasswords) -> None:
        self._password_hasher = password_hasher
        self._breached = breached

    def validate(
        self, password: str, confirmation: str, current_account: Account | None = None
    ) -> dict[str, list[str]]:
        """What is wrong with it, by field; one that attackers try first is refused too, and so is the
        temporary one of the account that it is for: others have read that."""
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
        """What is kept of it. Slow on purpose, so it comes before anything is written."""
        return self._password_hasher.hash(password)
