"""One answer for one `Idempotency-Key` (https://docs.stripe.com/api/idempotent_requests).

The first answer is given again for a day of the stand-in's clock, declined cards and all; a request that was
wrong from the start is not kept. Card numbers and codes do not go into what is compared.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from adapters.payments.fake_stripe.api.errors import StripeError, invalid_request
from adapters.payments.fake_stripe.core.store import Store

Json = dict[str, Any]

RETENTION_SECONDS = 24 * 60 * 60
_PARAMETER_ERROR_PREFIX = "parameter_"


@dataclass(frozen=True)
class ApiResponse:
    """What goes back: a status, a body, and whether it was given before."""

    status: int
    body: Json
    replayed: bool = False


def find_response(store: Store, key: str, path: str, values: Json, now: int) -> ApiResponse | None:
    """The answer that was given for the key; StripeError when something else was asked with it."""
    if len(key) > 255:
        raise invalid_request("Idempotency keys can be up to 255 characters.")
    store.db.execute("DELETE FROM keys WHERE key = ? AND at <= ?", (key, now - RETENTION_SECONDS))
    row = store.db.execute("SELECT asked, path, status, body FROM keys WHERE key = ?", (key,)).fetchone()
    if not row:
        return None
    stored_digest, stored_path, status, body = row
    if stored_path != path:
        raise _key_reused_error(
            f"for the same endpoint they were first used for ('{stored_path}' vs '{path}')", key
        )
    if stored_digest != _digest(values):
        raise _key_reused_error("with the same parameters they were first used with", key)
    return ApiResponse(status, json.loads(body), True)


def save_response(store: Store, key: str, path: str, values: Json, now: int, response: ApiResponse) -> None:
    """Keep an answer, unless it only says that the request was wrong."""
    code = str(response.body.get("error", {}).get("code", ""))
    if response.status in (401, 404, 409, 429) or (
        response.status == 400 and (not code or code.startswith(_PARAMETER_ERROR_PREFIX))
    ):
        return
    store.db.execute(
        "INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?, ?, ?)",
        (key, _digest(values), path, now, response.status, json.dumps(response.body)),
    )


def _digest(values: Json) -> str:
    return hashlib.sha256(json.dumps(_redact_cards(values), sort_keys=True).encode()).hexdigest()


def _redact_cards(values: Any) -> Any:
    if isinstance(values, list):
        return [_redact_cards(item) for item in values]
    if not isinstance(values, dict):
        return values
    return {
        name: value[-4:] if name == "number" and isinstance(value, str) else _redact_cards(value)
        for name, value in values.items()
        if name != "cvc"
    }


def _key_reused_error(rule: str, key: str) -> StripeError:
    return StripeError(
        400,
        "idempotency_error",
        f"Keys for idempotent requests can only be used {rule}. Try using a key other than "
        f"'{key}' if you meant to execute a different request.",
    )
