"""Recovery codes: ten words that stand in for an authenticator app that was lost, each once.

They are kept as a keyed hash: 49 bits are too few for a plain one, should the database alone get into
other hands.
"""

import hashlib
import hmac
import secrets

from touchline.shared.ids import AccountId
from touchline.shared.strings import normalize

CODE_COUNT = 10
CODE_LENGTH = 10
# No letter or digit that another looks like: i, l, o, 0 and 1 are missing.
CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def generate_recovery_codes() -> list[str]:
    """Ten fresh codes, as they are shown: `xxxxx-xxxxx`."""
    return [
        _format_code("".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH)))
        for _ in range(CODE_COUNT)
    ]


def normalize_code(raw_code: str) -> str:
    """A code as it was typed, without what people put between its halves, in lower case and ASCII digits."""
    return "".join(character for character in normalize.code(raw_code).lower() if character.isalnum())


def hash_recovery_code(secret: bytes, account_id: AccountId, code: str) -> str:
    """What is kept of a code: HMAC-SHA256 under the deployment's secret, different for every account."""
    text = f"recovery code|{account_id}|{normalize_code(code)}"
    return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()


def _format_code(code: str) -> str:
    return f"{code[: CODE_LENGTH // 2]}-{code[CODE_LENGTH // 2 :]}"
