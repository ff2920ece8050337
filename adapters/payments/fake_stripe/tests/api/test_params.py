"""The fake Stripe accepts only parameters that Stripe accepts, and rejects all others."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import pytest
import stripe

from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import routes
from adapters.payments.fake_stripe.core.account import Account
from adapters.payments.fake_stripe.core.store import Store
from adapters.payments.fake_stripe.tests.merchant import Merchant

BROWSER_PARAMS = {"client_secret"}
VERBS = {
    ("POST", False): "Create",
    ("POST", True): "Update",
    ("GET", False): "List",
    ("GET", True): "Retrieve",
}


class AllowedParams(Exception):
    """The parameters that a call accepts."""


def list_calls() -> Iterator[tuple[str, str, Any]]:
    """List all calls: method, path, handler."""
    for (method, _), entries in routes.entries.items():
        for entry in entries:
            yield method, "/".join(entry.path), entry.handler


def get_sdk_params(method: str, path: str) -> set[str] | None:
    """Return the SDK's parameters of a call. None if the SDK does not list them."""
    parts = path.split("/")
    module = "stripe.params"
    if importlib.util.find_spec(f"{module}.{parts[0]}"):
        module, parts = f"{module}.{parts[0]}", parts[1:]
    named = [part for part in parts if not part.startswith("{")]
    last_is_id = parts[-1].startswith("{")
    if method == "DELETE":
        verb = "Cancel" if named[0] == "subscriptions" else "Delete"
    elif method == "POST" and len(named) > 1:
        verb = {"void": "VoidInvoice", "reversals": "CreateReversal"}.get(named[-1], named[-1].capitalize())
        named.pop()
    else:
        verb = VERBS[method, last_is_id]
    name = "".join(to_class_name(part) for part in named) + verb + "Params"
    params_class = getattr(importlib.import_module(module), name, None)
    return set(params_class.__annotations__) if params_class else None


def to_class_name(part: str) -> str:
    """Return the SDK's class name: `PromotionCode` for `promotion_codes`."""
    return "".join(word.capitalize() for word in part.removesuffix("s").split("_"))


@pytest.mark.parametrize(("method", "path", "handler"), list(list_calls()))
def test_a_call_accepts_only_parameters_of_stripe(
    method: str, path: str, handler: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def capture_allowed(params: Params, *allowed: str) -> None:
        raise AllowedParams(*allowed)

    monkeypatch.setattr(Params, "allow_only", capture_allowed)
    with pytest.raises(AllowedParams) as captured:
        handler(Account(Store(None)), Params({}), *["x"] * path.count("{"))
    sdk_params = get_sdk_params(method, path)
    assert sdk_params is not None, "The SDK has no such call."
    assert set(captured.value.args) - BROWSER_PARAMS <= sdk_params


def test_an_unknown_parameter_is_named(merchant: Merchant) -> None:
    params: Any = {"email": "maya@example.com", "nickname": "May"}
    with pytest.raises(stripe.InvalidRequestError, match="Received unknown parameter: nickname") as error:
        merchant.api.customers.create(params)
    assert (error.value.code, error.value.param) == ("parameter_unknown", "nickname")
    nested: Any = {"customer": merchant.create_customer(), "items": [{"price": "price_1", "colour": "red"}]}
    with pytest.raises(stripe.InvalidRequestError) as error:
        merchant.api.subscriptions.create(nested)
    assert error.value.param == "items[0][colour]"


@pytest.mark.parametrize(
    ("params", "code", "param"),
    [
        ({"currency": "usd"}, "parameter_missing", "amount"),
        ({"amount": "ten", "currency": "usd"}, "parameter_invalid_integer", "amount"),
        ({"amount": 1000, "currency": ""}, "parameter_invalid_empty", "currency"),
        ({"amount": 1000, "currency": "zzz"}, None, "currency"),
        ({"amount": 1000, "currency": "usd", "customer": "cus_none"}, "resource_missing", "customer"),
        ({"amount": 1000, "currency": "usd", "metadata": {"k" * 41: "v"}}, None, f"metadata[{'k' * 41}]"),
        ({"amount": 1000, "currency": "usd", "metadata": {"k": "v" * 501}}, None, "metadata[k]"),
    ],
)
def test_an_invalid_parameter_is_named(merchant: Merchant, params: Any, code: str | None, param: str) -> None:
    with pytest.raises(stripe.InvalidRequestError) as error:
        merchant.api.payment_intents.create(params)
    assert (error.value.http_status, error.value.code, error.value.param) == (400, code, param)
