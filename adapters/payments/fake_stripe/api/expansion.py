"""`expand[]`: replaces IDs with objects, and includes properties that are returned only on request.

https://docs.stripe.com/api/expanding_objects
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adapters.payments.fake_stripe.api.errors import StripeError, invalid_request
from adapters.payments.fake_stripe.core.account import Account, public_view

Json = dict[str, Any]
PropertyLoader = Callable[[Account, Json], Any]

EXPANDABLE_PROPERTIES = {
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
MAX_LEVELS = 4
_loaders: dict[tuple[str, str], PropertyLoader] = {}


def expandable_property(kind: str, name: str) -> Callable[[PropertyLoader], PropertyLoader]:
    """Register the loader of a property that is returned only when expanded."""

    def register(loader: PropertyLoader) -> PropertyLoader:
        _loaders[kind, name] = loader
        return loader

    return register


def expand_object(account: Account, body: Json, paths: list[Any]) -> Json:
    """Return the public view of an object with the `expand` paths expanded.

    Raises `StripeError` if a path cannot be expanded.
    """
    body = public_view(body)
    for path in paths:
        if not isinstance(path, str) or path.count(".") >= MAX_LEVELS:
            raise invalid_request(
                f"You cannot expand more than {MAX_LEVELS} levels of a property.", None, "expand"
            )
        _expand_path(account, body, path.split("."), path)
    return body


def _expand_path(account: Account, body: Json, path: list[str], full_path: str) -> None:
    name, rest = path[0], path[1:]
    loader = _loaders.get((str(body.get("object")), name))
    if loader and name not in body:
        body[name] = loader(account, body)
    elif name not in body:
        raise _not_expandable_error(full_path)
    elif name in EXPANDABLE_PROPERTIES:
        body[name] = _load_object(account, EXPANDABLE_PROPERTIES[name], body[name])
    elif not rest:
        raise _not_expandable_error(full_path)
    inner = body[name]
    for item in inner if isinstance(inner, list) else [inner]:
        if rest and isinstance(item, dict):
            _expand_path(account, item, rest, full_path)


def _load_object(account: Account, kind: str, value: Any) -> Any:
    if isinstance(value, list):
        return [_load_object(account, kind, item) for item in value]
    return public_view(account.get(kind, value)) if isinstance(value, str) else value


def _not_expandable_error(path: str) -> StripeError:
    return invalid_request(f"This property cannot be expanded ({path}).", None, "expand")
