"""Tests for paying an order that waits for authentication with another card."""

from __future__ import annotations

import pytest

from touchline.billing.application.checkout.purchases import MissingCardError
from touchline.billing.domain.checkout.orders import OrderStatus, ProductKind
from touchline.billing.tests.checkout_environment import (
    ADA,
    BOB,
    CHANNEL,
    CheckoutEnvironment,
    build_purchase,
)
from touchline.billing.tests.order_samples import ACCESS_KINDS
from touchline.billing.tests.payment_fakes import DECLINED, FOREIGN, REQUIRES_AUTHENTICATION, VISA
from touchline.shared.errors import NotFoundError


@pytest.mark.parametrize("kind", ACCESS_KINDS)
def test_another_card_pays_an_order_that_waits_for_authentication(kind: ProductKind) -> None:
    env = CheckoutEnvironment()
    waiting = env.buy(kind, card=REQUIRES_AUTHENTICATION)
    env.checkout_service.pay(CHANNEL, ADA.viewer_id, waiting.id, VISA)
    after = env.get_order(waiting.id)
    assert (after.status, after.client_secret) == (OrderStatus.PAID, None)
    assert env.payments.get_balance() == after.total.minor
    assert env.is_balanced()


def test_the_authentication_of_the_first_card_is_void() -> None:
    env = CheckoutEnvironment()
    waiting = env.buy(card=REQUIRES_AUTHENTICATION)
    env.checkout_service.pay(CHANNEL, ADA.viewer_id, waiting.id, VISA)
    assert waiting.payment_ref is not None
    env.payments.complete_authentication(waiting.payment_ref)
    env.deliver_webhooks()
    assert env.payments.get_balance() == waiting.total.minor


def test_another_card_that_is_declined_fails_the_order() -> None:
    env = CheckoutEnvironment()
    waiting = env.buy(card=REQUIRES_AUTHENTICATION)
    env.checkout_service.pay(CHANNEL, ADA.viewer_id, waiting.id, DECLINED)
    after = env.get_order(waiting.id)
    assert (after.status, after.failure_message) == (OrderStatus.FAILED, "Your card was declined.")
    assert env.payments.get_balance() == 0


def test_another_card_that_requires_authentication_leaves_the_order_pending() -> None:
    env = CheckoutEnvironment()
    waiting = env.buy(card=REQUIRES_AUTHENTICATION)
    env.checkout_service.pay(CHANNEL, ADA.viewer_id, waiting.id, REQUIRES_AUTHENTICATION)
    assert env.get_order(waiting.id).status is OrderStatus.CREATED
    assert env.get_order(waiting.id).client_secret


@pytest.mark.parametrize("card", [None, VISA, DECLINED])
def test_a_paid_order_is_unchanged_and_not_charged_again(card: str | None) -> None:
    env = CheckoutEnvironment()
    paid = env.buy()
    env.checkout_service.pay(CHANNEL, ADA.viewer_id, paid.id, card)
    assert env.get_order(paid.id).status is OrderStatus.PAID
    assert env.payments.get_balance() == paid.total.minor
    assert "confirm_with_card" not in env.payments.calls


def test_a_failed_order_is_not_paid_with_another_card() -> None:
    env = CheckoutEnvironment()
    failed = env.buy(card=DECLINED)
    env.checkout_service.pay(CHANNEL, ADA.viewer_id, failed.id, VISA)
    assert env.get_order(failed.id).status is OrderStatus.FAILED
    assert env.payments.get_balance() == 0


def test_another_viewers_card_or_order_is_refused() -> None:
    env = CheckoutEnvironment()
    waiting = env.buy(card=REQUIRES_AUTHENTICATION)
    with pytest.raises(MissingCardError):
        env.checkout_service.pay(CHANNEL, ADA.viewer_id, waiting.id, FOREIGN)
    with pytest.raises(NotFoundError):
        env.checkout_service.pay(CHANNEL, BOB.viewer_id, waiting.id, VISA)
    assert env.payments.get_balance() == 0


def test_a_repeated_first_request_still_returns_its_order() -> None:
    env = CheckoutEnvironment()
    waiting = env.buy(card=REQUIRES_AUTHENTICATION, key="idempotency-key-1")
    env.checkout_service.pay(CHANNEL, ADA.viewer_id, waiting.id, VISA)
    assert (
        env.checkout_service.buy(build_purchase(card=REQUIRES_AUTHENTICATION, key="idempotency-key-1"), ADA)
        == waiting.id
    )
