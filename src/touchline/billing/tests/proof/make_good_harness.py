"""A channel with a game that was sold, its evidence, and the presses of the button that pays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
import stripe

from touchline.billing.application.checkout.purchases import Purchase
from touchline.billing.application.make_good.make_good_service import MakeGoodRun, MakeGoodService
from touchline.billing.domain.checkout.orders import Order, ProductKind
from touchline.billing.domain.make_good.evidence import ViewerEvidence
from touchline.billing.domain.make_good.make_goods import MakeGood
from touchline.billing.tests.make_good_samples import build_evidence
from touchline.billing.tests.offer_samples import billing_part, package_entry, subscription_entry, usd
from touchline.billing.tests.order_samples import NOW
from touchline.billing.tests.proof.billing_system import BillingSystem
from touchline.billing.tests.proof.environment import EVENT_ID
from touchline.shared.ids import ChannelId
from touchline.shared.principal import Principal

CHANNEL = ChannelId(1)
OFFERS = billing_part(
    package_entry("solo", type="event"),
    package_entry("season", days=40),
    subscriptions=(subscription_entry("yearly"),),
)


class MakeGoodHarness:
    """A channel whose game of 12.00 took place, with two viewers."""

    def __init__(self, system: BillingSystem) -> None:
        self.system = system
        system.publish_offers(1, OFFERS, usd("12.00"))
        self.ada = system.register(4, "ada@example.org")
        self.bob = system.register(5, "bob@example.org")
        self.set_policy(mode="propose")

    @property
    def service(self) -> MakeGoodService:
        """Return the service."""
        service: MakeGoodService = self.system.billing.make_good_service()
        return service

    def set_policy(self, **settings: Any) -> None:
        """Set the channel's policy."""
        self.system.channels.make_good = settings

    def buy(self, viewer: Principal, kind: ProductKind = ProductKind.EVENT, **more: Any) -> Order:
        """Buy a product with a new card."""
        system = self.system
        params = {"type": "card", "card": {"token": "tok_visa"}}
        card = str(system.simulator.call("POST", "payment_methods", params)["id"])
        product_id = system.get_offer_id("season")
        if kind is ProductKind.EVENT:
            product_id = EVENT_ID
            more["package_id"] = system.sale_catalog.single_event_packages[1]
        purchase = Purchase(kind=kind, id=product_id, card=card, key=f"{viewer.viewer_id}-{kind}", **more)
        system.checkout_service.buy(purchase, viewer)
        return next(order for order in reversed(system.list_orders()) if order.account_id == viewer.viewer_id)

    def measure(self, *viewers: ViewerEvidence, **changes: Any) -> None:
        """Add the evidence of the game, and go to the hour after it."""
        self.system.evidence.add(build_evidence(EVENT_ID, *viewers, **changes))
        self.system.clock.set(NOW + timedelta(days=3, hours=3))

    def pay(self) -> MakeGoodRun:
        """Pay all that is unpaid."""
        return self.service.pay(CHANNEL, EVENT_ID)

    def list_make_goods(self) -> list[MakeGood]:
        """Return the stored make-goods of the game."""
        with self.system.database.transaction(CHANNEL):
            return list(self.system.billing.make_goods().list_for_event(EVENT_ID))

    def list_refunds(self) -> list[int]:
        """Return the amounts of the provider's refunds."""
        refunds = self.system.simulator.store.list_objects("refund")
        return [int(refund["amount"]) for refund in refunds]

    def list_notes(self) -> list[str | None]:
        """Return the notes of the refunds in the ledger."""
        return [line.note for line in self.system.list_transactions() if line.movement == "refund"]


@contextmanager
def open_harness(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeGoodHarness]:
    """Yield a channel without purchases in an empty database. The SDK retries without a delay."""
    monkeypatch.setattr(stripe.HTTPClient, "INITIAL_DELAY", 0)
    monkeypatch.setattr(stripe.HTTPClient, "MAX_DELAY", 0)
    system = BillingSystem(url, {1: "USD"})
    system.reset()
    yield MakeGoodHarness(system)
    system.reset()
    system.database.close()
