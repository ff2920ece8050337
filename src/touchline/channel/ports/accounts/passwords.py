"""Ports for hashing passwords and rejecting breached ones."""

from typing import Protocol


class PasswordHasher(Protocol):
    """Slow hashing (Argon2id, RFC 9106) of normalized passwords (`shared.strings.normalize.password`)."""

    def hash(self, password: str) -> str:
        """Return the hash of a password."""
        ...

    def verify(self, password_hash: str | None, password: str) -> bool:
        """Return whether the password matches the hash.

        A None hash takes as long as a wrong password, so that timing reveals nothing.
        """
        ...

    def needs_rehash(self, password_hash: str, password: str = "") -> bool:
        """Return whether the hash is outdated.

        A hash is outdated if its parameters are weaker than the current ones, or if the password was not
        normalized. `password` is the correct password.
        """
        ...


class BreachedPasswords(Protocol):
    """Collection of breached passwords, which attackers try first."""

    def __contains__(self, password: object) -> bool:
        """Return whether the password is in the collection, ignoring case."""
        ...
