"""Contract of `WebhookEvents`, for every provider (`provider_harness.HARNESSES`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from adapters.payments.tests.provider_harness import (
    ProviderHarness,
    build_payment_request,
    build_subscription_request,
)
from touchline.billing.ports.payments import PaymentsUnavailableError, WebhookEvent
from touchline.shared.errors import RefusedError
from touchline.shared.money import Money

USD = "USD"


@pytest.fixture
def find_events(harness: ProviderHarness) -> Callable[[str], dict[str, WebhookEvent]]:
    """Return a function that finds the events of an order, by kind."""
    started_at = datetime.now(UTC) - timedelta(hours=1)

    def find_by_order(order: str) -> dict[str, WebhookEvent]:
        return {
            event.kind: event for event in harness.payments.list_since(started_at) if event.order == order
        }

    return find_by_order


def test_payment_events_name_their_order(
    harness: ProviderHarness, find_events: Callable[[str], dict[str, WebhookEvent]]
) -> None:
    payment_request = build_payment_request(harness.create_customer(), harness.create_card())
    ref = harness.payments.charge(payment_request).ref
    harness.payments.refund(ref, Money(100, USD), f"{ref}-1")
    events = harness.wait_until(lambda: len(listed := find_events(payment_request.order)) >= 2 and listed)
    assert events and {harness.PAID, harness.REFUNDED} <= set(events)
    assert {event.ref for event in events.values()} == {ref}


def test_subscription_and_invoice_events_name_their_order(
    harness: ProviderHarness, find_events: Callable[[str], dict[str, WebhookEvent]]
) -> None:
    customer = harness.create_customer()
    payment_request = build_subscription_request(customer, harness.attach_card(customer))
    payment = harness.payments.subscribe(payment_request)
    harness.payments.refund(payment.charges[0].ref, Money(100, USD), f"{payment.ref}-1")
    harness.payments.cancel_subscription(payment.ref)
    expected_kinds = {
        harness.SUBSCRIPTION_CREATED,
        harness.INVOICE_PAID,
        harness.REFUNDED,
        harness.SUBSCRIPTION_DELETED,
    }
    events = harness.wait_until(
        lambda: expected_kinds <= set(listed := find_events(payment_request.order)) and listed
    )
    assert events and {event.ref for event in events.values()} == {payment.ref}


def test_webhook_events_are_listed_oldest_first_across_pages(harness: ProviderHarness) -> None:
    started_at = datetime.now(UTC) - timedelta(hours=1)
    customer = harness.create_customer()
    payment_requests = [
        build_payment_request(customer, harness.create_card(), 100 + number) for number in range(3)
    ]
    for payment_request in payment_requests:
        harness.payments.charge(payment_request)

    def list_orders() -> list[str | None]:
        orders = {payment_request.order for payment_request in payment_requests}
        events = [event for event in harness.payments.list_since(started_at) if event.order in orders]
        assert [event.at for event in events] == sorted(event.at for event in events)
        return [event.order for event in events if event.kind == harness.PAID]

    harness.wait_until(
        lambda: list_orders() == [payment_request.order for payment_request in payment_requests]
    )
    assert list(harness.payments.list_since(datetime.now(UTC) + timedelta(days=1000))) == []


def test_a_signed_webhook_is_parsed(harness: ProviderHarness) -> None:
    harness.payments.charge(build_payment_request(harness.create_customer(), harness.create_card()))
    webhook_event = harness.payments.construct_event(*harness.sign_webhook(harness.PAID))
    assert (webhook_event.kind, bool(webhook_event.id), bool(webhook_event.order)) == (
        harness.PAID,
        True,
        True,
    )
    assert abs(datetime.now(UTC) - webhook_event.at) < timedelta(hours=1)
    assert harness.payments.construct_event(*harness.sign_webhook(harness.PAID, age=290))


def test_a_webhook_with_an_invalid_or_old_signature_is_refused(harness: ProviderHarness) -> None:
    harness.payments.charge(build_payment_request(harness.create_customer(), harness.create_card()))
    body, signature = harness.sign_webhook(harness.PAID)
    invalid_webhooks = [
        harness.sign_webhook(harness.PAID, is_forged=True),
        harness.sign_webhook(harness.PAID, age=310),
        (body + b" ", signature),
        (body, ""),
        (body, "t=1"),
        (b"\xff", signature),
    ]
    for body_and_signature in invalid_webhooks:
        with pytest.raises(RefusedError, match="This webhook was not sent by the payment provider"):
            harness.payments.construct_event(*body_and_signature)


def test_an_unrelated_webhook_has_no_order(harness: ProviderHarness) -> None:
    harness.create_customer()
    webhook_event = harness.payments.construct_event(*harness.sign_webhook(harness.UNRELATED_EVENT))
    assert (webhook_event.kind, webhook_event.order, webhook_event.ref) == (
        harness.UNRELATED_EVENT,
        None,
        None,
    )


def test_a_valid_key_passes_the_check(harness: ProviderHarness) -> None:
    harness.payments.check()


def test_other_parameters_for_the_same_order_are_an_error_and_charge_nothing(
    harness: ProviderHarness,
) -> None:
    customer = harness.create_customer()
    payment_request = build_payment_request(customer, harness.create_card())
    harness.payments.charge(payment_request)
    with pytest.raises(PaymentsUnavailableError):
        harness.payments.charge(replace(payment_request, amount=Money(1, USD)))
    assert harness.count_charges(customer) == 1
