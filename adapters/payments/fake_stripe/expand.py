"""`expand[]`: names of objects replaced by the objects, and parts that are given only when asked for.

https://docs.stripe.com/api/expanding_objects
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adapters.payments.fake_stripe.account import Account, shown
from adapters.payments.fake_stripe.errors import StripeError, invalid

Json = dict[str, Any]
Part = Callable[[Account, Json], Any]

NAMES = {
    "balance_transaction": "balance_transaction",
    "charge": "charge",
    "coupon": "coupon",
    "customer": "customer",
    "default_payment_method": "payment_method",
    "default_price": "price",
    "discounts": "discount",
    "dispute": "dispute",
    "invoice": "invoice",
    "latest_charge": "charge",
    "latest_invoice": "invoice",
    "payment_intent": "payment_intent",
    "payment_method": "payment_method",
    "pending_setup_intent": "setup_intent",
    "price": "price",
    "product": "product",
    "promotion_code": "promotion_code",
    "setup_intent": "setup_intent",
    "subscription": "subscription",
    "test_clock": "test_helpers.test_clock",
}
LEVELS = 4
_parts: dict[tuple[str, str], Part] = {}


def on_request(kind: str, name: str) -> Callable[[Part], Part]:
    """Enter a part of an object that is left out unless it is asked for."""

    def enter(part: Part) -> Part:
        _parts[kind, name] = part
        return part

    return enter


def expanded(account: Account, body: Json, paths: list[Any]) -> Json:
    """The object with what `expand` asks for; StripeError where a path leads nowhere."""
    body = shown(body)
    for path in paths:
        if not isinstance(path, str) or path.count(".") >= LEVELS:
            raise invalid(f"You cannot expand more than {LEVELS} levels of a property.", None, "expand")
        _expand(account, body, path.split("."), path)
    return body


def _expand(account: Account, body: Json, path: list[str], whole: str) -> None:
    name, rest = path[0], path[1:]
    part = _parts.get((str(body.get("object")), name))
    if part and name not in body:
        body[name] = part(account, body)
    elif name not in body:
        raise _cannot(whole)
    elif name in NAMES:
        body[name] = _found(account, NAMES[name], body[name])
    elif not rest:
        raise _cannot(whole)
    inner = body[name]
    for item in inner if isinstance(inner, list) else [inner]:
        if rest and isinstance(item, dict):
            _expand(account, item, rest, whole)


def _found(account: Account, kind: str, value: Any) -> Any:
    if isinstance(value, list):
        return [_found(account, kind, item) for item in value]
    return shown(account.get(kind, value)) if isinstance(value, str) else value


def _cannot(path: str) -> StripeError:
    return invalid(f"This property cannot be expanded ({path}).", None, "expand")
