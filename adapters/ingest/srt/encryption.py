"""SRT encryption: the key that the sender chose, and the packets under it (draft-sharabayko-srt-01, 6)."""

from __future__ import annotations

import hashlib
import os

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.keywrap import InvalidUnwrap, aes_key_unwrap, aes_key_wrap

_SIGNATURE = b"\x12\x20\x29"
_HEADER_SIZE = 16
_AES_CTR, _SRT_STREAM = 2, 2
_SALT_SIZES, KEY_SIZES = (16,), (16, 24, 32)
EVEN_KEY = 1
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
        if salt_size not in _SALT_SIZES or key_size not in KEY_SIZES or not key_count:
            raise WrongPassphraseError
        salt = message[_HEADER_SIZE : _HEADER_SIZE + salt_size]
        try:
            keys = aes_key_unwrap(_derive_key(self._passphrase, salt, key_size), wrapped)
        except (InvalidUnwrap, ValueError):
            raise WrongPassphraseError from None
        if len(keys) != key_count * key_size:
            raise WrongPassphraseError
        for flag in (1, 2):
            if key_flags & flag:
                self._keys[flag], keys = (keys[:key_size], salt), keys[key_size:]

    def decrypt(self, payload: bytes, key_flag: int, sequence_number: int) -> bytes | None:
        """Return the decrypted payload, or None if its key is not known (6.3.2)."""
        if key_flag not in self._keys:
            return None
        return _apply_key(*self._keys[key_flag], payload, sequence_number)


class StreamEncryption:
    """Encrypts payloads with a random key for one connection. `message` has the key under the passphrase.

    The key is not replaced: no two packets have the same number before 2^31 are sent (6.1.6).
    """

    def __init__(self, passphrase: str, key_size: int) -> None:
        self.key_size = key_size
        self._key, self._salt = os.urandom(key_size), os.urandom(_SALT_SIZES[0])
        wrapping_key = _derive_key(passphrase.encode(), self._salt, key_size)
        header = bytearray(_HEADER_SIZE)
        header[:4] = *_SIGNATURE, EVEN_KEY
        header[8], header[10], header[14], header[15] = (
            _AES_CTR,
            _SRT_STREAM,
            len(self._salt) // 4,
            key_size // 4,
        )
        self.message = bytes(header) + self._salt + aes_key_wrap(wrapping_key, self._key)

    def encrypt(self, payload: bytes, sequence_number: int) -> bytes:
        """Return the encrypted payload (6.2.2)."""
        return _apply_key(self._key, self._salt, payload, sequence_number)


def _derive_key(passphrase: bytes, salt: bytes, size: int) -> bytes:
    """Return the key that encrypts keys (6.1.4)."""
    return hashlib.pbkdf2_hmac("sha1", passphrase, salt[-_SALT_FOR_KEY:], _ITERATIONS, size)


def _apply_key(key: bytes, salt: bytes, payload: bytes, sequence_number: int) -> bytes:
    """Encrypt or decrypt a payload: AES in counter mode does the same in both directions."""
    counter = bytearray(salt[:_NONCE_SIZE] + bytes(2))
    for offset, byte in enumerate(sequence_number.to_bytes(4, "big"), 10):
        counter[offset] ^= byte
    cipher = Cipher(algorithms.AES(key), modes.CTR(bytes(counter))).encryptor()
    return cipher.update(payload)
