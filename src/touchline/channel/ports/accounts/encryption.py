"""Port for encrypting text with a key of this deployment."""

from typing import Protocol


class DecryptionError(ValueError):
    """The encrypted text was not created by this deployment, was modified, or is too old."""


class Encryption(Protocol):
    """Authenticated encryption with a key of the deployment. `purpose` separates different uses."""

    def encrypt(self, purpose: str, text: str) -> str:
        """Return the encrypted text in URL-safe characters."""
        ...

    def decrypt(self, purpose: str, encrypted: str, *, max_age_seconds: int | None = None) -> str:
        """Return the decrypted text.

        Raises `DecryptionError` if the text is invalid or older than `max_age_seconds`.
        """
        ...
