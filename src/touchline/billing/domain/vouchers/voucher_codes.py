"""Codes of vouchers: readable, unguessable, and derived from the deployment's secret.

Only a hash of a code is stored. The server derives the code again for emails, lists and printed cards.
"""

from __future__ import annotations

import hashlib
import hmac

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""32 characters without 0, O, 1 and I, which look alike."""
CODE_LENGTH = 20
"""Characters of a code: 100 bits."""
_GROUP = 4


def normalize_voucher_code(text: str) -> str | None:
    """Return a typed code without separators, in uppercase; None if it cannot be a code."""
    code = "".join(character for character in text.upper() if character not in " -\u00a0\u2010\u2011\u2013.")
    return code if len(code) == CODE_LENGTH and all(character in ALPHABET for character in code) else None


def format_voucher_code(code: str) -> str:
    """Return a code in groups of four."""
    return "-".join(code[start : start + _GROUP] for start in range(0, CODE_LENGTH, _GROUP))


class VoucherCodes:
    """Derives codes and their hashes."""

    def __init__(self, secret: bytes) -> None:
        self._secret = hashlib.sha256(b"touchline vouchers\0" + secret).digest()

    def derive(self, order_uuid: str, number: int, code_version: int) -> str:
        """Return the normalized code of a voucher."""
        text = f"{order_uuid}:{number}:{code_version}"
        digest = hmac.new(self._secret, text.encode(), hashlib.sha256).digest()
        bits = int.from_bytes(digest, "big")
        return "".join(ALPHABET[bits >> (5 * position) & 31] for position in range(CODE_LENGTH))


def hash_voucher_code(code: str) -> str:
    """Return the hash that is stored instead of a normalized code."""
    return hashlib.sha256(code.encode()).hexdigest()
