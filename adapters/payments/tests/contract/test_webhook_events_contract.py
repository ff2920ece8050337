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
        return {each.kind: each for each in harness.payments.list_since(started_at) if each.order == order}

    return find_by_order


def test_payment_events_name_their_order(
    harness: ProviderHarness, find_events: Callable[[str], dict[str, WebhookEvent]]
) -> None:
    customer_requests = build_payment_request(harness.create_customer(), harness.create_card())
    ref = harness.payments.charge(customer_requests).ref
    harness.payments.refund(ref, Money(100, USD), f"{ref}-1")
    found = harness.wait_until(lambda: len(kinds := find_events(customer_requests.order)) >= 2 and kinds)
    assert found and {harness.PAID, harness.REFUNDED} <= set(found)
    assert {each.ref for each in found.values()} == {ref}


def test_subscription_and_invoice_events_name_their_order(
    harness: ProviderHarness, find_events: Callable[[str], dict[str, WebhookEvent]]
) -> None:
    customer = harness.create_customer()
    customer_requests = build_subscription_request(customer, harness.attach_card(customer))
    payment = harness.payments.subscribe(customer_requests)
    harness.payments.refund(payment.charges[0].ref, Money(100, USD), f"{payment.ref}-1")
    harness.payments.cancel_subscription(payment.ref)
    requests = {
        harness.SUBSCRIPTION_CREATED,
        harness.INVOICE_PAID,
        harness.REFUNDED,
        harness.SUBSCRIPTION_DELETED,
    }
    found = harness.wait_until(
        lambda: requests <= set(kinds := find_events(customer_requests.order)) and kinds
    )
    assert found and {each.ref for each in found.values()} == {payment.ref}


def test_webhook_events_are_listed_oldest_first_across_pages(harness: ProviderHarness) -> None:
    started_at = datetime.now(UTC) - timedelta(hours=1)
    customer = harness.create_customer()
    customer_requests = [
        build_payment_request(customer, harness.create_card(), 100 + number) for number in range(3)
    ]
    for each in customer_requests:
        harness.payments.charge(each)

    def list_orders() -> list[str | None]:
        own = {each.order for each in customer_requests}
        found = [each for each in harness.payments.list_since(started_at) if each.order in own]
        assert [each.at for each in found] == sorted(each.at for each in found)
        return [each.order for each in found if each.kind == harness.PAID]

    harness.wait_until(lambda: list_orders() == [each.order for each in customer_requests])
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
    bad_signature = [
        harness.sign_webhook(harness.PAID, is_forged=True),
        harness.sign_webhook(harness.PAID, age=310),
        (body + b" ", signature),
        (body, ""),
        (body, "t=1"),
        (b"\xff", signature),
    ]
    for each in bad_signature:
        with pytest.raises(RefusedError, match="This webhook was not sent by the payment provider"):
            harness.payments.construct_event(*each)


def test_an_unrelated_webhook_has_no_order(harness: ProviderHarness) -> None:
    harness.create_customer()
    webhook_event = harness.payments.construct_event(*harness.sign_webhook(harness.UNRELATED_EVENT))
    assert (webhook_event.kind, webhook_event.order, webhook_event.ref) == (
        harness.UNRELATED_EVENT,
        None,
        None,
    )


def test_our_key_is_known(harness: ProviderHarness) -> None:
    harness.payments.check()


def test_other_parameters_for_the_same_order_are_an_error_and_charge_nothing(
    harness: ProviderHarness,
) -> None:
    customer = harness.create_customer()
    customer_requests = build_payment_request(customer, harness.create_card())
    harness.payments.charge(customer_requests)
    with pytest.raises(PaymentsUnavailableError):
        harness.payments.charge(replace(customer_requests, amount=Money(1, USD)))
    assert harness.count_charges(customer) == 1
