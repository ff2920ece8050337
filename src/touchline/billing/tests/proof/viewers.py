"""What viewers do in a walk. Each deed answers what it was."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adapters.payments.fake_stripe.errors import StripeError
from touchline.billing.application.purchases import Purchase
from touchline.billing.domain.orders import Kind, OrderStatus
from touchline.billing.tests.proof.scene import Scene
from touchline.billing.tests.proof.store import Store
from touchline.billing.tests.proof.surroundings import GAME, TEAM
from touchline.shared.principal import Principal

GOOD = ("visa", "mastercard", "amex", "ca", "fr")
BAD = ("visa_chargeDeclined", "visa_chargeDeclinedInsufficientFunds", "chargeCustomerFail")
ASKING = ("authenticationRequired", "authenticationRequiredOnSetup", "threeDSecure2Required",
          "authenticationRequiredChargeDeclinedInsufficientFunds")  # fmt: skip
ODD = ("createDispute", "refundFail", "pendingRefund")
CODES = ("HALF", "LAST3", "ALL")


class Viewers(Scene):
    """Two of them, who come back after they have left."""

    def __init__(self, store: Store, seed: str) -> None:
        super().__init__(store, seed)
        self._cards: dict[int, list[str]] = {}
        self._packages = [store.offer(key) for key in ("season", "pass", "pass")]
        self._passes = [store.offer(key) for key in ("yearly", "monthly")]
        self._accounts = 0
        self.viewers = [self._enter("ada@example.org"), self._enter("bob@example.org")]

    def buy(self) -> str:
        """Press Pay, or begin a trial."""
        who, kind = self.chance.choice(self.viewers), self.chance.choice(list(Kind))
        wish: dict[str, Any] = {"kind": kind, "card": self._card(who), "key": f"key-{self.chance.random()}"}
        if kind is Kind.EVENT:
            wish |= {"id": GAME, "package_id": self.store.games.sold_by[who.channel_id]}
        elif kind is Kind.PACKAGE:
            wish |= {
                "id": self.chance.choice(self._packages),
                "participant_id": self.chance.choice((TEAM, 71)),
            }
        else:
            wish["id"] = self.chance.choice(self._passes)
            wish["trial"] = wish["id"] == self._passes[0] and self.chance.random() < 0.5
        if not wish.get("trial") and self.chance.random() < 0.3:
            wish["promo_code"] = self.chance.choice(CODES)
        if self.chance.random() < 0.2:
            wish["key"] = None
        purchase = Purchase(**wish)
        self.pressed.append((who, purchase))
        return self._press(who, purchase)

    def press_again(self) -> str:
        """A double click, a reload, or the same wish with another key."""
        if not self.pressed:
            return "nothing"
        who, purchase = self.chance.choice(self.pressed[-6:])
        if self.chance.random() < 0.3:
            purchase = replace(purchase, key=f"key-{self.chance.random()}")
            self.pressed.append((who, purchase))
        return self._press(who, purchase) if who in self.viewers else "left"

    def press_last(self) -> str:
        """What was pressed last is pressed once more, with the same key."""
        who, purchase = self.pressed[-1] if self.pressed else (self.viewers[0], None)
        return self._press(who, purchase) if purchase and who in self.viewers else "nothing"

    def press_other(self) -> str:
        """What was pressed last is pressed in another tab, with a key of its own."""
        who, purchase = self.pressed[-1] if self.pressed else (self.viewers[0], None)
        if purchase is None or who not in self.viewers:
            return "nothing"
        return self._press(who, replace(purchase, key=f"key-{self.chance.random()}"))

    def authenticate(self) -> str:
        """The bank hears from the viewer, or that it was not them."""
        kinds = ("payment_intent", "setup_intent")
        made = [one for kind in kinds for one in self.store.world.store.each(kind)]
        waits = [one for one in made if one["status"] == "requires_action"]
        if not waits:
            return "nobody is asked"
        one, well = self.chance.choice(waits), self.chance.random() < 0.7
        try:
            self.store.world.authenticate(one["id"], one["client_secret"], well)
        except StripeError as error:  # the card was removed meanwhile, with its customer
            return f"{one['id']}: {error}"
        return f"{one['id']} {well}"

    def pay(self) -> str:
        """The page asks for an order that waits."""
        order = self.order(lambda one: one.status is OrderStatus.CREATED and one.account_id is not None)
        if order is None or order.account_id is None:
            return "none waits"
        self.store.till.pay(self.viewers[0].channel_id, order.account_id, order.id)
        return f"order {order.id}"

    def switch(self) -> str:
        """The viewer lets a subscription stop, or go on."""
        order = self.order(lambda one: one.auto_renewal is not None and one.account_id is not None)
        who = next((one for one in self.viewers if order and one.account_id == order.account_id), None)
        if order is None or who is None:
            return "none renews"
        on = self.chance.random() < 0.5
        with self.store.database.transaction(who.channel_id):
            self.store.billing.counter.switch_renewal()(who, order.id, on=on)
        return f"order {order.id} {on}"

    def close_account(self) -> str:
        """A viewer leaves, and comes back with the same address."""
        place = self.chance.randrange(len(self.viewers))
        who = self.viewers[place]
        email = self.store.people.known[who.viewer].email
        self.store.leave(who)
        self.viewers[place] = self._enter(email)
        return f"{who.viewer} is {self.viewers[place].viewer} now"

    def _press(self, who: Principal, purchase: Purchase) -> str:
        number = self.store.till.buy(purchase, who)
        return f"{who.viewer} {purchase.kind.value} {purchase.id}: order {number}"

    def _card(self, who: Principal) -> str:
        mine = self._cards.setdefault(who.viewer, [])
        if mine and self.chance.random() < 0.4:
            return self.chance.choice(mine)
        kinds = self.chance.choices((GOOD, BAD, ASKING, ODD), (50, 15, 25, 8))[0]
        made = {"type": "card", "card": {"token": f"tok_{self.chance.choice(kinds)}"}}
        mine.append(str(self.store.world.call("POST", "payment_methods", made)["id"]))
        return mine[-1]

    def _enter(self, email: str) -> Principal:
        self._accounts += 1
        return self.store.enter(100 + self._accounts, email)
