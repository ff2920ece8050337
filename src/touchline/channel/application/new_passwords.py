"""Passwords that are chosen: whether they will do, and what is kept of them (product.md §5)."""

from touchline.channel.domain.accounts import Account
from touchline.channel.domain.details import faults_of_new_password
from touchline.channel.domain.identifiers import PASSWORD_BREACHED, TEMPORARY_KEPT, first_of
from touchline.channel.ports.passwords import BreachedPasswords, Passwords
from touchline.shared import normalize


class NewPasswords:
    """Looks at a password before it is taken."""

    def __init__(self, passwords: Passwords, breached: BreachedPasswords) -> None:
        self._passwords = passwords
        self._breached = breached

    def faults(
        self, password: str, confirmation: str, replacing: Account | None = None
    ) -> dict[str, list[str]]:
        """What is wrong with it, by field; one that attackers try first is refused too, and so is the
        temporary one of the account that it is for: others have read that."""
        found = faults_of_new_password(password, confirmation)
        known = [PASSWORD_BREACHED] if normalize.password(password) in self._breached else []
        faults = first_of(found["password"], known)
        return {**found, "password": faults or self._kept(password, replacing)}

    def _kept(self, password: str, account: Account | None) -> list[str]:
        if account is None or not account.temporary_password:
            return []
        return [TEMPORARY_KEPT] if self._passwords.matches(account.password_hash, password) else []

    def hash(self, password: str) -> str:
        """What is kept of it. Slow on purpose, so it comes before anything is written."""
        return self._passwords.hash(password)
