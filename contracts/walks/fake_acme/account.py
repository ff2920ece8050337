"""Acme's data in memory: its API calls, and the actions of its sandbox."""

from __future__ import annotations

import time
from itertools import count
from typing import Any

from contracts.walks.fake_acme.models import AcmeError, Card, Charge, Payment, Plan

DAY = 86_400
MIN_CENTS = 50
THREE_DECIMAL_CURRENCIES = ("KWD", "BHD", "TND")
PAGE = 20


class AcmeAccount:
    """All data of one account at Acme."""

    def __init__(self) -> None:
        self.customers: dict[str, str] = {}
        self.defaults: dict[str, str] = {}
        self.cards: dict[str, Card] = {}
        self.payments: dict[str, Payment] = {}
        self.events: list[dict[str, Any]] = []
        self._ahead: dict[str, int] = {}
        self._refund_keys: set[str] = set()
        self._numbers = count(1)

    # ---- Customers and cards ----

    def customer(self, name: str) -> str:
        """Return the customer of this name, or create one if there is none or it was deleted."""
        known = {named: id_ for id_, named in self.customers.items()}
        if name not in known:
            known[name] = self._name("customer")
            self.customers[known[name]] = name
            self._add_event("customer.made", None)
        return known[name]

    def delete_customer(self, customer: str) -> None:
        """Delete the customer and all cards."""
        if self.customers.pop(customer, None) is None:
            raise AcmeError(404, "gone", "There is no such customer.")
        self.cards = {id_: card for id_, card in self.cards.items() if card.customer != customer}

    def list_cards(self, customer: str) -> list[dict[str, Any]]:
        """Return the customer's cards."""
        mine = [card for card in self.cards.values() if card.customer == customer]
        return [card.to_json(self.defaults.get(customer)) for card in mine]

    def card(self, name: str) -> Card:
        """Return a card by its name."""
        if name not in self.cards:
            raise AcmeError(404, "gone", "There is no such card.")
        return self.cards[name]

    def delete_card(self, customer: str, name: str) -> None:
        """Remove a card from the customer."""
        if name not in self.cards or self.cards[name].customer != customer:
            raise AcmeError(400, "card", "This card is not the customer's.")
        del self.cards[name]

    # ---- Payments ----

    def pay(self, params: dict[str, Any]) -> Payment:
        """Charge once, or (with `every`) repeatedly.

        A name that was used already with the same params returns the same payment.
        """
        for each in self.payments.values():
            if each.params["name"] == params["name"]:
                if each.params != params:
                    raise AcmeError(409, "other_words", "This name was used for something else.")
                return each
        card = self._get_usable_card(params["customer"], params["card"], fresh="every" in params)
        self._check_amount(params["cents"], params["currency"])
        made = Payment(self._name("plan" if "every" in params else "pay"), params, card.id)
        self.payments[made.id] = made
        self._begin(made, card)
        return made

    def payment(self, name: str) -> Payment:
        """Return a payment or plan by its name."""
        if name not in self.payments:
            raise AcmeError(404, "gone", "There is no such payment.")
        return self.payments[name]

    def get_by_name(self, customer: str, name: str) -> Payment:
        """Return the payment that was requested under a name."""
        for each in self.payments.values():
            if (each.params["customer"], each.params["name"]) == (customer, name):
                return each
        raise AcmeError(404, "gone", "There is no such payment.")

    def pay_with(self, name: str, card: str) -> Payment:
        """Pay with another card if the payment waits for the bank. Otherwise nothing changes."""
        found = self.payment(name)
        if found.state == "asks":
            other = self._get_usable_card(found.params["customer"], card, fresh="every" in found.params)
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
        found, plan = self._get_plan(name)
        if plan.ended_at is None:
            plan.stops_at = None if on else plan.until
        return found

    def end(self, name: str) -> Payment:
        """End a plan at once."""
        found, plan = self._get_plan(name)
        self._end(found, plan, self.now(found.params["customer"]))
        return found

    def refund(self, name: str, cents: int, key: str) -> None:
        """Refund (a part of) a charge, once for each key."""
        if key in self._refund_keys:
            return
        owner, charge = self._charge(name)
        if any(each["kind"] == "dispute" for each in charge.back):
            raise AcmeError(400, "disputed", "The bank decides.")
        if cents > charge.left:
            raise AcmeError(400, "not_left", "That much is not left.")
        charge.give("refund", cents, self.now(owner.params["customer"]))
        self._refund_keys.add(key)
        self._add_event("money.back", owner)

    def list_events(self, since: int, after: str) -> list[dict[str, Any]]:
        """Return a page of webhook events, oldest first. `after` is the last event of the previous page."""
        found = [each for each in self.events if each["at"] >= since]
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
        charge.give("won", charge.cents, self.now(owner.params["customer"]))

    def pass_days(self, customer: str, days: float) -> None:
        """Let time pass for one customer, and charge what becomes due."""
        self._ahead[customer] = self._ahead.get(customer, 0) + int(days * DAY)
        for each in self.payments.values():
            if each.params["customer"] == customer and each.plan and each.state == "paid":
                self._advance(each, each.plan, self.now(customer))

    def pay_bill(self, name: str) -> None:
        """Pay a renewal that could not be charged."""
        found, plan = self._get_plan(name)
        if plan.late_since is None or found.state != "paid":
            raise AcmeError(400, "no_bill", "No bill is open.")
        self._renew(found, plan, self.now(found.params["customer"]))

    def now(self, customer: str) -> int:
        """Return the customer's time, in seconds since the epoch."""
        return int(time.time()) + self._ahead.get(customer, 0)

    # ---- Implementation ----

    def _begin(self, made: Payment, card: Card) -> None:
        if made.params.get("every"):
            card.customer = made.params["customer"]
        elif card.customer is None:
            card.spent = True
        if card.refused and card.kind != "later":
            self._refuse(made, card.refused)
        elif card.kind == "asks":
            made.state, made.secret = "asks", f"{made.id}:asks:{len(made.params['name'])}"
        else:
            self._take_first(made)

    def _refuse(self, made: Payment, why: str) -> None:
        made.state, made.declined = "void", why
        if not made.params.get("trial_days"):
            made.charges.append(
                self._attempt(made, made.params["cents"], why, self.now(made.params["customer"]))
            )

    def _take_first(self, made: Payment) -> None:
        """Take the first payment, which is nothing in a trial or if a discount covers it."""
        params, now = made.params, self.now(made.params["customer"])
        trial = int(params.get("trial_days", 0)) * DAY
        cents = 0 if trial else params["cents"] - params.get("discount", {}).get("cents", 0)
        why = self.cards[made.card].refused if cents and made.declined != "bank" else None
        if why:
            self._refuse(made, why)
            return
        if cents:
            made.charges.append(self._attempt(made, cents, None, now))
        made.state, made.declined = "paid", None
        if params.get("every"):
            made.plan = Plan(now, now + (trial or self._period(made)), bool(trial))
            self._add_event("plan.made", made)
        self._add_event("plan.paid" if made.plan else "payment.paid", made)

    def _attempt(self, made: Payment, cents: int, why: str | None, at: int) -> Charge:
        renewal = made.plan is not None and bool(made.charges)
        name = f"{made.id}-{len(made.charges) + 1}" if "every" in made.params else made.id
        charge = Charge(name, cents, made.params["currency"], at, why, renewal)
        if self.cards[made.card].kind == "disputed":
            charge.give("dispute", cents, at)
        return charge

    def _advance(self, made: Payment, plan: Plan, now: int) -> None:
        while plan.ended_at is None and plan.late_since is None:
            if plan.stops_at is not None and plan.stops_at <= now:
                self._end(made, plan, plan.stops_at)
            elif plan.until <= now:
                self._renew(made, plan, plan.until)
            else:
                return

    def _renew(self, made: Payment, plan: Plan, at: int) -> None:
        why = self.cards[made.card].refused
        made.charges.append(self._attempt(made, made.params["cents"], why, at))
        plan.late_since = plan.until if why else None
        if not why:
            plan.until, plan.trial = plan.until + self._period(made), False
            self._add_event("plan.paid", made)

    def _end(self, made: Payment, plan: Plan, at: int) -> None:
        if plan.ended_at is None:
            plan.ended_at = at
            self._add_event("plan.ended", made)

    def _period(self, made: Payment) -> int:
        return (365 if made.params["every"] == "year" else 30) * DAY

    def _get_plan(self, name: str) -> tuple[Payment, Plan]:
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

    def _get_usable_card(self, customer: str, name: str, fresh: bool) -> Card:
        card = self.cards.get(name)
        if card is None or card.customer not in (None, customer) or (card.spent and fresh):
            raise AcmeError(400, "card", "This card cannot be used.")
        return card

    def _check_amount(self, cents: int, currency: str) -> None:
        if cents < MIN_CENTS or (currency in THREE_DECIMAL_CURRENCIES and cents % 10):
            raise AcmeError(400, "amount", "Cards do not take this amount.")

    def _add_event(self, kind: str, about: Payment | None) -> None:
        details = (
            {"name": about.params["name"], "about": about.id} if about else {"name": None, "about": None}
        )
        self.events.append({"id": self._name("note"), "kind": kind, "at": int(time.time()), **details})

    def _name(self, kind: str) -> str:
        return f"{kind}_{next(self._numbers)}"
