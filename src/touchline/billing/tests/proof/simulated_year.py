"""A simulated year of four channels with four currencies, day by day: forty viewers buy, renew, get refunds
and open disputes.
"""

from __future__ import annotations

import random
from contextlib import suppress
from datetime import timedelta
from decimal import Decimal
from typing import Any

from adapters.payments.fake_stripe.api.errors import StripeError
from adapters.payments.fake_stripe.resources.core import disputes
from adapters.payments.stripe_webhooks import EVENT_TYPES
from touchline.billing.application.checkout.purchases import Purchase
from touchline.billing.domain.checkout.orders import OrderStatus, ProductKind
from touchline.billing.tests.offer_samples import (
    billing_part,
    coupon_entry,
    package_entry,
    subscription_entry,
)
from touchline.billing.tests.proof.billing_system import BillingSystem
from touchline.billing.tests.proof.environment import EVENT_ID, TEAM_ID
from touchline.shared.errors import TouchlineError
from touchline.shared.money import Money
from touchline.shared.principal import Principal

CURRENCIES = {1: "USD", 2: "CAD", 3: "JPY", 4: "KWD"}
VIEWERS, DAYS = 40, 365
ACTIVITY_RATE = 0.65
"""Share of days with a manual action. Renewals happen automatically."""
CARDS = ("visa", "mastercard", "amex", "ca", "visa", "mastercard", "visa_chargeDeclined",
         "chargeCustomerFail", "createDispute", "authenticationRequired")  # fmt: skip
COUNTRIES = ("CA", "FR", "US")


class SimulatedYear:
    """One simulated year. The same seed gives the same year."""

    def __init__(self, system: BillingSystem, seed: str) -> None:
        self.system, self.random = system, random.Random(seed)  # noqa: S311
        self.offers: dict[int, dict[str, int]] = {}
        for channel, currency in CURRENCIES.items():
            system.publish_offers(
                channel, _build_pack_part(currency), Money.parse(_scale_price(currency, 12), currency)
            )
            keys = ("season", "pass", "yearly", "monthly", "fund")
            self.offers[channel] = {key: system.get_offer_id(key, channel) for key in keys}
        self.viewers = [
            system.register(100 + number, f"v{number}@example.org", 1 + number % len(CURRENCIES),
                        self.random.choice(COUNTRIES))
            for number in range(VIEWERS)
        ]  # fmt: skip

    def run(self) -> None:
        """Run all days, and process the remaining webhooks and jobs at the end."""
        for _ in range(DAYS):
            self._run_day()
        self._finish_day()

    def _run_day(self) -> None:
        self.system.clock.advance(timedelta(days=1))
        self.system.simulator.run_due()
        if self.random.random() < ACTIVITY_RATE:
            self._run_random_action()
        self._authenticate_pending()
        self._finish_day()

    def _run_random_action(self) -> None:
        actions = (
            self._buy_random,
            self._refund_random,
            self._switch_renewal,
            self._open_dispute,
            self._close_disputes,
        )
        with suppress(TouchlineError, StripeError):
            self.random.choices(actions, (60, 12, 6, 4, 6))[0]()

    def _finish_day(self) -> None:
        """Deliver all webhooks and sync the pending orders."""
        while deliveries := [
            webhook for webhook in self.system.list_new_webhooks() if webhook["type"] in EVENT_TYPES
        ]:
            for webhook in deliveries:
                self.system.deliver_webhook(webhook)
            self._run_jobs()
        self.system.run_reconciliation()
        self._run_jobs()

    def _run_jobs(self) -> None:
        tasks = dict.fromkeys(self.system.queue.waiting)
        self.system.queue.waiting.clear()
        for task in tasks:
            self.system.run_job(task)

    def _buy_random(self) -> None:
        viewer = self.random.choice(self.viewers)
        offers = self.offers[viewer.channel_id]
        card = {"type": "card", "card": {"token": f"tok_{self.random.choice(CARDS)}"}}
        purchase_fields: dict[str, Any] = {
            "card": self.system.simulator.call("POST", "payment_methods", card)["id"]
        }
        match self.random.choice(
            ("event", "season", "pass", "yearly", "monthly", "monthly", "trial", "fund")
        ):
            case "event":
                purchase_fields |= {
                    "kind": ProductKind.EVENT,
                    "id": EVENT_ID,
                    "package_id": self.system.sale_catalog.single_event_packages[viewer.channel_id],
                }
            case "season" | "pass" as key:
                purchase_fields |= {"kind": ProductKind.PACKAGE, "id": offers[key], "participant_id": TEAM_ID}
            case "fund":
                amount = Money.parse(
                    _scale_price(CURRENCIES[viewer.channel_id], self.random.randrange(5, 50)),
                    CURRENCIES[viewer.channel_id],
                )
                purchase_fields |= {
                    "kind": ProductKind.DONATION,
                    "id": offers["fund"],
                    "amount": amount.decimal,
                    "key": f"key-{self.random.random()}",
                }
            case "trial":
                purchase_fields |= {
                    "kind": ProductKind.SUBSCRIPTION,
                    "id": offers["yearly"],
                    "is_trial": True,
                }
            case key:
                purchase_fields |= {"kind": ProductKind.SUBSCRIPTION, "id": offers[key]}
        if (
            not purchase_fields.get("is_trial")
            and "amount" not in purchase_fields
            and self.random.random() < 0.35
        ):
            purchase_fields["promo_code"] = self.random.choice(("TENTH", "HALF"))
        self.system.checkout_service.buy(Purchase(**purchase_fields), viewer)

    def _refund_random(self) -> None:
        charge = self._pick_charge()
        refundable = charge["amount"] - charge["amount_refunded"]
        amount = refundable if self.random.random() < 0.4 else self.random.randrange(1, refundable) // 10 * 10
        self.system.simulator.call("POST", "refunds", {"charge": charge["id"], "amount": amount})

    def _switch_renewal(self) -> None:
        renewable = [
            candidate
            for candidate in self.system.list_orders()
            if candidate.auto_renewal and candidate.status is OrderStatus.PAID
        ]
        order = self.random.choice(renewable) if renewable else None
        viewer: Principal | None = next(
            (candidate for candidate in self.viewers if order and candidate.viewer_id == order.account_id),
            None,
        )
        if order and viewer:
            with self.system.database.transaction(viewer.channel_id):
                self.system.billing.set_auto_renewal()(viewer, order.id, enabled=self.random.random() < 0.4)

    def _open_dispute(self) -> None:
        charge = self._pick_charge()
        with self.system.simulator.transaction() as account:
            disputes.open_dispute(account, account.get("charge", charge["id"]), "fraudulent")

    def _close_disputes(self) -> None:
        for dispute in list(self.system.simulator.store.list_objects("dispute")):
            if dispute["status"] in disputes.OPEN_STATUSES:
                with self.system.simulator.transaction() as account:
                    disputes.close_dispute(account, dispute, self.random.choice(("won", "lost")))

    def _pick_charge(self) -> dict[str, Any]:
        paid = [
            charge
            for charge in self.system.simulator.store.list_objects("charge")
            if charge["status"] == "succeeded" and charge["amount"] > charge["amount_refunded"]
        ]
        if not paid:
            raise TouchlineError("Nothing is paid yet.")
        return self.random.choice(paid)

    def _authenticate_pending(self) -> None:
        for intent in list(self.system.simulator.store.list_objects("payment_intent")):
            if intent["status"] == "requires_action":
                self.system.simulator.authenticate(
                    intent["id"], intent["client_secret"], self.random.random() < 0.8
                )


def _scale_price(currency: str, units: int) -> str:
    return {"JPY": f"{units * 150}", "KWD": f"{units * 0.31:.2f}0"}.get(currency, f"{units}.45")


def _build_pack_part(currency: str) -> dict[str, Any]:
    def build_price(base: int, fee: int) -> dict[str, Money]:
        return {"base": Money.parse(_scale_price(currency, base), currency),
                "fee": Money.parse(_scale_price(currency, fee), currency)}  # fmt: skip

    return billing_part(
        package_entry("solo", type="event", price=build_price(12, 1)),
        package_entry(
            "fund",
            type="donation",
            capabilities=[],
            categories=[],
            price=build_price(12, 0) | {"fee": Money(0, currency)},
            price_choice={
                "minimum": Money(100, currency),
                "maximum": Money(10**7, currency),
                "suggested": [],
            },
        ),
        package_entry("season", days=90, price=build_price(40, 1)),
        package_entry("pass", type="team", is_team_pass=True, days=30, price=build_price(25, 2)),
        subscriptions=(
            subscription_entry("yearly", price=build_price(99, 3)),
            subscription_entry(
                "monthly", offer="monthly", period="month", trial_period=0, price=build_price(9, 1)
            ),
        ),
        coupons=(
            coupon_entry("TENTH", percent=Decimal(10)),
            coupon_entry("HALF", percent=Decimal(50), limit_each=3),
        ),
    )
