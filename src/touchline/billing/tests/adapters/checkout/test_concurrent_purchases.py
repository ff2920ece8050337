"""Tests for concurrent purchases by several processes, on both databases: one order and one charge per
product.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from decimal import Decimal
from functools import partial
from threading import Barrier
from typing import Any

import pytest

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.application.checkout.checkout_service import CheckoutService
from touchline.billing.application.checkout.purchases import (
    AlreadyBoughtError,
    PaymentInProgressError,
    Purchase,
)
from touchline.billing.domain.checkout.orders import Order, ProductKind
from touchline.billing.domain.coupons import InvalidPromoCodeError
from touchline.billing.ports.orders import OrderFilter
from touchline.billing.tests.adapters.conftest import PublishOffers
from touchline.billing.tests.offer_samples import billing_part, coupon_entry, package_entry
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.errors import TouchlineError
from touchline.shared.ids import AccountId, OrderId, SessionId
from touchline.shared.principal import Principal

pytestmark = pytest.mark.both_databases
REQUESTS = 4
DUPLICATES = 10
PurchaseCall = Callable[[], OrderId]


@pytest.fixture
def checkout_service(
    application: Application,
    publish_offers: PublishOffers,
    channel: ChannelDetails,
    fake_stripe: FakeStripeServer,
) -> CheckoutService:
    """Return the checkout service of a channel that sells a season pass and has a single-use promo code."""
    once = coupon_entry("ONCE", percent=Decimal(50), limit=1)
    publish_offers(
        channel,
        billing_part(
            package_entry("season"),
            package_entry("second", categories=["soccer"]),
            coupons=(once,),
        ),
    )
    container: Any = application.container
    service: CheckoutService = container.billing.checkout_service()
    return service


def get_principal(visitor: Visitor, channel: ChannelDetails) -> Principal:
    """Return the principal of a viewer."""
    account_id = AccountId(visitor.data("/profile")["id"])
    return Principal(channel.id, SessionId(0), account_id, "en", "US")


def build_package_purchase(visitor: Visitor, name: str = "Season", **more: Any) -> Purchase:
    """Build a purchase of a package."""
    (package_id,) = [package["id"] for package in visitor.data("/packages") if package["name"] == name]
    return Purchase(kind=ProductKind.PACKAGE, id=package_id, card="pm_card_visa", **more)


def run_concurrently(calls: list[PurchaseCall]) -> list[OrderId | TouchlineError]:
    """Run each call in its own thread, all started at the same moment. Return the result or error of each."""
    ready = Barrier(len(calls))

    def run(call: PurchaseCall) -> OrderId | TouchlineError:
        ready.wait(10)
        try:
            return call()
        except TouchlineError as refusal:
            return refusal

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def list_orders(application: Application, who: Principal) -> list[Order]:
    """Return all orders of a viewer."""
    with application.container.database().transaction(who.channel_id):
        return list(
            application.container.billing.orders().list_for_account(who.viewer_id, OrderFilter(), 100, 0)
        )


def count_charges(fake_stripe: FakeStripeServer) -> int:
    """Return the number of paid charges."""
    return len([charge for charge in fake_stripe.client().v1.charges.list().data if charge.paid])


@pytest.mark.parametrize("same_key", [True, False])
def test_concurrent_requests_make_one_order_and_one_charge(
    checkout_service: CheckoutService,
    ada: Visitor,
    channel: ChannelDetails,
    application: Application,
    fake_stripe: FakeStripeServer,
    same_key: bool,
) -> None:
    who = get_principal(ada, channel)
    keys = [f"idempotency-key-{0 if same_key else number}" for number in range(REQUESTS)]
    purchases = [build_package_purchase(ada, key=key) for key in keys]
    results = run_concurrently(
        [lambda purchase=purchase: checkout_service.buy(purchase, who) for purchase in purchases]  # type: ignore[misc]
    )
    (order,) = list_orders(application, who)
    assert (order.status, count_charges(fake_stripe)) == ("paid", 1)
    others = [result for result in results if result != order.id]
    assert len(others) < REQUESTS
    assert all(isinstance(result, PaymentInProgressError | AlreadyBoughtError) for result in others)


@pytest.mark.parametrize("card", ["pm_card_visa", "pm_card_authenticationRequired"])
def test_ten_requests_with_one_key_get_its_order_or_a_conflict(
    checkout_service: CheckoutService,
    ada: Visitor,
    channel: ChannelDetails,
    application: Application,
    fake_stripe: FakeStripeServer,
    card: str,
) -> None:
    who = get_principal(ada, channel)
    purchase = replace(build_package_purchase(ada, key="idempotency-key-1"), card=card)
    results = run_concurrently([lambda: checkout_service.buy(purchase, who)] * DUPLICATES)
    (order,) = list_orders(application, who)
    assert all(result == order.id or isinstance(result, PaymentInProgressError) for result in results)
    assert order.status == ("paid" if card == "pm_card_visa" else "created")
    assert {checkout_service.buy(purchase, who) for _ in range(3)} == {order.id}
    assert count_charges(fake_stripe) == (1 if card == "pm_card_visa" else 0)


def test_a_single_use_code_is_redeemed_once_by_two_concurrent_viewers(
    checkout_service: CheckoutService,
    ada: Visitor,
    bea: Visitor,
    channel: ChannelDetails,
    application: Application,
    fake_stripe: FakeStripeServer,
) -> None:
    both = [
        (get_principal(viewer, channel), build_package_purchase(viewer, promo_code="ONCE"))
        for viewer in (ada, bea)
    ]
    results = run_concurrently(
        [lambda who=who, purchase=purchase: checkout_service.buy(purchase, who) for who, purchase in both]  # type: ignore[misc]
    )
    assert sorted(isinstance(result, InvalidPromoCodeError) for result in results) == [False, True]
    assert sum(len(list_orders(application, who)) for who, _ in both) == count_charges(fake_stripe) == 1


def test_two_viewers_and_two_products_do_not_block_each_other(
    checkout_service: CheckoutService,
    ada: Visitor,
    bea: Visitor,
    channel: ChannelDetails,
    application: Application,
    fake_stripe: FakeStripeServer,
) -> None:
    purchases = [
        (get_principal(viewer, channel), build_package_purchase(viewer, name))
        for viewer in (ada, bea)
        for name in ("Season", "Second")
    ]
    results = run_concurrently(
        [partial(checkout_service.buy, purchase, viewer) for viewer, purchase in purchases]
    )
    assert len({str(result) for result in results}) == 4
    assert count_charges(fake_stripe) == 4


def test_an_order_synced_concurrently_has_each_transaction_once(
    checkout_service: CheckoutService,
    ada: Visitor,
    channel: ChannelDetails,
    application: Application,
    fake_stripe: FakeStripeServer,
) -> None:
    who = get_principal(ada, channel)
    purchase = build_package_purchase(ada)
    with_authentication = Purchase(kind=purchase.kind, id=purchase.id, card="pm_card_authenticationRequired")
    order_id = checkout_service.buy(with_authentication, who)
    (order,) = list_orders(application, who)
    assert order.payment_ref is not None
    fake_stripe.authenticate(order.payment_ref)
    run_concurrently([lambda: checkout_service.sync_order(who.channel_id, order_id) or order_id] * REQUESTS)  # type: ignore[func-returns-value]
    (order,) = list_orders(application, who)
    with application.container.database().transaction(who.channel_id):
        transactions = application.container.billing.ledger().list_for_orders([order_id])[order_id]
    assert (order.status, len(transactions)) == ("paid", 1)
