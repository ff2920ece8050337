"""Texts that only this deployment can read again."""

from typing import Protocol


class DecryptionError(ValueError):
    """The sealed text was not made here, was changed, or is too old."""


class Encryption(Protocol):
    """Authenticated encryption under a key of the deployment; `purpose` keeps uses apart."""

    def encrypt(self, purpose: str, text: str) -> str:
        """The text, unreadable and unchangeable, as URL-safe characters."""
        ...

    def decrypt(self, purpose: str, encrypted: str, *, max_age_seconds: int | None = None) -> str:
        """The text again; `DecryptionError` for what is false or older than `max_age_seconds`."""
        ...
