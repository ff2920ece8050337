"""Passwords that are chosen: whether they will do, and what is kept of them (product.md §5)."""

from touchline.channel.domain.details import faults_of_new_password
from touchline.channel.domain.identifiers import PASSWORD_BREACHED, first_of
from touchline.channel.ports.passwords import BreachedPasswords, Passwords


class NewPasswords:
    """Looks at a password before it is taken."""

    def __init__(self, passwords: Passwords, breached: BreachedPasswords) -> None:
        self._passwords = passwords
        self._breached = breached

    def faults(self, password: str, confirmation: str) -> dict[str, list[str]]:
        """What is wrong with it, by field; one that attackers try first is refused too."""
        found = faults_of_new_password(password, confirmation)
        known = [PASSWORD_BREACHED] if password in self._breached else []
        return {**found, "password": first_of(found["password"], known)}

    def hash(self, password: str) -> str:
        """What is kept of it. Slow on purpose, so it comes before anything is written."""
        return self._passwords.hash(password)
