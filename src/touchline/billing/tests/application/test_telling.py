from dataclasses import replace

import pytest

from touchline.billing.application.telling import Telling
from touchline.billing.domain.ledger import Label, Movement, Transaction
from touchline.billing.domain.orders import Kind, OrderStatus
from touchline.billing.events import RenewalFailed
from touchline.billing.tests.shop import Shop
from touchline.shared.ids import TransactionId
from touchline.shared.money import Money


@pytest.mark.parametrize(
    ("before", "label", "told"),
    [
        (OrderStatus.PAID, Label.CREATED, 1),
        (OrderStatus.PAID, Label.UPDATED, 1),
        (OrderStatus.CREATED, Label.UPDATED, 1),
        (OrderStatus.CREATED, Label.CREATED, 0),
    ],
)
def test_what_cannot_be_charged_after_a_trial_is_told_like_a_renewal_that_fails(
    before: OrderStatus, label: Label, told: int
) -> None:
    shop = Shop()
    order = shop.buy(Kind.SUBSCRIPTION, trial=True)
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
    Telling(shop.channel, shop.announced)(before, replace(order), [declined])
    failed = [event for event in shop.announced.events if isinstance(event, RenewalFailed)]
    assert [event.transaction_id for event in failed] == [7] * told
