"""An in-memory payment provider that can lose its responses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from touchline.billing.domain.checkout.declines import ABANDONED, decline_message
from touchline.billing.domain.checkout.payments import (
    BillingCycle,
    ChargeAttempt,
    Payment,
    PaymentState,
    Reversal,
)
from touchline.billing.domain.ledger.payment_transactions import refundable_amount
from touchline.billing.ports.payments import (
    BillingInterval,
    Card,
    CardRefusedError,
    Payer,
    PaymentRequest,
    PaymentsUnavailableError,
    ProviderStatus,
    SubscriptionRequest,
    WebhookDelivery,
    WebhookEvent,
)
from touchline.billing.tests.wallet_fakes import InMemoryWallet
from touchline.shared.clock import Clock
from touchline.shared.errors import RefusedError
from touchline.shared.money import Money
from touchline.shared.tests.unit_of_work import FakeUnitOfWorkFactory

VISA, DECLINED, REQUIRES_AUTHENTICATION, PENDING, FOREIGN = (
    "pm_visa",
    "pm_declined",
    "pm_requires_authentication",
    "pm_pending",
    "pm_foreign",
)
Result = TypeVar("Result")
_PERIODS = {BillingInterval.YEAR: timedelta(days=365), BillingInterval.MONTH: timedelta(days=30)}


class ProcessKilledError(BaseException):
    """The process was killed."""


class InMemoryPayments(InMemoryWallet):
    """In-memory `Payments` and `Wallet`. An order has one payment, however often it is requested. Every card
    except `FOREIGN` belongs to the customer. `webhook_events` are the webhook events that the provider
    would send.

    `before` and `after` map a method's name to a callback that runs before or after its next call. A callback
    that raises simulates a failed connection or a killed process. With `refuses_cancellation`, no payment can
    be canceled.
    """

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._prices: dict[str, Money] = {}
        self._periods: dict[str, timedelta] = {}
        self._due: dict[str, Money] = {}
        self.payments: dict[str, Payment] = {}
        self.customers: dict[str, str] = {}
        self.webhook_events: list[WebhookEvent] = []
        self.calls: list[str] = []
        self.refuses_cancellation = False
        self.uow: FakeUnitOfWorkFactory | None = None
        self.before: dict[str, Callable[[], object]] = {}
        self.after: dict[str, Callable[[], object]] = {}

    def charge(self, payment_request: PaymentRequest) -> Payment:
        return self._call("charge", lambda: self._create(payment_request))

    def subscribe(self, payment_request: SubscriptionRequest) -> Payment:
        return self._call("subscribe", lambda: self._create(payment_request))

    def retrieve(self, ref: str) -> Payment:
        return self._call("retrieve", lambda: self.payments[ref])

    def find(self, customer: str, order: str) -> Payment | None:
        is_own = self.customers.get(order) == customer
        return self._call("find", lambda: self.get_by_order(order) if is_own else None)

    def confirm_with_card(self, ref: str, customer: str, card: str) -> Payment:
        return self._call("confirm_with_card", lambda: self._confirm(self.payments[ref], card))

    def cancel_unpaid(self, ref: str) -> Payment:
        return self._call("cancel_unpaid", lambda: self._as_canceled(self.payments[ref]))

    def set_auto_renewal(self, ref: str, *, enabled: bool) -> Payment:
        return self._call(
            "set_auto_renewal", lambda: self.update_billing_cycle(ref, cancel_at_period_end=not enabled)
        )

    def move_renewal(self, ref: str, at: datetime) -> Payment:
        return self._call("move_renewal", lambda: self.update_billing_cycle(ref, until=at))

    def cancel_subscription(self, ref: str) -> Payment:
        return self._call(
            "cancel_subscription",
            lambda: self.update_billing_cycle(ref, ended_at=self._clock.now(), past_due_at=None),
        )

    def refund(self, charge: str, amount: Money, key: str) -> None:
        self._call("refund", lambda: self.reverse_charge(charge, amount, key))

    def check(self) -> ProviderStatus:
        """Return the state of an account that can charge."""
        return ProviderStatus(False, True, WebhookDelivery.ENABLED)

    def get_or_create_customer(self, payer: Payer) -> str:
        return self._call("get_or_create_customer", partial(super().get_or_create_customer, payer))

    def get_card(self, customer: str, card_id: str) -> Card | None:
        is_own_card = card_id != FOREIGN
        found = Card(card_id, "visa", "4242", 12, 2030, False, f"fp_{card_id}") if is_own_card else None
        return self._call("get_card", lambda: found)

    # Changes that happen at the provider without a call from us.

    def get_by_order(self, order: str) -> Payment | None:
        """Return the payment of an order, by the order's uuid."""
        return next((payment for payment in self.payments.values() if payment.order == order), None)

    def complete_authentication(self, ref: str, *, is_successful: bool = True) -> None:
        """Complete the viewer's authentication at the bank, successfully or not."""
        payment = self.payments[ref]
        if payment.state is not PaymentState.REQUIRES_ACTION:
            return
        if is_successful:
            self._store(self._as_paid(payment))
        else:
            code = "payment_intent_authentication_failure"
            failed = replace(payment, state=PaymentState.PENDING, client_secret=None, failure_code=code)
            self._store(replace(failed, failure_message=decline_message(code)))

    def complete_payment(self, ref: str) -> None:
        """Complete a pending payment."""
        self._store(self._as_paid(self.payments[ref]))

    def attempt_renewal(self, ref: str, *, is_successful: bool = True) -> None:
        """End a subscription's period, and charge for the next one."""
        payment = self.payments[ref]
        billing_cycle = payment.billing_cycle
        assert billing_cycle is not None
        now = self._clock.now()
        price = self._prices[ref]
        charge = ChargeAttempt(
            ref=f"ch_{ref}_{len(payment.charges)}",
            amount=price,
            at=now,
            is_paid=is_successful,
            is_renewal=True,
        )
        previous_until = billing_cycle.until
        until = billing_cycle.until + self._periods[ref] if is_successful else billing_cycle.until
        past_due = None if is_successful else billing_cycle.past_due_at or now
        billing_cycle = replace(billing_cycle, until=until, is_trial=False, past_due_at=past_due)
        if is_successful:
            billing_cycle = replace(billing_cycle, period_since=previous_until)
        self._store(replace(payment, charges=(*payment.charges, charge), billing_cycle=billing_cycle))

    def reverse_charge(self, charge: str, amount: Money, key: str, **fields: Any) -> None:
        """Reverse an amount of a charge, by a refund or a dispute. Each key works once."""
        for payment in self.payments.values():
            for original in payment.charges:
                if original.ref == charge and key not in (reversal.ref for reversal in original.reversals):
                    own_key = None if fields else key
                    reversal = Reversal(key, amount, self._clock.now(), key=own_key, **fields)
                    if not fields and amount.minor > refundable_amount(original):
                        raise RefusedError("The refund is more than the remaining amount of this charge.")
                    updated_charge = replace(original, reversals=(*original.reversals, reversal))
                    charges = tuple(
                        updated_charge if other is original else other for other in payment.charges
                    )
                    self._store(replace(payment, charges=charges))
                    return

    def update_billing_cycle(self, ref: str, **changes: Any) -> Payment:
        """Change the billing cycle of a subscription."""
        payment = self.payments[ref]
        assert payment.billing_cycle is not None
        return self._store(replace(payment, billing_cycle=replace(payment.billing_cycle, **changes)))

    def get_balance(self) -> int:
        """Return the provider's total balance, in minor units."""
        return sum(
            charge.amount.minor
            - sum((-1 if reversal.is_won else 1) * reversal.amount.minor for reversal in charge.reversals)
            for payment in self.payments.values()
            for charge in payment.charges
            if charge.is_paid
        )

    def _create(self, payment_request: PaymentRequest) -> Payment:
        if payment_request.card == FOREIGN:
            raise CardRefusedError("This card cannot be used.")
        existing = self.get_by_order(payment_request.order)
        if existing is not None:
            return existing
        ref = (
            f"{'sub' if isinstance(payment_request, SubscriptionRequest) else 'pi'}_{len(self.payments) + 1}"
        )
        self.customers[payment_request.order] = payment_request.customer
        billing_cycle, due = None, payment_request.amount
        if isinstance(payment_request, SubscriptionRequest):
            period = (
                timedelta(days=payment_request.trial_days)
                if payment_request.trial_days
                else _PERIODS[payment_request.interval]
            )
            now = self._clock.now()
            billing_cycle = BillingCycle(
                since=now, period_since=now, until=now + period, is_trial=payment_request.trial_days > 0
            )
            self._prices[ref] = payment_request.amount
            self._periods[ref] = _PERIODS[payment_request.interval]
            due = Money(0, due.currency) if payment_request.trial_days else due
            due = due - payment_request.discount.amount if payment_request.discount else due
        payment = Payment(
            ref=ref, order=payment_request.order, state=PaymentState.PENDING, billing_cycle=billing_cycle
        )
        self._due[ref] = due
        if payment_request.card == PENDING:
            return self._store(payment)
        if payment_request.card == REQUIRES_AUTHENTICATION:
            return self._store(
                replace(payment, state=PaymentState.REQUIRES_ACTION, client_secret=f"{ref}_secret")
            )
        if payment_request.card == DECLINED:
            return self._store(self._as_declined(payment, "card_declined"))
        return self._store(self._as_paid(payment))

    def _confirm(self, payment: Payment, card: str) -> Payment:
        if payment.state is not PaymentState.REQUIRES_ACTION or card == REQUIRES_AUTHENTICATION:
            return payment
        if card == DECLINED:
            return self._store(self._as_declined(replace(payment, client_secret=None), "card_declined"))
        return self._store(self._as_paid(payment))

    def _as_paid(self, payment: Payment) -> Payment:
        due = self._due[payment.ref]
        charge = ChargeAttempt(ref=f"ch_{payment.ref}", amount=due, at=self._clock.now(), is_paid=True)
        charges = (*payment.charges, charge) if due.minor else payment.charges
        return replace(payment, state=PaymentState.PAID, client_secret=None, charges=charges)

    def _as_declined(self, payment: Payment, code: str) -> Payment:
        due = self._due[payment.ref]
        charge = ChargeAttempt(
            ref=f"ch_{payment.ref}", amount=due, at=self._clock.now(), is_paid=False, failure=code
        )
        return replace(
            payment,
            state=PaymentState.FAILED,
            failure_code=code,
            failure_message=decline_message(code),
            charges=(*payment.charges, charge),
        )

    def _as_canceled(self, payment: Payment) -> Payment:
        if payment.state in (PaymentState.PAID, PaymentState.FAILED) or self.refuses_cancellation:
            return payment
        code = payment.failure_code or ABANDONED
        failed = replace(payment, state=PaymentState.FAILED, client_secret=None, failure_code=code)
        return self._store(replace(failed, failure_message=decline_message(code)))

    def _store(self, payment: Payment) -> Payment:
        self.payments[payment.ref] = payment
        number = len(self.webhook_events) + 1
        self.webhook_events.append(
            WebhookEvent(f"evt_{number}", "payment.changed", self._clock.now(), payment.order, payment.ref)
        )
        return payment

    def _call(self, name: str, call: Callable[[], Result]) -> Result:
        assert self.uow is None or not self.uow.is_open, "The provider is called in a transaction."
        self.calls.append(name)
        self.before.pop(name, lambda: None)()
        result = call()
        self.after.pop(name, lambda: None)()
        return result


def raise_unavailable() -> None:
    """Raise the error of an unavailable provider."""
    raise PaymentsUnavailableError("Payments are not possible at the moment. Please try again later.")


def raise_killed() -> None:
    """Raise the error of a killed process."""
    raise ProcessKilledError
