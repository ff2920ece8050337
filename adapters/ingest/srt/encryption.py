"""SRT encryption: the key that the encoder chose, and the packets under it (draft-sharabayko-srt-01, 6)."""

from __future__ import annotations

import hashlib

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.keywrap import InvalidUnwrap, aes_key_unwrap

_SIGNATURE = b"\x12\x20\x29"
_HEADER_SIZE = 16
_AES_CTR = 2
_SALT_SIZES, _KEY_SIZES = (16,), (16, 24, 32)
_ITERATIONS = 2048
_SALT_FOR_KEY = 8
_NONCE_SIZE = 14


class WrongPassphraseError(Exception):
    """The key cannot be unwrapped with the passphrase, or has a form that is not supported."""


class StreamDecryption:
    """Decrypts payloads with the keys that the encoder sends, of which it replaces one from time to time."""

    def __init__(self, passphrase: str) -> None:
        self._passphrase = passphrase.encode()
        self._keys: dict[int, tuple[bytes, bytes]] = {}

    def load(self, message: bytes) -> None:
        """Read a key material message (3.2.2). Raises `WrongPassphraseError`."""
        if len(message) < _HEADER_SIZE or message[:3] != _SIGNATURE or message[8] != _AES_CTR:
            raise WrongPassphraseError
        key_flags, salt_size, key_size = message[3] & 3, message[14] * 4, message[15] * 4
        key_count = key_flags.bit_count()
        wrapped = message[_HEADER_SIZE + salt_size :][: key_count * key_size + 8]
        if salt_size not in _SALT_SIZES or key_size not in _KEY_SIZES or not key_count:
            raise WrongPassphraseError
        salt = message[_HEADER_SIZE : _HEADER_SIZE + salt_size]
        key_encryption_key = hashlib.pbkdf2_hmac(
            "sha1", self._passphrase, salt[-_SALT_FOR_KEY:], _ITERATIONS, key_size
        )
        try:
            keys = aes_key_unwrap(key_encryption_key, wrapped)
        except (InvalidUnwrap, ValueError):
            raise WrongPassphraseError from None
        for flag in (1, 2):
            if key_flags & flag:
                self._keys[flag], keys = (keys[:key_size], salt), keys[key_size:]

    def decrypt(self, payload: bytes, key_flag: int, sequence_number: int) -> bytes | None:
        """Return the decrypted payload, or None if its key is not known (6.3.2)."""
        if key_flag not in self._keys:
            return None
        key, salt = self._keys[key_flag]
        counter = bytearray(salt[:_NONCE_SIZE] + bytes(2))
        for offset, byte in enumerate(sequence_number.to_bytes(4, "big"), 10):
            counter[offset] ^= byte
        decryptor = Cipher(algorithms.AES(key), modes.CTR(bytes(counter))).decryptor()
        return decryptor.update(payload)
