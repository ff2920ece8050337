"""Password hashing with Argon2id (RFC 9106; port `PasswordHasher`)."""

import os
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from touchline.platform.http.server.concurrency import release_slot
from touchline.shared.errors import RateLimitedError
from touchline.shared.strings import normalize

Result = TypeVar("Result")
MAX_WAITING = 16
"""Maximum number of passwords in a process that wait for the hashing thread."""
_NICENESS = 5
_RETRY_SECONDS = 3


class Argon2PasswordHasher:
    """Argon2id with the second recommended option of RFC 9106, section 4: 3 passes over 64 MiB in 4 lanes.

    Each process hashes one password at a time, in a low-priority thread, so other requests get the CPU first.
    Up to `MAX_WAITING` more passwords wait. While they wait, their requests release their request slots.
    Further passwords are rejected with `RateLimitedError`.
    """

    def __init__(self, *, passes: int = 3, memory_kib: int = 65_536, lanes: int = 4) -> None:
        self._hasher = PasswordHasher(passes, memory_kib, lanes, hash_len=32, salt_len=16, type=Type.ID)
        self._worker = ThreadPoolExecutor(1, "passwords", initializer=_lower_priority)
        self._slots = threading.BoundedSemaphore(1 + MAX_WAITING)
        # Created now. Otherwise, the extra time for the first unknown account would reveal that it does not
        # exist.
        self._dummy_hash = self.hash(secrets.token_urlsafe())

    def hash(self, password: str) -> str:
        """Return the password hash: algorithm, parameters, salt and hash in one string.

        Raises `RateLimitedError`.
        """
        normalized = normalize.password(password)
        return self._run_in_worker(lambda: self._hasher.hash(normalized))

    def verify(self, password_hash: str | None, password: str) -> bool:
        """Return True if the password matches the hash.

        Without a hash, the result is False and takes as long as for a wrong password. Raises
        `RateLimitedError`.
        """
        normalized = normalize.password(password)
        is_match = self._compare(password_hash, normalized)
        if not is_match and normalized != password:  # hashed before passwords were normalized
            is_match = self._compare(password_hash, password)
        return is_match and bool(password_hash)

    def needs_rehash(self, password_hash: str, password: str = "") -> bool:
        """Return True if the password must be hashed again.

        A hash is outdated if it has other parameters, or if it was made from another Unicode form of
        `password`. `password` must be the correct password.
        """
        if self._hasher.check_needs_rehash(password_hash):
            return True
        normalized = normalize.password(password)
        return normalized != password and not self._compare(password_hash, normalized)

    def _compare(self, password_hash: str | None, password: str) -> bool:
        return self._run_in_worker(lambda: self._verify_hash(password_hash or self._dummy_hash, password))

    def _verify_hash(self, password_hash: str, password: str) -> bool:
        try:
            return self._hasher.verify(password_hash, password)
        except (VerificationError, InvalidHashError):
            return False

    def _run_in_worker(self, work: Callable[[], Result]) -> Result:
        if not self._slots.acquire(blocking=False):
            raise RateLimitedError(_RETRY_SECONDS)
        try:
            with release_slot():
                return self._worker.submit(work).result()
        finally:
            self._slots.release()


def _lower_priority() -> None:
    """Lower the priority of the current thread.

    Linux has a priority per thread. On other systems, all threads keep the same priority.
    """
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
