"""A payment provider in memory, which may lose its answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any, TypeVar

from touchline.billing.domain.payment import Charged, Payment, PaymentState, Refunded, Rhythm
from touchline.billing.domain.refusals import ABANDONED, sentence
from touchline.billing.ports.payments import (
    Card,
    CardRefused,
    Every,
    Notice,
    Payer,
    PaymentsUnavailable,
    Wanted,
    WantedSubscription,
)
from touchline.billing.tests.wallets import MemoryWallet
from touchline.shared.clock import Clock
from touchline.shared.errors import Refused
from touchline.shared.money import Money

VISA, DECLINED, ASKS, SLOW, FOREIGN = "pm_visa", "pm_declined", "pm_asks", "pm_slow", "pm_foreign"
Answer = TypeVar("Answer")
_PERIOD = {Every.YEAR: timedelta(days=365), Every.MONTH: timedelta(days=30)}


class Killed(BaseException):
    """The process ends here."""


class MemoryPayments(MemoryWallet):
    """`Payments` and `Wallet` in memory: one payment an order, however often it is asked for; every card but
    `FOREIGN` may be paid with. `notices` are what it would tell.

    `before` and `after` hold what happens ahead of, and behind, the next call of a method: something that
    raises stands for a connection that fails or a process that dies. A `stubborn` one lets no payment be
    given up.
    """

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._prices: dict[str, Money] = {}
        self._periods: dict[str, timedelta] = {}
        self._due: dict[str, Money] = {}
        self.payments: dict[str, Payment] = {}
        self.customers: dict[str, str] = {}
        self.notices: list[Notice] = []
        self.calls: list[str] = []
        self.stubborn = False
        self.before: dict[str, Callable[[], object]] = {}
        self.after: dict[str, Callable[[], object]] = {}

    def charge(self, wanted: Wanted) -> Payment:
        return self._call("charge", lambda: self._make(wanted))

    def subscribe(self, wanted: WantedSubscription) -> Payment:
        return self._call("subscribe", lambda: self._make(wanted))

    def look(self, ref: str) -> Payment:
        return self._call("look", lambda: self.payments[ref])

    def find(self, customer: str, order: str) -> Payment | None:
        mine = self.customers.get(order) == customer
        return self._call("find", lambda: self.of(order) if mine else None)

    def pay_with(self, ref: str, customer: str, card: str) -> Payment:
        return self._call("pay_with", lambda: self._paid_with(self.payments[ref], card))

    def give_up(self, ref: str) -> Payment:
        return self._call("give_up", lambda: self._given_up(self.payments[ref]))

    def renew(self, ref: str, *, on: bool) -> Payment:
        return self._call("renew", lambda: self.rhythm(ref, stops=not on))

    def end(self, ref: str) -> Payment:
        return self._call("end", lambda: self.rhythm(ref, ended_at=self._clock.now(), past_due_at=None))

    def refund(self, charge: str, amount: Money, key: str) -> None:
        self._call("refund", lambda: self.give_back(charge, amount, key))

    def check(self) -> None:
        """Always there."""

    def customer(self, payer: Payer) -> str:
        return self._call("customer", partial(super().customer, payer))

    def card(self, customer: str, card_id: str) -> Card | None:
        known = card_id != FOREIGN
        found = Card(card_id, "visa", "4242", 12, 2030, False, f"print of {card_id}") if known else None
        return self._call("card", lambda: found)

    # What happens at the provider by itself.

    def of(self, order: str) -> Payment | None:
        """The payment of an order's uuid."""
        return next((one for one in self.payments.values() if one.order == order), None)

    def answer(self, ref: str, *, well: bool = True) -> None:
        """The viewer's bank has heard from them."""
        payment = self.payments[ref]
        if payment.state is not PaymentState.ACTION:
            return
        if well:
            self._keep(self._paid(payment))
        else:
            code = "payment_intent_authentication_failure"
            failed = replace(payment, state=PaymentState.PENDING, client_secret=None, failure_code=code)
            self._keep(replace(failed, failure_message=sentence(code)))

    def arrives(self, ref: str) -> None:
        """A payment that took its time is there."""
        self._keep(self._paid(self.payments[ref]))

    def renewed(self, ref: str, *, well: bool = True) -> None:
        """A subscription's time is over, and money is asked for again."""
        payment = self.payments[ref]
        rhythm = payment.rhythm
        assert rhythm is not None
        now = self._clock.now()
        price = self._prices[ref]
        charge = Charged(
            ref=f"ch_{ref}_{len(payment.charges)}", amount=price, at=now, paid=well, renewal=True
        )
        until = rhythm.until + self._periods[ref] if well else rhythm.until
        past_due = None if well else rhythm.past_due_at or now
        rhythm = replace(rhythm, until=until, trial=False, past_due_at=past_due)
        self._keep(replace(payment, charges=(*payment.charges, charge), rhythm=rhythm))

    def give_back(self, charge: str, amount: Money, key: str, **how: Any) -> None:
        """Money of a charge goes back, or is taken by a dispute; once a key."""
        for payment in self.payments.values():
            for one in payment.charges:
                if one.ref == charge and key not in (back.ref for back in one.returned):
                    back = Refunded(key, amount, self._clock.now(), **how)
                    if not how and amount.minor > one.amount.minor - sum(
                        each.amount.minor for each in one.returned
                    ):
                        raise Refused("That much is not left of this charge.")
                    with_it = replace(one, returned=(*one.returned, back))
                    charges = tuple(with_it if each is one else each for each in payment.charges)
                    self._keep(replace(payment, charges=charges))
                    return

    def rhythm(self, ref: str, **changes: Any) -> Payment:
        """Change how a subscription goes on."""
        payment = self.payments[ref]
        assert payment.rhythm is not None
        return self._keep(replace(payment, rhythm=replace(payment.rhythm, **changes)))

    def kept(self) -> int:
        """All the money that is with the provider, in minor units."""
        return sum(
            one.amount.minor - sum((-1 if back.won else 1) * back.amount.minor for back in one.returned)
            for payment in self.payments.values()
            for one in payment.charges
            if one.paid
        )

    def _make(self, wanted: Wanted) -> Payment:
        if wanted.card == FOREIGN:
            raise CardRefused("This card cannot be used.")
        made = self.of(wanted.order)
        if made is not None:
            return made
        ref = f"{'sub' if isinstance(wanted, WantedSubscription) else 'pi'}_{len(self.payments) + 1}"
        self.customers[wanted.order] = wanted.customer
        rhythm, due = None, wanted.amount
        if isinstance(wanted, WantedSubscription):
            period = timedelta(days=wanted.trial_days) if wanted.trial_days else _PERIOD[wanted.every]
            now = self._clock.now()
            rhythm = Rhythm(since=now, until=now + period, trial=wanted.trial_days > 0)
            self._prices[ref] = wanted.amount
            self._periods[ref] = _PERIOD[wanted.every]
            due = Money(0, due.currency) if wanted.trial_days else due
            due = due - wanted.discount.amount if wanted.discount else due
        payment = Payment(ref=ref, order=wanted.order, state=PaymentState.PENDING, rhythm=rhythm)
        self._due[ref] = due
        if wanted.card == SLOW:
            return self._keep(payment)
        if wanted.card == ASKS:
            return self._keep(replace(payment, state=PaymentState.ACTION, client_secret=f"{ref}_secret"))
        if wanted.card == DECLINED:
            return self._keep(self._refused(payment, "card_declined"))
        return self._keep(self._paid(payment))

    def _paid_with(self, payment: Payment, card: str) -> Payment:
        if payment.state is not PaymentState.ACTION or card == ASKS:
            return payment
        if card == DECLINED:
            return self._keep(self._refused(replace(payment, client_secret=None), "card_declined"))
        return self._keep(self._paid(payment))

    def _paid(self, payment: Payment) -> Payment:
        due = self._due[payment.ref]
        charge = Charged(ref=f"ch_{payment.ref}", amount=due, at=self._clock.now(), paid=True)
        charges = (*payment.charges, charge) if due.minor else payment.charges
        return replace(payment, state=PaymentState.PAID, client_secret=None, charges=charges)

    def _refused(self, payment: Payment, code: str) -> Payment:
        due = self._due[payment.ref]
        charge = Charged(ref=f"ch_{payment.ref}", amount=due, at=self._clock.now(), paid=False, failure=code)
        return replace(
            payment,
            state=PaymentState.FAILED,
            failure_code=code,
            failure_message=sentence(code),
            charges=(*payment.charges, charge),
        )

    def _given_up(self, payment: Payment) -> Payment:
        if payment.state in (PaymentState.PAID, PaymentState.FAILED) or self.stubborn:
            return payment
        code = payment.failure_code or ABANDONED
        failed = replace(payment, state=PaymentState.FAILED, client_secret=None, failure_code=code)
        return self._keep(replace(failed, failure_message=sentence(code)))

    def _keep(self, payment: Payment) -> Payment:
        self.payments[payment.ref] = payment
        number = len(self.notices) + 1
        self.notices.append(
            Notice(f"evt_{number}", "payment.changed", self._clock.now(), payment.order, payment.ref)
        )
        return payment

    def _call(self, name: str, do: Callable[[], Answer]) -> Answer:
        self.calls.append(name)
        self.before.pop(name, lambda: None)()
        answer = do()
        self.after.pop(name, lambda: None)()
        return answer


def away() -> None:
    """The provider does not answer."""
    raise PaymentsUnavailable("Payments are not possible at the moment. Please try again later.")


def killed() -> None:
    """The process ends."""
    raise Killed
