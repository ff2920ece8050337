"""Acme's data in memory: its API calls, and the actions of its sandbox."""

from __future__ import annotations

import time
from itertools import count
from typing import Any

from contracts.walks.fake_acme.shapes import AcmeError, Card, Charge, Payment, Plan

DAY = 86_400
LEAST = 50
DECIMALS_3 = ("KWD", "BHD", "TND")
PAGE = 20


class Books:
    """All data of one account at Acme."""

    def __init__(self) -> None:
        self.customers: dict[str, str] = {}
        self.defaults: dict[str, str] = {}
        self.cards: dict[str, Card] = {}
        self.payments: dict[str, Payment] = {}
        self.notices: list[dict[str, Any]] = []
        self._ahead: dict[str, int] = {}
        self._given: set[str] = set()
        self._numbers = count(1)

    # ---- Customers and cards ----

    def customer(self, name: str) -> str:
        """Return the customer of this name, or create one if there is none or it was deleted."""
        known = {named: id_ for id_, named in self.customers.items()}
        if name not in known:
            known[name] = self._name("customer")
            self.customers[known[name]] = name
            self._tell("customer.made", None)
        return known[name]

    def forget(self, customer: str) -> None:
        """Delete the customer and all cards."""
        if self.customers.pop(customer, None) is None:
            raise AcmeError(404, "gone", "There is no such customer.")
        self.cards = {id_: card for id_, card in self.cards.items() if card.customer != customer}

    def saved(self, customer: str) -> list[dict[str, Any]]:
        """Return the customer's cards."""
        mine = [card for card in self.cards.values() if card.customer == customer]
        return [card.shown(self.defaults.get(customer)) for card in mine]

    def card(self, name: str) -> Card:
        """Return a card by its name."""
        if name not in self.cards:
            raise AcmeError(404, "gone", "There is no such card.")
        return self.cards[name]

    def drop(self, customer: str, name: str) -> None:
        """Remove a card from the customer."""
        if name not in self.cards or self.cards[name].customer != customer:
            raise AcmeError(400, "card", "This card is not the customer's.")
        del self.cards[name]

    # ---- Payments ----

    def pay(self, words: dict[str, Any]) -> Payment:
        """Charge once, or (with `every`) repeatedly.

        A name that was used already with the same words returns the same payment.
        """
        for each in self.payments.values():
            if each.words["name"] == words["name"]:
                if each.words != words:
                    raise AcmeError(409, "other_words", "This name was used for something else.")
                return each
        card = self._usable(words["customer"], words["card"], fresh="every" in words)
        self._check_amount(words["cents"], words["currency"])
        made = Payment(self._name("plan" if "every" in words else "pay"), words, card.id)
        self.payments[made.id] = made
        self._begin(made, card)
        return made

    def payment(self, name: str) -> Payment:
        """Return a payment or plan by its name."""
        if name not in self.payments:
            raise AcmeError(404, "gone", "There is no such payment.")
        return self.payments[name]

    def named(self, customer: str, name: str) -> Payment:
        """Return the payment that was requested under a name."""
        for each in self.payments.values():
            if (each.words["customer"], each.words["name"]) == (customer, name):
                return each
        raise AcmeError(404, "gone", "There is no such payment.")

    def pay_with(self, name: str, card: str) -> Payment:
        """Pay with another card if the payment waits for the bank. Otherwise nothing changes."""
        found = self.payment(name)
        if found.state == "asks":
            other = self._usable(found.words["customer"], card, fresh="every" in found.words)
            found.card, found.secret = other.id, None
            self._begin(found, other)
        return found

    def cancel(self, name: str) -> Payment:
        """Cancel an unpaid payment for good."""
        found = self.payment(name)
        if found.state in ("open", "asks"):
            found.state, found.secret, found.declined = "void", None, found.declined or "cancelled"
        return found

    def renewal(self, name: str, on: bool) -> Payment:
        """Turn a plan's renewal on or off. Without renewal it stops when the paid period is over."""
        found, plan = self._planned(name)
        if plan.ended_at is None:
            plan.stops_at = None if on else plan.until
        return found

    def end(self, name: str) -> Payment:
        """End a plan at once."""
        found, plan = self._planned(name)
        self._end(found, plan, self.now(found.words["customer"]))
        return found

    def refund(self, name: str, cents: int, key: str) -> None:
        """Refund (a part of) a charge, once for each key."""
        if key in self._given:
            return
        owner, charge = self._charge(name)
        if any(each["kind"] == "dispute" for each in charge.back):
            raise AcmeError(400, "disputed", "The bank decides.")
        if cents > charge.left:
            raise AcmeError(400, "not_left", "That much is not left.")
        charge.give("refund", cents, self.now(owner.words["customer"]))
        self._given.add(key)
        self._tell("money.back", owner)

    def told(self, since: int, after: str) -> list[dict[str, Any]]:
        """Return a page of webhook events, oldest first. `after` is the last event of the previous page."""
        found = [each for each in self.notices if each["at"] >= since]
        ids = [each["id"] for each in found]
        begin = ids.index(after) + 1 if after in ids else 0
        return found[begin : begin + PAGE]

    # ---- The sandbox: what tests and the viewer's bank do ----

    def type_card(self, kind: str, customer: str | None = None) -> str:
        """Enter a card on Acme's own page, or save it with a customer."""
        made = Card(self._name("card"), kind, customer)
        self.cards[made.id] = made
        return made.id

    def answer(self, secret: str, yes: bool) -> None:
        """Answer the bank as the card's owner."""
        found = next(each for each in self.payments.values() if each.secret == secret)
        found.secret = None
        if yes:
            self._take_first(found)
        else:
            found.state, found.declined = "open", "bank"

    def try_again(self, name: str) -> None:
        """Try to pay with another card."""
        found = self.payment(name)
        if found.state == "void":
            raise AcmeError(400, "void", "This payment is void.")
        self._take_first(found)

    def decide(self, name: str) -> None:
        """Let the bank decide for the shop."""
        owner, charge = self._charge(name)
        charge.give("won", charge.cents, self.now(owner.words["customer"]))

    def pass_days(self, customer: str, days: float) -> None:
        """Let time pass for one customer, and charge what becomes due."""
        self._ahead[customer] = self._ahead.get(customer, 0) + int(days * DAY)
        for each in self.payments.values():
            if each.words["customer"] == customer and each.plan and each.state == "paid":
                self._go_on(each, each.plan, self.now(customer))

    def pay_bill(self, name: str) -> None:
        """Pay a renewal that could not be charged."""
        found, plan = self._planned(name)
        if plan.late_since is None or found.state != "paid":
            raise AcmeError(400, "no_bill", "No bill is open.")
        self._renew(found, plan, self.now(found.words["customer"]))

    def now(self, customer: str) -> int:
        """Return the customer's time, in seconds since the epoch."""
        return int(time.time()) + self._ahead.get(customer, 0)

    # ---- Implementation ----

    def _begin(self, made: Payment, card: Card) -> None:
        if made.words.get("every"):
            card.customer = made.words["customer"]
        elif card.customer is None:
            card.spent = True
        if card.refused and card.kind != "later":
            self._refuse(made, card.refused)
        elif card.kind == "asks":
            made.state, made.secret = "asks", f"{made.id}:asks:{len(made.words['name'])}"
        else:
            self._take_first(made)

    def _refuse(self, made: Payment, why: str) -> None:
        made.state, made.declined = "void", why
        if not made.words.get("trial_days"):
            made.charges.append(
                self._attempt(made, made.words["cents"], why, self.now(made.words["customer"]))
            )

    def _take_first(self, made: Payment) -> None:
        """Take the first payment, which is nothing in a trial or if a discount covers it."""
        words, now = made.words, self.now(made.words["customer"])
        trial = int(words.get("trial_days", 0)) * DAY
        cents = 0 if trial else words["cents"] - words.get("discount", {}).get("cents", 0)
        why = self.cards[made.card].refused if cents and made.declined != "bank" else None
        if why:
            self._refuse(made, why)
            return
        if cents:
            made.charges.append(self._attempt(made, cents, None, now))
        made.state, made.declined = "paid", None
        if words.get("every"):
            made.plan = Plan(now, now + (trial or self._period(made)), bool(trial))
            self._tell("plan.made", made)
        self._tell("plan.paid" if made.plan else "payment.paid", made)

    def _attempt(self, made: Payment, cents: int, why: str | None, at: int) -> Charge:
        renewal = made.plan is not None and bool(made.charges)
        name = f"{made.id}-{len(made.charges) + 1}" if "every" in made.words else made.id
        charge = Charge(name, cents, made.words["currency"], at, why, renewal)
        if self.cards[made.card].kind == "disputed":
            charge.give("dispute", cents, at)
        return charge

    def _go_on(self, made: Payment, plan: Plan, now: int) -> None:
        while plan.ended_at is None and plan.late_since is None:
            if plan.stops_at is not None and plan.stops_at <= now:
                self._end(made, plan, plan.stops_at)
            elif plan.until <= now:
                self._renew(made, plan, plan.until)
            else:
                return

    def _renew(self, made: Payment, plan: Plan, at: int) -> None:
        why = self.cards[made.card].refused
        made.charges.append(self._attempt(made, made.words["cents"], why, at))
        plan.late_since = plan.until if why else None
        if not why:
            plan.until, plan.trial = plan.until + self._period(made), False
            self._tell("plan.paid", made)

    def _end(self, made: Payment, plan: Plan, at: int) -> None:
        if plan.ended_at is None:
            plan.ended_at = at
            self._tell("plan.ended", made)

    def _period(self, made: Payment) -> int:
        return (365 if made.words["every"] == "year" else 30) * DAY

    def _planned(self, name: str) -> tuple[Payment, Plan]:
        found = self.payment(name)
        if found.plan is None:
            raise AcmeError(400, "no_bill", "This is no plan, or none that began: no bill is open.")
        return found, found.plan

    def _charge(self, name: str) -> tuple[Payment, Charge]:
        for each in self.payments.values():
            for charge in each.charges:
                if charge.id == name and charge.declined is None:
                    return each, charge
        raise AcmeError(404, "gone", "There is no such charge.")

    def _usable(self, customer: str, name: str, fresh: bool) -> Card:
        card = self.cards.get(name)
        if card is None or card.customer not in (None, customer) or (card.spent and fresh):
            raise AcmeError(400, "card", "This card cannot be used.")
        return card

    def _check_amount(self, cents: int, currency: str) -> None:
        if cents < LEAST or (currency in DECIMALS_3 and cents % 10):
            raise AcmeError(400, "amount", "Cards do not take this amount.")

    def _tell(self, kind: str, about: Payment | None) -> None:
        facts = {"name": about.words["name"], "about": about.id} if about else {"name": None, "about": None}
        self.notices.append({"id": self._name("note"), "kind": kind, "at": int(time.time()), **facts})

    def _name(self, kind: str) -> str:
        return f"{kind}_{next(self._numbers)}"
