"""Actions of viewers in a random walk. Each action returns a description."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from adapters.payments.fake_stripe.api.errors import StripeError
from touchline.billing.application.checkout.purchases import Purchase
from touchline.billing.domain.checkout.orders import OrderStatus, ProductKind
from touchline.billing.tests.order_samples import ACCESS_KINDS
from touchline.billing.tests.proof.billing_system import BillingSystem
from touchline.billing.tests.proof.environment import EVENT_ID, TEAM_ID
from touchline.billing.tests.proof.scenario import Scenario
from touchline.shared.principal import Principal

VALID_CARDS = ("visa", "mastercard", "amex", "ca", "fr")
DECLINED_CARDS = ("visa_chargeDeclined", "visa_chargeDeclinedInsufficientFunds", "chargeCustomerFail")
AUTHENTICATION_CARDS = ("authenticationRequired", "authenticationRequiredOnSetup",
                           "threeDSecure2Required",
          "authenticationRequiredChargeDeclinedInsufficientFunds")  # fmt: skip
DISPUTE_AND_REFUND_CARDS = ("createDispute", "refundFail", "pendingRefund")
PROMO_CODES = ("HALF", "LAST3", "ALL")


class ViewerActions(Scenario):
    """Two viewers. A viewer who closes their account registers again."""

    WEIGHTS: ClassVar = {
        "buy_random": 22, "repeat_purchase": 8, "authenticate": 8, "pay_pending": 5, "switch_renewal": 4,
        "close_account": 1,
    }  # fmt: skip

    def __init__(self, system: BillingSystem, seed: str) -> None:
        super().__init__(system, seed)
        self._cards: dict[int, list[str]] = {}
        self._packages = [system.get_offer_id(key) for key in ("season", "pass", "pass")]
        self._subscriptions = [system.get_offer_id(key) for key in ("yearly", "monthly", "seasonal")]
        self._account_count = 0
        self.viewers = [self._register("ada@example.org"), self._register("bob@example.org")]

    def buy_random(self) -> str:
        """Buy a random product, or start a trial."""
        viewer, kind = self.random.choice(self.viewers), self.random.choice(ACCESS_KINDS)
        purchase_fields: dict[str, Any] = {
            "kind": kind,
            "card": self._create_card(viewer),
            "key": f"key-{self.random.random()}",
        }
        if kind is ProductKind.EVENT:
            purchase_fields |= {
                "id": EVENT_ID,
                "package_id": self.system.sale_catalog.single_event_packages[viewer.channel_id],
            }
        elif kind is ProductKind.PACKAGE:
            purchase_fields |= {
                "id": self.random.choice(self._packages),
                "participant_id": self.random.choice((TEAM_ID, 71)),
            }
        else:
            purchase_fields["id"] = self.random.choice(self._subscriptions)
            purchase_fields["is_trial"] = (
                purchase_fields["id"] != self._subscriptions[1] and self.random.random() < 0.5
            )
        if not purchase_fields.get("is_trial") and self.random.random() < 0.3:
            purchase_fields["promo_code"] = self.random.choice(PROMO_CODES)
        if self.random.random() < 0.2:
            purchase_fields["key"] = None
        purchase = Purchase(**purchase_fields)
        self.purchases.append((viewer, purchase))
        return self._buy(viewer, purchase)

    def repeat_purchase(self) -> str:
        """Repeat a recent purchase with the same key or a new one, like a double click or a reload."""
        if not self.purchases:
            return "nothing"
        viewer, purchase = self.random.choice(self.purchases[-6:])
        if self.random.random() < 0.3:
            purchase = replace(purchase, key=f"key-{self.random.random()}")
            self.purchases.append((viewer, purchase))
        return self._buy(viewer, purchase) if viewer in self.viewers else "account closed"

    def repeat_last_purchase(self) -> str:
        """Repeat the last purchase with the same key."""
        viewer, purchase = self.purchases[-1] if self.purchases else (self.viewers[0], None)
        return self._buy(viewer, purchase) if purchase and viewer in self.viewers else "nothing"

    def repeat_with_new_key(self) -> str:
        """Repeat the last purchase with a new key, like a second tab."""
        viewer, purchase = self.purchases[-1] if self.purchases else (self.viewers[0], None)
        if purchase is None or viewer not in self.viewers:
            return "nothing"
        return self._buy(viewer, replace(purchase, key=f"key-{self.random.random()}"))

    def authenticate(self) -> str:
        """Complete an authentication at the bank, successfully or not."""
        kinds = ("payment_intent", "setup_intent")
        intents = [intent for kind in kinds for intent in self.system.simulator.store.list_objects(kind)]
        waiting = [intent for intent in intents if intent["status"] == "requires_action"]
        if not waiting:
            return "none"
        pending_intent, succeeds = self.random.choice(waiting), self.random.random() < 0.7
        try:
            self.system.simulator.authenticate(
                pending_intent["id"], pending_intent["client_secret"], succeeds
            )
        except StripeError as error:  # the card was removed with its customer
            return f"{pending_intent['id']}: {error}"
        return f"{pending_intent['id']} {succeeds}"

    def pay_pending(self) -> str:
        """Pay a pending order, as the page does."""
        order = self.pick_order(
            lambda candidate: candidate.status is OrderStatus.CREATED and candidate.account_id is not None
        )
        if order is None or order.account_id is None:
            return "none"
        self.system.checkout_service.pay(self.viewers[0].channel_id, order.account_id, order.id)
        return f"order {order.id}"

    def switch_renewal(self) -> str:
        """Cancel or resume the renewal of a subscription."""
        order = self.pick_order(
            lambda candidate: candidate.auto_renewal is not None and candidate.account_id is not None
        )
        viewer = next(
            (candidate for candidate in self.viewers if order and candidate.account_id == order.account_id),
            None,
        )
        if order is None or viewer is None:
            return "none"
        enabled = self.random.random() < 0.5
        with self.system.database.transaction(viewer.channel_id):
            self.system.billing.set_auto_renewal()(viewer, order.id, enabled=enabled)
        return f"order {order.id} {enabled}"

    def close_account(self) -> str:
        """Close a viewer's account, and register again with the same email address."""
        index = self.random.randrange(len(self.viewers))
        viewer = self.viewers[index]
        email = self.system.channels.viewers[viewer.viewer_id].email
        try:
            self.system.close_account(viewer)
        finally:  # the process may be killed before or after the commit
            if viewer.viewer_id not in self.system.channels.viewers:
                self.viewers[index] = self._register(email)
        return f"{viewer.viewer_id} is {self.viewers[index].viewer_id} now"

    def _buy(self, viewer: Principal, purchase: Purchase) -> str:
        order_id = self.system.checkout_service.buy(purchase, viewer)
        return f"{viewer.viewer_id} {purchase.kind.value} {purchase.id}: order {order_id}"

    def _create_card(self, viewer: Principal) -> str:
        own_cards = self._cards.setdefault(viewer.viewer_id, [])
        if own_cards and self.random.random() < 0.4:
            return self.random.choice(own_cards)
        kinds = self.random.choices(
            (VALID_CARDS, DECLINED_CARDS, AUTHENTICATION_CARDS, DISPUTE_AND_REFUND_CARDS), (50, 15, 25, 8)
        )[0]
        params = {"type": "card", "card": {"token": f"tok_{self.random.choice(kinds)}"}}
        own_cards.append(str(self.system.simulator.call("POST", "payment_methods", params)["id"]))
        return own_cards[-1]

    def _register(self, email: str) -> Principal:
        self._account_count += 1
        return self.system.register(100 + self._account_count, email)
