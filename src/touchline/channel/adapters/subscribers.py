"""What context `channel` hears of others: letters about purchases follow from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.billing.events import OrderPaid, OrderRefunded, RenewalFailed, RenewalNear
from touchline.channel.application.tell_of_purchases import TellOfPurchases
from touchline.shared.ids import AccountId, OrderId, TransactionId


@inject
def order_paid(
    told: Mapping[str, Any], tell: TellOfPurchases = Provide["channel.letters.tell_of_purchases"]
) -> None:
    """A receipt leaves, or the news that something is open."""
    tell.paid(AccountId(told["account_id"]), OrderId(told["order_id"]), TransactionId(told["transaction_id"]))


@inject
def order_refunded(
    told: Mapping[str, Any], tell: TellOfPurchases = Provide["channel.letters.tell_of_purchases"]
) -> None:
    """A credit note leaves."""
    tell.refunded(AccountId(told["account_id"]), TransactionId(told["transaction_id"]))


@inject
def renewal_failed(
    told: Mapping[str, Any], tell: TellOfPurchases = Provide["channel.letters.tell_of_purchases"]
) -> None:
    """The viewer is told what to do."""
    tell.renewal_failed(AccountId(told["account_id"]), TransactionId(told["transaction_id"]))


@inject
def renewal_near(
    told: Mapping[str, Any], tell: TellOfPurchases = Provide["channel.letters.tell_of_purchases"]
) -> None:
    """The viewer is told what will be charged."""
    tell.renewal_near(AccountId(told["account_id"]), OrderId(told["order_id"]), trial=told["trial"])


SUBSCRIBERS = (
    (OrderPaid.name(), order_paid),
    (OrderRefunded.name(), order_refunded),
    (RenewalFailed.name(), renewal_failed),
    (RenewalNear.name(), renewal_near),
)
