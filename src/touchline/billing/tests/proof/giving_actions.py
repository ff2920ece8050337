"""Actions of viewers who choose a price, donate, or cancel with the link of a reminder. Each action returns a
description.
"""

from __future__ import annotations

from typing import Any, ClassVar

from touchline.billing.application.checkout.purchases import Purchase
from touchline.billing.domain.checkout.orders import AutoRenewal, OrderStatus, ProductKind
from touchline.billing.domain.renewals.renewal_tokens import RenewalClaim
from touchline.billing.tests.proof.viewer_actions import ViewerActions
from touchline.shared.ids import ChannelId

AMOUNTS = ("2.00", "7.35", "500.00", "0", "1.99", "500.01", None)


class GivingActions(ViewerActions):
    """What viewers do beyond buying at fixed prices."""

    WEIGHTS: ClassVar = {"donate": 3, "pay_what_you_can": 3, "cancel_by_link": 2}

    def donate(self) -> str:
        """Donate an amount, which may be out of range."""
        return self._choose_price(ProductKind.DONATION, "fund")

    def pay_what_you_can(self) -> str:
        """Buy a pass for an amount, which may be nothing or out of range."""
        return self._choose_price(ProductKind.PACKAGE, "open")

    def cancel_by_link(self) -> str:
        """Press the link of a reminder, which may be pressed twice or too late."""
        order = self.pick_order(
            lambda order: order.status is OrderStatus.PAID and order.auto_renewal is AutoRenewal.ACTIVE
        )
        if order is None or order.expires_at is None:
            return "none"
        claim = RenewalClaim(ChannelId(1), order.id, order.expires_at)
        token = self.system.billing.renewal_tokens().issue(claim)
        for _ in range(self.random.choice((1, 2))):
            with self.system.database.transaction(1):
                self.system.billing.renewal_links().cancel(ChannelId(1), token)
        return str(order.id)

    def _choose_price(self, kind: ProductKind, key: str) -> str:
        viewer = self.random.choice(self.viewers)
        fields: dict[str, Any] = {"id": self.system.get_offer_id(key), "amount": self.random.choice(AMOUNTS)}
        purchase = Purchase(
            kind=kind, card=self._create_card(viewer), key=f"key-{self.random.random()}", **fields
        )
        self.purchases.append((viewer, purchase))
        return self._buy(viewer, purchase)
