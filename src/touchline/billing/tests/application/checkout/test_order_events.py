"""Tests for the events that an order publishes."""

from dataclasses import replace

import pytest

from touchline.billing.application.checkout.order_events import OrderEventPublisher
from touchline.billing.domain.checkout.orders import OrderStatus, ProductKind
from touchline.billing.domain.ledger.transactions import Movement, Transaction, TransactionLabel
from touchline.billing.events import RenewalFailed
from touchline.billing.ports.current_channel import ViewerProfile
from touchline.billing.tests.checkout_environment import CheckoutEnvironment
from touchline.shared.ids import AccountId, TransactionId
from touchline.shared.money import Money
from touchline.shared.rehearsals import get_viewer_address


@pytest.mark.parametrize(
    ("before", "label", "published_count"),
    [
        (OrderStatus.PAID, TransactionLabel.CREATED, 1),
        (OrderStatus.PAID, TransactionLabel.UPDATED, 1),
        (OrderStatus.CREATED, TransactionLabel.UPDATED, 1),
        (OrderStatus.CREATED, TransactionLabel.CREATED, 0),
    ],
)
def test_a_failed_charge_after_a_trial_is_published_as_a_failed_renewal(
    before: OrderStatus, label: TransactionLabel, published_count: int
) -> None:
    env = CheckoutEnvironment()
    order = env.buy(ProductKind.SUBSCRIPTION, is_trial=True)
    declined = Transaction(
        id=TransactionId(7),
        order_id=order.id,
        movement=Movement.CHARGE,
        status=OrderStatus.FAILED,
        amount=Money(9900, "USD"),
        ref="in_1:ch_1",
        at=order.created_at,
        label=label,
    )
    OrderEventPublisher(env.channel, env.published_events)(before, replace(order), [declined])
    failed = [event for event in env.published_events.events if isinstance(event, RenewalFailed)]
    assert [event.transaction_id for event in failed] == [7] * published_count


def test_the_order_of_a_rehearsal_is_paid_but_counts_nowhere() -> None:
    env = CheckoutEnvironment()
    env.channel.viewers[AccountId(4)] = ViewerProfile(get_viewer_address("rehearsal-1"), "Test", "en")
    order = env.buy()
    assert order.status is OrderStatus.PAID
    assert list(env.list_transactions(order)) == []
    assert env.published_events.events == []
