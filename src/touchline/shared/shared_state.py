"""Port for small values that all processes share for a short time, outside of the database."""

from collections.abc import Callable
from datetime import timedelta
from typing import Protocol


class SharedStateUnavailableError(Exception):
    """The storage does not respond. The value may or may not have been changed."""


class SharedState(Protocol):
    """Texts by name. Each is deleted some time after its last change. Calls raise
    `SharedStateUnavailableError`.
    """

    def read(self, name: str) -> str | None:
        """Return a text, or None if there is none."""
        ...

    def change(self, name: str, change: Callable[[str | None], str | None], lifetime: timedelta) -> None:
        """Replace a text by a function of itself; None deletes it.

        The function may be called more than once, because another process may change the text at the same
        time.
        """
        ...
