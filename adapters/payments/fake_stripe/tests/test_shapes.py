"""Responses have the shapes that Stripe publishes and that the SDK reads.

The published shapes are in `../shared/data/stripe-fixtures3.json`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Union, get_args, get_origin

import pytest
from stripe._object_classes import get_object_class

from adapters.payments.fake_stripe.api.expansion import expand_object
from adapters.payments.fake_stripe.tests.merchant import NO_REDIRECTS, Merchant

Json = dict[str, Any]

FIXTURES = Path(__file__).parents[4].parent / "shared" / "data" / "stripe-fixtures3.json"
NESTED_FIELDS = {
    "charge": ["refunds"],
    "coupon": ["applies_to"],
    "customer": ["subscriptions"],
    "invoice": ["payments", "confirmation_secret"],
    "tax.calculation": ["line_items"],
}
KINDS = {
    "balance_transaction", "billing_portal.session", "charge", "coupon", "customer", "discount", "dispute",
    "event", "invoice", "invoice_payment", "payment_intent", "payment_method", "price", "product",
    "promotion_code", "refund", "setup_intent", "subscription", "tax.calculation", "test_helpers.test_clock",
}  # fmt: skip


@pytest.fixture
def objects(merchant: Merchant) -> dict[str, list[Json]]:
    """Return objects of all kinds, by kind, with their expandable properties."""
    create_one_of_each(merchant)
    simulator, objects_by_kind = merchant.fake_stripe.simulator, {}
    for (kind,) in simulator.store.db.execute("SELECT DISTINCT kind FROM objects"):
        bodies = [body for body in simulator.store.list_objects(kind) if not body.get("deleted")]
        objects_by_kind[kind] = [
            expand_object(simulator.account, body, NESTED_FIELDS.get(kind, [])) for body in bodies
        ]
    return objects_by_kind


@pytest.fixture
def examples() -> dict[str, Json]:
    """Return Stripe's published examples, by kind."""
    resources: dict[str, Json] = json.loads(FIXTURES.read_text())["resources"]
    return resources


@pytest.mark.skipif(not FIXTURES.exists(), reason=f"until github.com/stripe/openapi is in {FIXTURES}")
def test_every_key_and_its_type_match_stripe(
    objects: dict[str, list[Json]], examples: dict[str, Json]
) -> None:
    assert set(objects) == KINDS
    wrong = {
        line
        for kind, bodies in objects.items()
        for body in bodies
        for line in list_differences(body, examples[kind], kind, None, examples)
    }
    assert not wrong


def test_every_key_that_the_sdk_reads_is_present(objects: dict[str, list[Json]]) -> None:
    missing = {
        f"{kind}.{name}"
        for kind, bodies in objects.items()
        for body in bodies
        for name, hint in get_object_class("V1", kind).__annotations__.items()
        if name not in body and not is_optional(hint) and name != "OBJECT_NAME"
    }
    assert not missing


def list_differences(
    body: Any, example: Any, path: str, sdk_type: Any, examples: dict[str, Json]
) -> list[str]:
    """List where a value differs from Stripe's example. `sdk_type` is the SDK's class for the value."""
    if body is None or example is None:
        return []
    if isinstance(body, dict) and isinstance(example, dict):
        return list_different_keys(body, example, path, sdk_type, examples)
    if isinstance(body, list) and isinstance(example, list):
        return [
            line
            for item in body
            if example
            for line in list_differences(item, example[0], path, sdk_type, examples)
        ]
    if isinstance(body, dict) and isinstance(example, str):
        return []
    same = type(body) is type(example) or {type(body), type(example)} == {int, float}
    return [] if same else [f"{path}: {type(body).__name__}, not {type(example).__name__}"]


def list_different_keys(
    body: Json, example: Json, path: str, sdk_type: Any, examples: dict[str, Json]
) -> list[str]:
    """List where an object's keys differ.

    An object with a known kind is compared with that kind's example.
    """
    kind = str(body.get("object"))
    if kind in examples:
        example, sdk_type = examples[kind], get_object_class("V1", kind)
    if not example or path.endswith(("metadata", "data.object", "previous_attributes")):
        return []
    names = {*example, *getattr(sdk_type, "__annotations__", ())}
    inner = getattr(sdk_type, "_inner_class_types", {})
    differences = [f"{path}.{name} is unknown" for name in body if name not in names]
    for name in body:
        differences += list_differences(
            body[name], example.get(name), f"{path}.{name}", inner.get(name), examples
        )
    return differences


def is_optional(hint: Any) -> bool:
    """Return whether the SDK's type hint allows None."""
    return get_origin(hint) is Union and type(None) in get_args(hint)


def create_one_of_each(merchant: Merchant) -> None:
    """Create objects of every kind, in many states."""
    api = merchant.api
    clock = api.test_helpers.test_clocks.create({"frozen_time": merchant.fake_stripe.now()})
    merchant.create_customer(test_clock=clock.id)
    api.test_helpers.test_clocks.advance(clock.id, {"frozen_time": clock.frozen_time + 60})
    customer = merchant.create_customer(name="Maya", address={"country": "CA", "state": "QC"})
    card = merchant.set_up_card(customer, "visa")
    merchant.set_up_card(customer, "authenticationRequired")
    setup: Any = {"customer": customer, "payment_method": "pm_card_authenticationRequired", "confirm": True}
    api.setup_intents.create({**setup, "automatic_payment_methods": NO_REDIRECTS})
    intent = merchant.pay(customer, card, metadata={"order": "1"}, description="Game")
    api.refunds.create({"payment_intent": intent.id, "amount": 100})
    merchant.pay(customer, merchant.attach_card(customer, "createDispute"))
    merchant.pay(customer, "pm_card_authenticationRequired", return_url="http://prairie.localhost")
    failing = merchant.attach_card(customer, "chargeCustomerFail")
    merchant.subscribe(customer, failing)
    product = api.products.create({"name": "Gold", "metadata": {"key": "gold"}}).id
    coupon = api.coupons.create(
        {"percent_off": 12.5, "applies_to": {"products": [product]}, "name": "Spring"}
    ).id
    promotion: Any = {"type": "coupon", "coupon": coupon}
    code = api.promotion_codes.create({"promotion": promotion}).id
    created = merchant.subscribe(
        customer, card, discounts=[{"promotion_code": code}], metadata={"order": "2"}
    )
    merchant.subscribe(
        customer, merchant.attach_card(customer, "authenticationRequiredOnSetup"), trial_period_days=7
    )
    api.subscriptions.update(created.id, {"default_payment_method": failing})
    merchant.fake_stripe.advance(days=33)
    api.subscriptions.update(created.id, {"cancel_at_period_end": True})
    api.billing_portal.sessions.create({"customer": customer, "return_url": "http://prairie.localhost"})
    lines: Any = [{"amount": 1000, "reference": "game", "tax_behavior": "inclusive"}]
    api.tax.calculations.create({"currency": "cad", "customer": customer, "line_items": lines})
