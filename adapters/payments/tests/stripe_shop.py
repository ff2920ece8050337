"""Stripe as a shop of the contract: the stand-in in a thread, or a test account over the network."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import stripe

from adapters.payments.fake_stripe.running import Running
from adapters.payments.stripe import StripePayments
from adapters.payments.stripe_client import Line
from adapters.payments.tests.shops import DAY, REAL_KEY, Answer, Plastic, Shop

SECRET = "whsec_of_the_tests"


class StripeShop(Shop):
    """One account. `stand_in` is None where it is a real one."""

    payments: StripePayments
    PAID = "payment_intent.succeeded"
    REFUNDED = "charge.refunded"
    SUBSCRIBED = "customer.subscription.created"
    BILLED = "invoice.paid"
    ENDED = "customer.subscription.deleted"
    SOMETHING_ELSE = "customer.created"
    SECRET = "_secret_"
    GIVEN_UP = "canceled"
    NO_BILL = "invoice"

    def __init__(self, payments: StripePayments, sdk: stripe.StripeClient, stand_in: Running | None) -> None:
        self.payments, self.sdk, self._stand_in = payments, sdk, stand_in
        self._clocks: dict[str, str] = {}

    @property
    def stand_in(self) -> Running:
        """The stand-in, for tests of nothing else."""
        assert self._stand_in is not None
        return self._stand_in

    def in_time(self) -> str:
        """A customer on a test clock of Stripe."""
        clock = self.sdk.v1.test_helpers.test_clocks.create({"frozen_time": int(time.time())})
        made = self.sdk.v1.customers.create({"test_clock": clock.id, "email": "ada@example.com"})
        self._clocks[made.id] = clock.id
        return made.id

    def pass_days(self, customer: str, days: float) -> None:
        """Put the clock forward."""
        clocks = self.sdk.v1.test_helpers.test_clocks
        clock = clocks.retrieve(self._clocks[customer])
        clocks.advance(clock.id, {"frozen_time": clock.frozen_time + int(days * DAY)})
        self.until(lambda: clocks.retrieve(clock.id).status == "ready")

    def saved(self, customer: str, card: Plastic = Plastic.GOOD) -> str:
        """Attached."""
        return self.sdk.v1.payment_methods.attach(f"pm_card_{card}", {"customer": customer}).id

    def new(self, card: Plastic = Plastic.GOOD) -> str:
        """Made of a token; the bad ones have names of their own."""
        if card is not Plastic.GOOD:
            return f"pm_card_{card}"
        return self.sdk.v1.payment_methods.create({"type": "card", "card": {"token": "tok_visa"}}).id

    def make_default(self, customer: str, card: str) -> None:
        """For invoices, which is what the portal sets."""
        self.sdk.v1.customers.update(customer, {"invoice_settings": {"default_payment_method": card}})

    def answer_bank(self, client_secret: str, succeeded: bool = True) -> None:
        """At the real one this is a page of the bank."""
        if self._stand_in is None:
            pytest.skip("needs a browser")
        self._stand_in.authenticate(client_secret.partition("_secret_")[0], succeeded)

    def charges(self, customer: str) -> int:
        """Of the first page."""
        return len(self.sdk.v1.charges.list({"customer": customer}).data)

    def price(self, subscription: str) -> str:
        """The name of the price."""
        return self.sdk.v1.subscriptions.retrieve(subscription).items.data[0].price.id

    def part_of(self, payment: str) -> str:
        """As `stripe_lines.charges_of` writes it."""
        [charge] = self.sdk.v1.charges.list({"payment_intent": payment}).data
        return f"in_of_several:{charge.id}"

    def win_dispute(self, payment: str) -> None:
        """The evidence that wins in test mode."""
        [dispute] = self.sdk.v1.disputes.list({"payment_intent": payment}).data
        self.sdk.v1.disputes.update(
            dispute.id, {"evidence": {"uncategorized_text": "winning_evidence"}, "submit": True}
        )

    def change_card(self, subscription: str, card: str) -> None:
        """The subscription's own card."""
        self.sdk.v1.subscriptions.update(subscription, {"default_payment_method": card})

    def pay_open_bill(self, subscription: str) -> None:
        """The newest invoice."""
        invoice = self.sdk.v1.invoices.list({"subscription": subscription, "limit": 1}).data[0]
        self.sdk.v1.invoices.pay(str(invoice.id))

    def stop_on(self, subscription: str, day: int) -> None:
        """`cancel_at`."""
        self.sdk.v1.subscriptions.update(subscription, {"cancel_at": day})

    def pay_after_all(self, payment: str) -> None:
        """Confirmed with another card."""
        self.sdk.v1.payment_intents.confirm(payment, {"payment_method": "pm_card_visa"})

    def webhook(self, kind: str, *, age: int = 0, forged: bool = False) -> tuple[bytes, str]:
        """An event of the list, signed here: nothing reaches a test from outside."""
        event = self.until(lambda: self.sdk.v1.events.list({"types": [kind]}).data)[0]
        body = json.dumps(event.to_dict())
        secret = "whsec_of_another" if forged else SECRET
        at = int(time.time()) - age
        return body.encode(), stripe.WebhookSignature.generate_signature_header(body, secret, at)

    def until(self, done: Callable[[], Answer]) -> Answer:
        """A look a second at the real one, which works by itself."""
        for _ in range(1 if self._stand_in else 60):
            if answer := done():
                return answer
            threading.Event().wait(0 if self._stand_in else 1)
        raise AssertionError("It did not come to be so.")


@contextmanager
def open_shop(name: str) -> Iterator[StripeShop]:
    """The stand-in on a port of its own, or the real account."""
    if name == "stripe":
        yield StripeShop(StripePayments(Line(REAL_KEY, 60), SECRET), stripe.StripeClient(REAL_KEY), None)
        return
    with Running() as running:
        payments = StripePayments(Line(running.key, 10, running.url), SECRET)
        yield StripeShop(payments, running.client(), running)
