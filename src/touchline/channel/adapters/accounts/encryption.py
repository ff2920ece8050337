"""Encryption with keys of this deployment: Fernet (AES-128-CBC and HMAC-SHA256) with keys derived by HKDF."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from touchline.channel.ports.accounts.encryption import DecryptionError
from touchline.shared.clock import Clock

if TYPE_CHECKING:
    from cryptography.fernet import Fernet


class FernetEncryption:
    """Port `Encryption`. Each purpose has its own key, derived from the deployment's secret (RFC 5869).

    The library takes 6 MB and most web processes never need it, so it is imported on first use.
    """

    def __init__(self, secret: bytes, clock: Clock) -> None:
        self._secret = secret
        self._clock = clock

    def encrypt(self, purpose: str, text: str) -> str:
        """Return the encrypted and authenticated text, as URL-safe characters."""
        return self._fernet(purpose).encrypt_at_time(text.encode(), self._timestamp()).decode()

    def decrypt(self, purpose: str, encrypted: str, *, max_age_seconds: int | None = None) -> str:
        """Return the decrypted text. Raises `DecryptionError`."""
        from cryptography.fernet import InvalidToken

        fernet = self._fernet(purpose)
        try:
            if max_age_seconds is None:
                return fernet.decrypt(encrypted.encode()).decode()
            return fernet.decrypt_at_time(encrypted.encode(), max_age_seconds, self._timestamp()).decode()
        except InvalidToken as error:
            raise DecryptionError(purpose) from error

    def _timestamp(self) -> int:
        return int(self._clock.now().timestamp())

    def _fernet(self, purpose: str) -> Fernet:
        from cryptography.fernet import Fernet
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF

        key_derivation = HKDF(SHA256(), length=32, salt=None, info=f"touchline seal {purpose}".encode())
        return Fernet(base64.urlsafe_b64encode(key_derivation.derive(self._secret)))
