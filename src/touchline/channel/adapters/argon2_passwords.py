"""Argon2id (RFC 9106) for passwords (port `Passwords`)."""

import secrets
from threading import BoundedSemaphore

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

_AT_ONCE = 2


class Argon2Passwords:
    """The second recommended option of RFC 9106, section 4: 3 passes over 64 MiB in 4 lanes.

    A process works on two passwords at once and lets the others wait, so hashing takes 128 MiB a process at
    the most, however many log in.
    """

    def __init__(self, *, passes: int = 3, memory_kib: int = 65_536, lanes: int = 4) -> None:
        self._hasher = PasswordHasher(passes, memory_kib, lanes, hash_len=32, salt_len=16, type=Type.ID)
        self._turns = BoundedSemaphore(_AT_ONCE)
        # Made now, for else the first unknown account would be told by the time that making it takes.
        self._nobodys = self.hash(secrets.token_urlsafe())

    def hash(self, password: str) -> str:
        """What is kept of a password: algorithm, parameters, salt and hash in one text."""
        with self._turns:
            return self._hasher.hash(password)

    def matches(self, kept: str | None, password: str) -> bool:
        """Whether it is the password; without a kept one, as long as for a wrong one and False."""
        with self._turns:
            try:
                self._hasher.verify(kept or self._nobodys, password)
            except (VerificationError, InvalidHashError):
                return False
        return bool(kept)

    def outdated(self, kept: str) -> bool:
        """Whether the hash was made with other parameters than today's."""
        return self._hasher.check_needs_rehash(kept)
