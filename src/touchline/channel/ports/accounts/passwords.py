"""How passwords are kept, and which nobody should have."""

from typing import Protocol


class PasswordHasher(Protocol):
    """Slow hashes (Argon2id, RFC 9106) of passwords in their normal form (`shared.normalize.password`)."""

    def hash(self, password: str) -> str:
        """What is kept of a password."""
        ...

    def verify(self, password_hash: str | None, password: str) -> bool:
        """Whether it is the password; None takes as long as a wrong one, so that time tells nothing."""
        ...

    def needs_rehash(self, password_hash: str, password: str = "") -> bool:
        """Whether the hash was made with weaker parameters than today's, or before passwords were normalized;
        `password` is the right one."""
        ...


class BreachedPasswords(Protocol):
    """Passwords that attackers try first."""

    def __contains__(self, password: object) -> bool:
        """Whether the password is known; capitals make no difference."""
        ...
