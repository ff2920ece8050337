"""Tests for idempotency keys: one key gives one order, even with a concurrent duplicate request."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.application.checkout.purchases import (
    IdempotencyKeyReusedError,
    NotForSaleError,
    PaymentInProgressError,
    Purchase,
)
from touchline.billing.domain.checkout.orders import Order, OrderStatus, ProductKind
from touchline.billing.domain.checkout.provider_actions import ATTEMPT_TIMEOUT
from touchline.billing.domain.coverage import Availability
from touchline.billing.ports.payments import PaymentsUnavailableError
from touchline.billing.tests.checkout_environment import ADA, CheckoutEnvironment, build_purchase
from touchline.billing.tests.order_samples import ACCESS_KINDS
from touchline.billing.tests.payment_fakes import REQUIRES_AUTHENTICATION, raise_unavailable
from touchline.shared.principal import Principal

KEY = "idempotency-key-1"


def run_duplicate_after(env: CheckoutEnvironment, calls: int, duplicate: Purchase) -> list[Order]:
    """Run a duplicate request after the given number of key lookups. Return the list that receives its
    order."""
    duplicates: list[Order] = []
    place_order: Any = env.checkout_service._place_order
    env.uow._stores = ()  # the duplicate's writes stay, although our transaction is rolled back
    find_existing: Callable[[Purchase, Principal], Order | None] = place_order.find_existing

    def find_after_duplicate(purchase: Purchase, principal: Principal) -> Order | None:
        nonlocal calls
        found = find_existing(purchase, principal)
        calls -= 1
        if calls == 0:
            env.uow.is_open = False  # the duplicate runs in another process
            duplicates.append(env.get_order(env.new_checkout_service().buy(duplicate, ADA)))
            env.uow.is_open = True
        return found

    place_order.find_existing = find_after_duplicate
    return duplicates


@pytest.mark.parametrize("calls", [1, 2])
@pytest.mark.parametrize("kind", ACCESS_KINDS)
def test_a_duplicate_request_gets_the_order_of_the_first(kind: ProductKind, calls: int) -> None:
    env = CheckoutEnvironment()
    purchase = build_purchase(kind, key=KEY)
    duplicates = run_duplicate_after(env, calls, purchase)
    assert env.checkout_service.buy(purchase, ADA) == duplicates[0].id
    assert len(env.orders.stored) == 1
    assert env.payments.get_balance() == env.orders.stored[0].total.minor


def test_a_trial_started_by_a_duplicate_request_is_not_refused() -> None:
    env = CheckoutEnvironment()
    purchase = build_purchase(ProductKind.SUBSCRIPTION, key=KEY, is_trial=True)
    duplicates = run_duplicate_after(env, 1, purchase)
    assert env.checkout_service.buy(purchase, ADA) == duplicates[0].id


def test_an_order_in_authentication_is_not_canceled_by_its_duplicate() -> None:
    env = CheckoutEnvironment()
    purchase = build_purchase(key=KEY, card=REQUIRES_AUTHENTICATION)
    run_duplicate_after(env, 2, purchase)
    assert env.get_order(env.checkout_service.buy(purchase, ADA)).status is OrderStatus.CREATED
    assert "cancel_unpaid" not in env.payments.calls


def test_a_key_resumes_its_order_after_the_sale_has_ended() -> None:
    env = CheckoutEnvironment()
    env.payments.before["charge"] = raise_unavailable
    with pytest.raises(PaymentsUnavailableError):
        env.checkout_service.buy(build_purchase(key=KEY), ADA)
    env.clock.advance(ATTEMPT_TIMEOUT)
    env.sale_catalog.change_event(availability=Availability.NONE)
    with pytest.raises((NotForSaleError, PaymentInProgressError)):
        env.checkout_service.buy(build_purchase(key="another-key"), ADA)
    assert env.buy(key=KEY).status is OrderStatus.PAID


def test_a_key_can_be_reused_after_a_refusal() -> None:
    env = CheckoutEnvironment()
    env.sale_catalog.change_event(availability=Availability.NONE)
    with pytest.raises(NotForSaleError):
        env.checkout_service.buy(build_purchase(key=KEY), ADA)
    env.sale_catalog.change_event(
        availability=Availability.RECORDED, starts_at=env.clock.now() - timedelta(days=1)
    )
    assert env.buy(key=KEY).status is OrderStatus.PAID


def test_the_key_of_another_purchase_is_refused_with_its_own_code() -> None:
    env = CheckoutEnvironment()
    env.buy(key=KEY)
    with pytest.raises(IdempotencyKeyReusedError) as refusal:
        env.checkout_service.buy(build_purchase(ProductKind.PACKAGE, key=KEY), ADA)
    assert (refusal.value.code, refusal.value.message) == (
        "errors.idempotency_key",
        "This payment was already used for another purchase. Please try again.",
    )
