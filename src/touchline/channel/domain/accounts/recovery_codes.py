"""Recovery codes: ten codes that replace a lost authenticator app. Each code works once.

They are stored as keyed hashes. A code has only 49 bits, so a plain hash could be brute-forced if the
database leaked.
"""

import hashlib
import hmac
import secrets

from touchline.shared.ids import AccountId
from touchline.shared.strings import normalize

CODE_COUNT = 10
CODE_LENGTH = 10
# Without characters that are easily confused: i, l, o, 0, and 1.
CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def generate_recovery_codes() -> list[str]:
    """Return ten new recovery codes, formatted as `xxxxx-xxxxx`."""
    return [
        _format_code("".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH)))
        for _ in range(CODE_COUNT)
    ]


def normalize_code(raw_code: str) -> str:
    """Return a typed code in lower case and ASCII digits, without separators."""
    return "".join(character for character in normalize.code(raw_code).lower() if character.isalnum())


def hash_recovery_code(secret: bytes, account_id: AccountId, code: str) -> str:
    """Return the hash of a code: HMAC-SHA256 with the deployment's secret, different for each account."""
    text = f"recovery code|{account_id}|{normalize_code(code)}"
    return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()


def _format_code(code: str) -> str:
    return f"{code[: CODE_LENGTH // 2]}-{code[CODE_LENGTH // 2 :]}"
