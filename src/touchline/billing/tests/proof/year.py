"""A year of a few channels in four currencies, day by day: what forty viewers buy, let renew, give back and
dispute."""

from __future__ import annotations

import random
from contextlib import suppress
from datetime import timedelta
from decimal import Decimal
from typing import Any

from adapters.payments.fake_stripe.errors import StripeError
from adapters.payments.fake_stripe.resources import disputes
from adapters.payments.stripe_notices import KINDS
from touchline.billing.application.purchases import Purchase
from touchline.billing.domain.orders import Kind, OrderStatus
from touchline.billing.tests.proof.store import Store
from touchline.billing.tests.proof.surroundings import GAME, TEAM
from touchline.billing.tests.samples import coupon, package, part, subscription
from touchline.shared.errors import TouchlineError
from touchline.shared.money import Money
from touchline.shared.principal import Principal

CURRENCIES = {1: "USD", 2: "CAD", 3: "JPY", 4: "KWD"}
VIEWERS, DAYS = 40, 365
BUSY = 0.65
"""How many of the days something is done by hand; renewals come by themselves."""
CARDS = ("visa", "mastercard", "amex", "ca", "visa", "mastercard", "visa_chargeDeclined",
         "chargeCustomerFail", "createDispute", "authenticationRequired")  # fmt: skip
COUNTRIES = ("CA", "FR", "US")


class Year:
    """The year; the same seed makes the same one."""

    def __init__(self, store: Store, seed: str) -> None:
        self.store, self.chance = store, random.Random(seed)  # noqa: S311
        self.offers: dict[int, dict[str, int]] = {}
        for channel, currency in CURRENCIES.items():
            store.sells(channel, _part(currency), Money.parse(_price(currency, 12), currency))
            keys = ("season", "pass", "yearly", "monthly")
            self.offers[channel] = {key: store.offer(key, channel) for key in keys}
        self.viewers = [
            store.enter(100 + number, f"v{number}@example.org", 1 + number % len(CURRENCIES),
                        self.chance.choice(COUNTRIES))
            for number in range(VIEWERS)
        ]  # fmt: skip

    def passes(self) -> None:
        """All days, and a few more until the last bank has decided."""
        for _ in range(DAYS):
            self._day()
        self._evening()

    def _day(self) -> None:
        self.store.clock.advance(timedelta(days=1))
        self.store.world.catch_up()
        if self.chance.random() < BUSY:
            self._somebody_does_something()
        self._answer_banks()
        self._evening()

    def _somebody_does_something(self) -> None:
        deeds = (self._buy, self._refund, self._switch, self._dispute, self._decide)
        with suppress(TouchlineError, StripeError):
            self.chance.choices(deeds, (60, 12, 6, 4, 6))[0]()

    def _evening(self) -> None:
        """What the provider tells is heard, and what waits is settled."""
        while told := [one for one in self.store.webhooks() if one["type"] in KINDS]:
            for one in told:
                self.store.hear(one)
            self._work()
        self.store.minute()
        self._work()

    def _work(self) -> None:
        tasks = dict.fromkeys(self.store.queue.waiting)
        self.store.queue.waiting.clear()
        for task in tasks:
            self.store.work(task)

    def _buy(self) -> None:
        who = self.chance.choice(self.viewers)
        offers = self.offers[who.channel_id]
        card = {"type": "card", "card": {"token": f"tok_{self.chance.choice(CARDS)}"}}
        wish: dict[str, Any] = {"card": self.store.world.call("POST", "payment_methods", card)["id"]}
        match self.chance.choice(("event", "season", "pass", "yearly", "monthly", "monthly", "trial")):
            case "event":
                wish |= {
                    "kind": Kind.EVENT,
                    "id": GAME,
                    "package_id": self.store.games.sold_by[who.channel_id],
                }
            case "season" | "pass" as key:
                wish |= {"kind": Kind.PACKAGE, "id": offers[key], "participant_id": TEAM}
            case "trial":
                wish |= {"kind": Kind.SUBSCRIPTION, "id": offers["yearly"], "trial": True}
            case key:
                wish |= {"kind": Kind.SUBSCRIPTION, "id": offers[key]}
        if not wish.get("trial") and self.chance.random() < 0.35:
            wish["promo_code"] = self.chance.choice(("TENTH", "HALF"))
        self.store.till.buy(Purchase(**wish), who)

    def _refund(self) -> None:
        charge = self._charge()
        left = charge["amount"] - charge["amount_refunded"]
        amount = left if self.chance.random() < 0.4 else self.chance.randrange(1, left) // 10 * 10
        self.store.world.call("POST", "refunds", {"charge": charge["id"], "amount": amount})

    def _switch(self) -> None:
        waits = [one for one in self.store.orders() if one.auto_renewal and one.status is OrderStatus.PAID]
        order = self.chance.choice(waits) if waits else None
        who: Principal | None = next(
            (one for one in self.viewers if order and one.viewer == order.account_id), None
        )
        if order and who:
            with self.store.database.transaction(who.channel_id):
                self.store.billing.counter.switch_renewal()(who, order.id, on=self.chance.random() < 0.4)

    def _dispute(self) -> None:
        charge = self._charge()
        with self.store.world.change() as account:
            disputes.opened(account, account.get("charge", charge["id"]), "fraudulent")

    def _decide(self) -> None:
        for one in list(self.store.world.store.each("dispute")):
            if one["status"] in disputes.OPEN:
                with self.store.world.change() as account:
                    disputes.closed(account, one, self.chance.choice(("won", "lost")))

    def _charge(self) -> dict[str, Any]:
        paid = [one for one in self.store.world.store.each("charge")
                if one["status"] == "succeeded" and one["amount"] > one["amount_refunded"]]  # fmt: skip
        if not paid:
            raise TouchlineError("Nothing is paid yet.")
        return self.chance.choice(paid)

    def _answer_banks(self) -> None:
        for one in list(self.store.world.store.each("payment_intent")):
            if one["status"] == "requires_action":
                self.store.world.authenticate(one["id"], one["client_secret"], self.chance.random() < 0.8)


def _price(currency: str, units: int) -> str:
    return {"JPY": f"{units * 150}", "KWD": f"{units * 0.31:.2f}0"}.get(currency, f"{units}.45")


def _part(currency: str) -> dict[str, Any]:
    def price(base: int, fee: int) -> dict[str, Money]:
        return {"base": Money.parse(_price(currency, base), currency),
                "fee": Money.parse(_price(currency, fee), currency)}  # fmt: skip

    return part(
        package("solo", type="event", price=price(12, 1)),
        package("season", days=90, price=price(40, 1)),
        package("pass", type="team", is_team_pass=True, days=30, price=price(25, 2)),
        subscriptions=(
            subscription("yearly", price=price(99, 3)),
            subscription("monthly", offer="monthly", period="month", trial_period=0, price=price(9, 1)),
        ),
        coupons=(coupon("TENTH", percent=Decimal(10)), coupon("HALF", percent=Decimal(50), limit_each=3)),
    )
