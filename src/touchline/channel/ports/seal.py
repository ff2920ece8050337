"""Texts that only this deployment can read again."""

from typing import Protocol


class Broken(ValueError):
    """The sealed text was not made here, was changed, or is too old."""


class Seal(Protocol):
    """Authenticated encryption under a key of the deployment; `purpose` keeps uses apart."""

    def seal(self, purpose: str, text: str) -> str:
        """The text, unreadable and unchangeable, as URL-safe characters."""
        ...

    def open(self, purpose: str, sealed: str, *, seconds: int | None = None) -> str:
        """The text again; `Broken` for what is false or older than `seconds`."""
        ...
