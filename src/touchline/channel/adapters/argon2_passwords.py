"""Argon2id (RFC 9106) for passwords (port `Passwords`)."""

import os
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from touchline.platform.http.slots import stepped_aside
from touchline.shared import normalize
from touchline.shared.errors import Throttled

Answer = TypeVar("Answer")
WAITING = 16
"""Passwords of a process that wait for the one that is worked on."""
_NICENESS = 5
_RETRY_SECONDS = 3


class Argon2Passwords:
    """The second recommended option of RFC 9106, section 4: 3 passes over 64 MiB in 4 lanes.

    A process works on one password at a time, in a thread of low priority, so other requests get the
    processor first. `WAITING` more may wait; they leave their place among the requests that work. Further
    ones are refused: `Throttled`.
    """

    def __init__(self, *, passes: int = 3, memory_kib: int = 65_536, lanes: int = 4) -> None:
        self._hasher = PasswordHasher(passes, memory_kib, lanes, hash_len=32, salt_len=16, type=Type.ID)
        self._worker = ThreadPoolExecutor(1, "passwords", initializer=_lower_priority)
        self._room = threading.BoundedSemaphore(1 + WAITING)
        # Made now, for else the first unknown account would be told by the time that making it takes.
        self._nobodys = self.hash(secrets.token_urlsafe())

    def hash(self, password: str) -> str:
        """What is kept of a password: algorithm, parameters, salt and hash in one text; `Throttled`."""
        normal = normalize.password(password)
        return self._worked(lambda: self._hasher.hash(normal))

    def matches(self, kept: str | None, password: str) -> bool:
        """Whether it is the password; without a kept one, as long as for a wrong one and False;
        `Throttled`."""
        normal = normalize.password(password)
        found = self._compared(kept, normal)
        if not found and normal != password:  # hashed before passwords were normalized
            found = self._compared(kept, password)
        return found and bool(kept)

    def outdated(self, kept: str, password: str = "") -> bool:
        """Whether the hash was made with other parameters than today's, or of another form of `password`,
        which is the right one."""
        if self._hasher.check_needs_rehash(kept):
            return True
        normal = normalize.password(password)
        return normal != password and not self._compared(kept, normal)

    def _compared(self, kept: str | None, password: str) -> bool:
        return self._worked(lambda: self._verified(kept or self._nobodys, password))

    def _verified(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    def _worked(self, work: Callable[[], Answer]) -> Answer:
        if not self._room.acquire(blocking=False):
            raise Throttled(_RETRY_SECONDS)
        try:
            with stepped_aside():
                return self._worker.submit(work).result()
        finally:
            self._room.release()


def _lower_priority() -> None:
    """Linux gives each thread a priority of its own; elsewhere all stay equal."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
