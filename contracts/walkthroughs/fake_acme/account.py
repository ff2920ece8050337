"""Acme's data in memory: its API calls, and the actions of its sandbox."""

from __future__ import annotations

import time
from itertools import count
from typing import Any

from contracts.walkthroughs.fake_acme.models import AcmeError, Card, Charge, Payment, Plan

DAY = 86_400
MIN_CENTS = 50
THREE_DECIMAL_CURRENCIES = ("KWD", "BHD", "TND")
PAGE_SIZE = 20


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
        ids_by_name = {customer_name: id_ for id_, customer_name in self.customers.items()}
        if name not in ids_by_name:
            ids_by_name[name] = self._create_id("customer")
            self.customers[ids_by_name[name]] = name
            self._add_event("customer.made", None)
        return ids_by_name[name]

    def delete_customer(self, customer: str) -> None:
        """Delete the customer and all cards."""
        if self.customers.pop(customer, None) is None:
            raise AcmeError(404, "gone", "There is no such customer.")
        self.cards = {id_: card for id_, card in self.cards.items() if card.customer != customer}

    def list_cards(self, customer: str) -> list[dict[str, Any]]:
        """Return the customer's cards."""
        cards = [card for card in self.cards.values() if card.customer == customer]
        return [card.to_json(self.defaults.get(customer)) for card in cards]

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
        for payment in self.payments.values():
            if payment.params["name"] == params["name"]:
                if payment.params != params:
                    raise AcmeError(409, "other_words", "This name was used for something else.")
                return payment
        card = self._get_usable_card(params["customer"], params["card"], fresh="every" in params)
        self._check_amount(params["cents"], params["currency"])
        payment = Payment(self._create_id("plan" if "every" in params else "pay"), params, card.id)
        self.payments[payment.id] = payment
        self._begin(payment, card)
        return payment

    def payment(self, name: str) -> Payment:
        """Return a payment or plan by its name."""
        if name not in self.payments:
            raise AcmeError(404, "gone", "There is no such payment.")
        return self.payments[name]

    def get_by_name(self, customer: str, name: str) -> Payment:
        """Return the payment that was requested under a name."""
        for payment in self.payments.values():
            if (payment.params["customer"], payment.params["name"]) == (customer, name):
                return payment
        raise AcmeError(404, "gone", "There is no such payment.")

    def pay_with(self, name: str, card: str) -> Payment:
        """Pay with another card if the payment waits for the bank. Otherwise nothing changes."""
        payment = self.payment(name)
        if payment.state == "asks":
            new_card = self._get_usable_card(
                payment.params["customer"], card, fresh="every" in payment.params
            )
            payment.card, payment.secret = new_card.id, None
            self._begin(payment, new_card)
        return payment

    def cancel(self, name: str) -> Payment:
        """Cancel an unpaid payment for good."""
        payment = self.payment(name)
        if payment.state in ("open", "asks"):
            payment.state, payment.secret, payment.declined = "void", None, payment.declined or "cancelled"
        return payment

    def renewal(self, name: str, on: bool) -> Payment:
        """Turn a plan's renewal on or off. Without renewal it stops when the paid period is over."""
        payment, plan = self._get_plan(name)
        if plan.ended_at is None:
            plan.stops_at = None if on else plan.until
        return payment

    def end(self, name: str) -> Payment:
        """End a plan at once."""
        payment, plan = self._get_plan(name)
        self._end(payment, plan, self.now(payment.params["customer"]))
        return payment

    def refund(self, name: str, cents: int, key: str) -> None:
        """Refund (a part of) a charge, once for each key."""
        if key in self._refund_keys:
            return
        owner, charge = self._charge(name)
        if any(entry["kind"] == "dispute" for entry in charge.back):
            raise AcmeError(400, "disputed", "The bank decides.")
        if cents > charge.left:
            raise AcmeError(400, "not_left", "That much is not left.")
        charge.give("refund", cents, self.now(owner.params["customer"]))
        self._refund_keys.add(key)
        self._add_event("money.back", owner)

    def list_events(self, since: int, after: str) -> list[dict[str, Any]]:
        """Return a page of webhook events, oldest first. `after` is the last event of the previous page."""
        events = [event for event in self.events if event["at"] >= since]
        ids = [event["id"] for event in events]
        start = ids.index(after) + 1 if after in ids else 0
        return events[start : start + PAGE_SIZE]

    # ---- The sandbox: actions of tests and of the viewer's bank ----

    def type_card(self, kind: str, customer: str | None = None) -> str:
        """Enter a card on Acme's own page, or save it with a customer."""
        card = Card(self._create_id("card"), kind, customer)
        self.cards[card.id] = card
        return card.id

    def answer(self, secret: str, yes: bool) -> None:
        """Answer the bank as the card's owner."""
        payment = next(payment for payment in self.payments.values() if payment.secret == secret)
        payment.secret = None
        if yes:
            self._take_first(payment)
        else:
            payment.state, payment.declined = "open", "bank"

    def try_again(self, name: str) -> None:
        """Try to pay with another card."""
        payment = self.payment(name)
        if payment.state == "void":
            raise AcmeError(400, "void", "This payment is void.")
        self._take_first(payment)

    def decide(self, name: str) -> None:
        """Let the bank decide for the shop."""
        owner, charge = self._charge(name)
        charge.give("won", charge.cents, self.now(owner.params["customer"]))

    def pass_days(self, customer: str, days: float) -> None:
        """Let time pass for one customer, and charge what becomes due."""
        self._ahead[customer] = self._ahead.get(customer, 0) + int(days * DAY)
        for payment in self.payments.values():
            if payment.params["customer"] == customer and payment.plan and payment.state == "paid":
                self._advance(payment, payment.plan, self.now(customer))

    def move(self, name: str, until: int) -> Payment:
        """Charge the next renewal at another time."""
        payment, plan = self._get_plan(name)
        plan.until = until
        return payment

    def pay_bill(self, name: str) -> None:
        """Pay a renewal that could not be charged."""
        payment, plan = self._get_plan(name)
        if plan.late_since is None or payment.state != "paid":
            raise AcmeError(400, "no_bill", "No bill is open.")
        self._renew(payment, plan, self.now(payment.params["customer"]))

    def now(self, customer: str) -> int:
        """Return the customer's time, in seconds since the epoch."""
        return int(time.time()) + self._ahead.get(customer, 0)

    # ---- Implementation ----

    def _begin(self, payment: Payment, card: Card) -> None:
        if payment.params.get("every"):
            card.customer = payment.params["customer"]
        elif card.customer is None:
            card.spent = True
        if card.refused and card.kind != "later":
            self._refuse(payment, card.refused)
        elif card.kind == "asks":
            payment.state, payment.secret = "asks", f"{payment.id}:asks:{len(payment.params['name'])}"
        else:
            self._take_first(payment)

    def _refuse(self, payment: Payment, reason: str) -> None:
        payment.state, payment.declined = "void", reason
        if not payment.params.get("trial_days"):
            payment.charges.append(
                self._attempt(payment, payment.params["cents"], reason, self.now(payment.params["customer"]))
            )

    def _take_first(self, payment: Payment) -> None:
        """Take the first payment, which is nothing in a trial or if a discount covers it."""
        params, now = payment.params, self.now(payment.params["customer"])
        trial = int(params.get("trial_days", 0)) * DAY
        cents = 0 if trial else params["cents"] - params.get("discount", {}).get("cents", 0)
        reason = self.cards[payment.card].refused if cents and payment.declined != "bank" else None
        if reason:
            self._refuse(payment, reason)
            return
        if cents:
            payment.charges.append(self._attempt(payment, cents, None, now))
        payment.state, payment.declined = "paid", None
        if params.get("every"):
            payment.plan = Plan(now, now + (trial or self._period(payment)), bool(trial))
            self._add_event("plan.made", payment)
        self._add_event("plan.paid" if payment.plan else "payment.paid", payment)

    def _attempt(self, payment: Payment, cents: int, reason: str | None, at: int) -> Charge:
        renewal = payment.plan is not None and bool(payment.charges)
        name = f"{payment.id}-{len(payment.charges) + 1}" if "every" in payment.params else payment.id
        charge = Charge(name, cents, payment.params["currency"], at, reason, renewal)
        if self.cards[payment.card].kind == "disputed":
            charge.give("dispute", cents, at)
        return charge

    def _advance(self, payment: Payment, plan: Plan, now: int) -> None:
        while plan.ended_at is None and plan.late_since is None:
            if plan.stops_at is not None and plan.stops_at <= now:
                self._end(payment, plan, plan.stops_at)
            elif plan.until <= now:
                self._renew(payment, plan, plan.until)
            else:
                return

    def _renew(self, payment: Payment, plan: Plan, at: int) -> None:
        reason = self.cards[payment.card].refused
        payment.charges.append(self._attempt(payment, payment.params["cents"], reason, at))
        plan.late_since = plan.until if reason else None
        if not reason:
            plan.paid_since, plan.trial = plan.until, False
            plan.until += self._period(payment)
            self._add_event("plan.paid", payment)

    def _end(self, payment: Payment, plan: Plan, at: int) -> None:
        if plan.ended_at is None:
            plan.ended_at = at
            self._add_event("plan.ended", payment)

    def _period(self, payment: Payment) -> int:
        return (365 if payment.params["every"] == "year" else 30) * DAY

    def _get_plan(self, name: str) -> tuple[Payment, Plan]:
        payment = self.payment(name)
        if payment.plan is None:
            raise AcmeError(400, "no_bill", "This is no plan, or none that began: no bill is open.")
        return payment, payment.plan

    def _charge(self, name: str) -> tuple[Payment, Charge]:
        for payment in self.payments.values():
            for charge in payment.charges:
                if charge.id == name and charge.declined is None:
                    return payment, charge
        raise AcmeError(404, "gone", "There is no such charge.")

    def _get_usable_card(self, customer: str, name: str, fresh: bool) -> Card:
        card = self.cards.get(name)
        if card is None or card.customer not in (None, customer) or (card.spent and fresh):
            raise AcmeError(400, "card", "This card cannot be used.")
        return card

    def _check_amount(self, cents: int, currency: str) -> None:
        if cents < MIN_CENTS or (currency in THREE_DECIMAL_CURRENCIES and cents % 10):
            raise AcmeError(400, "amount", "Cards do not take this amount.")

    def _add_event(self, kind: str, payment: Payment | None) -> None:
        details = (
            {"name": payment.params["name"], "about": payment.id}
            if payment
            else {"name": None, "about": None}
        )
        self.events.append({"id": self._create_id("note"), "kind": kind, "at": int(time.time()), **details})

    def _create_id(self, kind: str) -> str:
        return f"{kind}_{next(self._numbers)}"
