"""A random walk: viewers, their bank, the provider, the clock and bad luck take turns."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from adapters.payments.fake_stripe.errors import StripeError
from adapters.payments.fake_stripe.faults import Fault
from adapters.payments.fake_stripe.resources import disputes
from adapters.payments.stripe_notices import KINDS
from touchline.billing.application.purchases import Purchase
from touchline.billing.domain.orders import Kind, Order, OrderStatus, WrongStep
from touchline.billing.tests.proof.seams import Killed
from touchline.billing.tests.proof.store import GAME, TEAM, Store
from touchline.shared.errors import TouchlineError
from touchline.shared.principal import Principal

GOOD = ("visa", "mastercard", "amex", "ca", "fr")
BAD = ("visa_chargeDeclined", "visa_chargeDeclinedInsufficientFunds", "chargeCustomerFail")
ASKING = ("authenticationRequired", "authenticationRequiredOnSetup", "threeDSecure2Required",
          "authenticationRequiredChargeDeclinedInsufficientFunds")  # fmt: skip
ODD = ("createDispute", "refundFail", "pendingRefund")
CODES = ("HALF", "LAST3", "ALL")
SPANS = (1, 5, 20, 44, 46, 90, 700, 3 * 3600, 25 * 3600)
LONG = (2, 3, 7, 8, 8, 29, 31, 31, 61)
MONEY = (
    "POST /v1/payment_intents",
    "POST /v1/payment_intents",
    "POST /v1/subscriptions",
    "POST /v1/refunds",
    "GET /v1/p",
)


class Walk:
    """One walk over an empty store; the same seed walks the same way. `log` tells the steps, `taken` is how
    many they were."""

    def __init__(self, store: Store, seed: str) -> None:
        self.store, self.chance = store, random.Random(seed)  # noqa: S311
        self.log: list[str] = []
        self.taken = 0
        self.pressed: list[tuple[Principal, Purchase]] = []
        self.on_their_way: list[dict[str, Any]] = []
        self.cards: dict[int, list[str]] = {}
        self._packages = [store.offer(key) for key in ("season", "pass", "pass")]
        self._passes = [store.offer(key) for key in ("yearly", "monthly")]
        self.accounts = 0
        self.viewers = [self._enter("ada@example.org"), self._enter("bob@example.org")]
        self._ways: list[tuple[Callable[[], str], int]] = [
            (self.buy, 22), (self.press_again, 8), (self.authenticate, 8), (self.pay, 5),
            (self.notice, 22), (self.job, 18), (self.minute, 5), (self.time, 9), (self.long_time, 2),
            (self.trouble, 6), (self.refund, 4), (self.switch, 4), (self.dispute, 2), (self.decide, 2),
            (self.close_account, 1), (self.portal, 1),
        ]  # fmt: skip

    def step(self) -> None:
        """Somebody does something; the process that does it may die, or another may come between."""
        luck, seams = self.chance.random(), self.store.seams
        at = self.chance.choice(("", "", *MONEY))
        after = self.chance.randrange(1, 3 if at else 26)
        if luck < 0.12:
            seams.dies(after, at)
            self.log.append("(dies)")
        elif luck < 0.32:
            seams.between(after, self._between, at)
        self._act()
        self.store.seams.clear()
        self.on_their_way += [one for one in self.store.webhooks() if one["type"] in KINDS]

    def quiet(self) -> None:
        """All that was sent arrives, all jobs run, nothing goes wrong any more."""
        self.store.world.faults.plan(Fault("", 0))
        for _ in range(12):
            told = [one for one in self.store.webhooks() if one["type"] in KINDS] + self.on_their_way
            self.on_their_way = []
            self.chance.shuffle(told)
            for one in told:
                self.store.hear(one)
            self.store.minute()
            if not told and not self.store.queue.waiting:
                return
            tasks = dict.fromkeys(self.store.queue.waiting)
            self.store.queue.waiting.clear()
            for task in tasks:
                self.store.work(task)
        raise AssertionError("It does not come to rest.")

    def _between(self) -> None:
        """Somebody else comes between. Or the process hangs for so long that it is taken for dead, others go
        on with its work, and then it wakes up again."""
        self.log.append("  between:")
        luck = self.chance.random()
        if luck < 0.35:
            self.store.clock.advance(timedelta(seconds=self.chance.choice((46, 61, 91, 700))))
            for do in self.chance.choice((
                (self.press_last,), (self.press_last, self.notice, self.job),
                (self.minute, self.job, self.job), (self.press_other,),
            )):  # fmt: skip
                self._do(do)
            return
        if luck < 0.45:
            self.time()
        self._act()

    def _act(self) -> None:
        ways, weights = zip(*self._ways, strict=True)
        self._do(self.chance.choices(ways, weights)[0])

    def _do(self, do: Callable[[], str]) -> None:
        place, self.taken = len(self.log), self.taken + 1
        self.log.append(do.__name__)
        try:
            told = do()
        except WrongStep:
            raise
        except TouchlineError as error:
            told = f"{type(error).__name__}: {error.message}"
        except Killed:
            told = "died"
        self.log[place] = f"{self.store.clock.now():%m-%d %H:%M:%S} {do.__name__}: {told}"

    # What may happen. Each answers what it was.

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
        order = self._order(lambda one: one.status is OrderStatus.CREATED and one.account_id is not None)
        if order is None or order.account_id is None:
            return "none waits"
        self.store.till.pay(self.viewers[0].channel_id, order.account_id, order.id)
        return f"order {order.id}"

    def notice(self) -> str:
        """A webhook arrives: any of those on their way, maybe not for the last time; or it is lost."""
        if not self.on_their_way:
            return "none"
        place = self.chance.randrange(len(self.on_their_way))
        told, luck = self.on_their_way[place], self.chance.random()
        if luck < 0.85:
            self.on_their_way.pop(place)
        if luck < 0.1:
            return f"lost: {told['type']}"
        self.store.hear(told)
        return str(told["type"])

    def job(self) -> str:
        """A worker takes a job; one that fails is tried again."""
        if not self.store.queue.waiting:
            return "none"
        task = self.store.queue.waiting.pop(self.chance.randrange(len(self.store.queue.waiting)))
        try:
            self.store.work(task)
        except (TouchlineError, Killed):
            self.store.queue.waiting.append(task)
            raise
        return str(task)

    def minute(self) -> str:
        """The job of each minute."""
        self.store.minute()
        return "done"

    def time(self) -> str:
        """Time passes."""
        self.store.clock.advance(timedelta(seconds=self.chance.choice(SPANS)))
        return "passes"

    def long_time(self) -> str:
        """Days or months pass: trials end, renewals are charged or fail."""
        for _ in range(days := self.chance.choice(LONG)):
            self.store.clock.advance(timedelta(days=1))
            self.store.world.catch_up()
        return f"{days} days"

    def trouble(self) -> str:
        """The next calls of the provider go wrong."""
        how, count = self.chance.choice(("after", "timeout", "500", "after")), self.chance.randrange(1, 6)
        only = self.chance.choice(("", "", "POST /v1/payment_intents", "POST /v1/subscriptions",
                                   "POST /v1/refunds", "POST /v1/customers", "DELETE"))  # fmt: skip
        self.store.world.faults.plan(Fault(how, count, only=only))
        return f"{how} {count} {only}"

    def refund(self) -> str:
        """The shop gives money back, all or a part."""
        charges = [one for one in self.store.world.store.each("charge") if one["status"] == "succeeded"]
        if not charges:
            return "nothing paid"
        one = self.chance.choice(charges[:6])
        left = one["amount"] - one["amount_refunded"]
        amount = left if self.chance.random() < 0.5 else self.chance.randrange(1, max(2, left))
        return self._at_provider("POST", "refunds", {"charge": one["id"], "amount": amount})

    def switch(self) -> str:
        """The viewer lets a subscription stop, or go on."""
        order = self._order(lambda one: one.auto_renewal is not None and one.account_id is not None)
        who = next((one for one in self.viewers if order and one.account_id == order.account_id), None)
        if order is None or who is None:
            return "none renews"
        on = self.chance.random() < 0.5
        with self.store.database.transaction(who.channel_id):
            self.store.billing.counter.switch_renewal()(who, order.id, on=on)
        return f"order {order.id} {on}"

    def dispute(self) -> str:
        """A viewer's bank takes money back."""
        charges = [one for one in self.store.world.store.each("charge")
                   if one["status"] == "succeeded" and not one["disputed"]
                   and one["amount"] > one["amount_refunded"]]  # fmt: skip
        if not charges:
            return "nothing paid"
        one = self.chance.choice(charges[:6])
        with self.store.world.change() as account:
            disputes.opened(account, account.get("charge", one["id"]), "fraudulent")
        return str(one["id"])

    def decide(self) -> str:
        """A dispute comes to an end."""
        open_ones = [one for one in self.store.world.store.each("dispute") if one["status"] in disputes.OPEN]
        if not open_ones:
            return "none"
        outcome = self.chance.choice(("won", "lost"))
        with self.store.world.change() as account:
            disputes.closed(account, self.chance.choice(open_ones), outcome)
        return outcome

    def close_account(self) -> str:
        """A viewer leaves, and comes back with the same address."""
        place = self.chance.randrange(len(self.viewers))
        who = self.viewers[place]
        email = self.store.people.known[who.viewer].email
        self.store.leave(who)
        self.viewers[place] = self._enter(email)
        return f"{who.viewer} is {self.viewers[place].viewer} now"

    def portal(self) -> str:
        """The viewer stops or goes on, or the operator ends it, at the provider itself."""
        living = [one for one in self.store.world.store.each("subscription")
                  if one["status"] in ("active", "trialing", "past_due")]  # fmt: skip
        if not living:
            return "none"
        name, luck = self.chance.choice(living)["id"], self.chance.random()
        if luck < 0.3:
            return self._at_provider("DELETE", f"subscriptions/{name}", {})
        return self._at_provider("POST", f"subscriptions/{name}", {"cancel_at_period_end": luck < 0.65})

    def _press(self, who: Principal, purchase: Purchase) -> str:
        number = self.store.till.buy(purchase, who)
        return f"{who.viewer} {purchase.kind.value} {purchase.id}: order {number}"

    def _at_provider(self, method: str, path: str, values: dict[str, Any]) -> str:
        try:
            self.store.world.call(method, path, values)
        except StripeError as error:
            return f"{path}: {error}"
        return f"{path} {values}"

    def _order(self, fits: Callable[[Order], bool]) -> Order | None:
        found = [one for one in self.store.orders() if fits(one)]
        return self.chance.choice(found) if found else None

    def _card(self, who: Principal) -> str:
        mine = self.cards.setdefault(who.viewer, [])
        if mine and self.chance.random() < 0.4:
            return self.chance.choice(mine)
        kinds = self.chance.choices((GOOD, BAD, ASKING, ODD), (50, 15, 25, 8))[0]
        made = {"type": "card", "card": {"token": f"tok_{self.chance.choice(kinds)}"}}
        mine.append(str(self.store.world.call("POST", "payment_methods", made)["id"]))
        return mine[-1]

    def _enter(self, email: str) -> Principal:
        self.accounts += 1
        return self.store.enter(100 + self.accounts, email)
