"""One answer for one `Idempotency-Key` (https://docs.stripe.com/api/idempotent_requests).

The first answer is given again for a day of the stand-in's clock, declined cards and all; a request that was
wrong from the start is not kept. Card numbers and codes do not go into what is compared.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from adapters.payments.fake_stripe.errors import StripeError, invalid
from adapters.payments.fake_stripe.store import Store

Json = dict[str, Any]

KEPT_SECONDS = 24 * 60 * 60
_WRONG = "parameter_"


@dataclass(frozen=True)
class Answer:
    """What goes back: a status, a body, and whether it was given before."""

    status: int
    body: Json
    replayed: bool = False


def known(store: Store, key: str, path: str, values: Json, now: int) -> Answer | None:
    """The answer that was given for the key; StripeError when something else was asked with it."""
    if len(key) > 255:
        raise invalid("Idempotency keys can be up to 255 characters.")
    store.db.execute("DELETE FROM keys WHERE key = ? AND at <= ?", (key, now - KEPT_SECONDS))
    row = store.db.execute("SELECT asked, path, status, body FROM keys WHERE key = ?", (key,)).fetchone()
    if not row:
        return None
    asked, before, status, body = row
    if before != path:
        raise _used(f"for the same endpoint they were first used for ('{before}' vs '{path}')", key)
    if asked != _digest(values):
        raise _used("with the same parameters they were first used with", key)
    return Answer(status, json.loads(body), True)


def keep(store: Store, key: str, path: str, values: Json, now: int, answer: Answer) -> None:
    """Keep an answer, unless it only says that the request was wrong."""
    code = str(answer.body.get("error", {}).get("code", ""))
    if answer.status in (401, 404, 409, 429) or (
        answer.status == 400 and (not code or code.startswith(_WRONG))
    ):
        return
    store.db.execute(
        "INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?, ?, ?)",
        (key, _digest(values), path, now, answer.status, json.dumps(answer.body)),
    )


def _digest(values: Json) -> str:
    return hashlib.sha256(json.dumps(_without_cards(values), sort_keys=True).encode()).hexdigest()


def _without_cards(values: Any) -> Any:
    if isinstance(values, list):
        return [_without_cards(item) for item in values]
    if not isinstance(values, dict):
        return values
    return {
        name: value[-4:] if name == "number" and isinstance(value, str) else _without_cards(value)
        for name, value in values.items()
        if name != "cvc"
    }


def _used(words: str, key: str) -> StripeError:
    return StripeError(
        400,
        "idempotency_error",
        f"Keys for idempotent requests can only be used {words}. Try using a key other than "
        f"'{key}' if you meant to execute a different request.",
    )
