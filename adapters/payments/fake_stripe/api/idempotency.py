"""Idempotent requests: one response per `Idempotency-Key`.

The first response is replayed for 24 hours by the fake Stripe's clock, including card declines. Responses to
invalid requests are not saved. Full card numbers and CVCs are left out of the parameter comparison.

https://docs.stripe.com/api/idempotent_requests
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
    """A response: status, body, and whether it is a replay."""

    status: int
    body: Json
    replayed: bool = False


def find_response(store: Store, key: str, path: str, values: Json, now: int) -> ApiResponse | None:
    """Return the response saved for an idempotency key, or None.

    Raises `StripeError` if the key was used with another path or other parameters.
    """
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
    """Save a response, unless it only reports an invalid request."""
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
