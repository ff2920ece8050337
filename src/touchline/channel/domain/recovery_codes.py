"""Recovery codes: ten words that stand in for an authenticator app that was lost, each once.

They are kept as a keyed hash: 49 bits are too few for a plain one, should the database alone get into
other hands.
"""

import hashlib
import hmac
import secrets

from touchline.shared import normalize
from touchline.shared.ids import AccountId

HOW_MANY = 10
LENGTH = 10
# No letter or digit that another looks like: i, l, o, 0 and 1 are missing.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_recovery_codes() -> list[str]:
    """Ten fresh codes, as they are shown: `xxxxx-xxxxx`."""
    return [_shown("".join(secrets.choice(LETTERS) for _ in range(LENGTH))) for _ in range(HOW_MANY)]


def plain_code(typed: str) -> str:
    """A code as it was typed, without what people put between its halves, in lower case and ASCII digits."""
    return "".join(letter for letter in normalize.code(typed).lower() if letter.isalnum())


def recovery_hash(secret: bytes, account_id: AccountId, code: str) -> str:
    """What is kept of a code: HMAC-SHA256 under the deployment's secret, different for every account."""
    text = f"recovery code|{account_id}|{plain_code(code)}"
    return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()


def _shown(code: str) -> str:
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"
