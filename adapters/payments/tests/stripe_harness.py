"""The Stripe harness of the contract: the fake Stripe in a thread, or a test account over the network."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import stripe

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from adapters.payments.stripe import StripePayments
from adapters.payments.stripe_client import StripeConnection
from adapters.payments.tests.provider_harness import DAY, REAL_KEY, CardKind, ProviderHarness, Result

SECRET = "whsec_of_the_tests"


class StripeHarness(ProviderHarness):
    """A harness for one account. `fake_stripe` is available only if the account is not a real one."""

    payments: StripePayments
    PAID = "payment_intent.succeeded"
    REFUNDED = "charge.refunded"
    SUBSCRIPTION_CREATED = "customer.subscription.created"
    INVOICE_PAID = "invoice.paid"
    SUBSCRIPTION_DELETED = "customer.subscription.deleted"
    UNRELATED_EVENT = "customer.created"
    SECRET = "_secret_"
    CANCELED_ERROR = "canceled"
    NO_INVOICE_ERROR = "invoice"

    def __init__(
        self, payments: StripePayments, sdk: stripe.StripeClient, fake_stripe: FakeStripeServer | None
    ) -> None:
        self.payments, self.sdk, self._fake_stripe = payments, sdk, fake_stripe
        self._test_clocks: dict[str, str] = {}

    @property
    def fake_stripe(self) -> FakeStripeServer:
        """Return the fake Stripe, for tests that run with nothing else."""
        assert self._fake_stripe is not None
        return self._fake_stripe

    def create_test_clock_customer(self) -> str:
        """Create a customer with a Stripe test clock, and return its ID."""
        clock = self.sdk.v1.test_helpers.test_clocks.create({"frozen_time": int(time.time())})
        created = self.sdk.v1.customers.create({"test_clock": clock.id, "email": "ada@example.com"})
        self._test_clocks[created.id] = clock.id
        return created.id

    def pass_days(self, customer: str, days: float) -> None:
        """Advance the customer's test clock."""
        clocks = self.sdk.v1.test_helpers.test_clocks
        clock = clocks.retrieve(self._test_clocks[customer])
        clocks.advance(clock.id, {"frozen_time": clock.frozen_time + int(days * DAY)})
        self.wait_until(lambda: clocks.retrieve(clock.id).status == "ready")

    def attach_card(self, customer: str, card: CardKind = CardKind.GOOD) -> str:
        """Attach a test card, and return its ID."""
        return self.sdk.v1.payment_methods.attach(f"pm_card_{card}", {"customer": customer}).id

    def create_card(self, card: CardKind = CardKind.GOOD) -> str:
        """Create a card from a token, and return its ID.

        Cards with errors have PaymentMethod names instead.
        """
        if card is not CardKind.GOOD:
            return f"pm_card_{card}"
        return self.sdk.v1.payment_methods.create({"type": "card", "card": {"token": "tok_visa"}}).id

    def make_default(self, customer: str, card: str) -> None:
        """Set the default for invoices, as the portal does."""
        self.sdk.v1.customers.update(customer, {"invoice_settings": {"default_payment_method": card}})

    def authenticate(self, client_secret: str, succeeded: bool = True) -> None:
        """Authenticate with the fake Stripe. A real account needs the bank's page in a browser."""
        if self._fake_stripe is None:
            pytest.skip("until a browser opens the bank's page of the test account")
        self._fake_stripe.authenticate(client_secret.partition("_secret_")[0], succeeded)

    def count_charges(self, customer: str) -> int:
        """Return the number of charges on the first page."""
        return len(self.sdk.v1.charges.list({"customer": customer}).data)

    def get_price(self, subscription: str) -> str:
        """Return the ID of the price."""
        return self.sdk.v1.subscriptions.retrieve(subscription).items.data[0].price.id

    def get_charge_ref(self, payment: str) -> str:
        """Return a reference as `build_charge_attempts` builds it."""
        [charge] = self.sdk.v1.charges.list({"payment_intent": payment}).data
        return f"in_of_several:{charge.id}"

    def win_dispute(self, payment: str) -> None:
        """Submit the evidence that wins in test mode."""
        [dispute] = self.sdk.v1.disputes.list({"payment_intent": payment}).data
        self.sdk.v1.disputes.update(
            dispute.id, {"evidence": {"uncategorized_text": "winning_evidence"}, "submit": True}
        )

    def change_card(self, subscription: str, card: str) -> None:
        """Set the subscription's own default PaymentMethod."""
        self.sdk.v1.subscriptions.update(subscription, {"default_payment_method": card})

    def pay_open_invoice(self, subscription: str) -> None:
        """Pay the newest invoice."""
        invoice = self.sdk.v1.invoices.list({"subscription": subscription, "limit": 1}).data[0]
        self.sdk.v1.invoices.pay(str(invoice.id))

    def cancel_at(self, subscription: str, day: int) -> None:
        """Set `cancel_at`."""
        self.sdk.v1.subscriptions.update(subscription, {"cancel_at": day})

    def confirm_again(self, payment: str) -> None:
        """Confirm the PaymentIntent with another card."""
        self.sdk.v1.payment_intents.confirm(payment, {"payment_method": "pm_card_visa"})

    def sign_webhook(self, kind: str, *, age: int = 0, is_forged: bool = False) -> tuple[bytes, str]:
        """Sign a listed event locally, because a test cannot receive webhooks from outside."""
        event = self.wait_until(lambda: self.sdk.v1.events.list({"types": [kind]}).data)[0]
        body = json.dumps(event.to_dict())
        secret = "whsec_of_another" if is_forged else SECRET
        signed_at = int(time.time()) - age
        return body.encode(), stripe.WebhookSignature.generate_signature_header(body, secret, signed_at)

    def wait_until(self, condition: Callable[[], Result]) -> Result:
        """Return the result, checking once per second for a real account, which works asynchronously."""
        for _ in range(1 if self._fake_stripe else 60):
            if result := condition():
                return result
            threading.Event().wait(0 if self._fake_stripe else 1)
        raise AssertionError("The condition was not met in time.")


@contextmanager
def open_harness(name: str) -> Iterator[StripeHarness]:
    """Open a harness of the fake Stripe on its own port, or of the real account."""
    if name == "stripe":
        yield StripeHarness(
            StripePayments(StripeConnection(REAL_KEY, 60), SECRET), stripe.StripeClient(REAL_KEY), None
        )
        return
    with FakeStripeServer() as server:
        payments = StripePayments(StripeConnection(server.secret_key, 10, server.url), SECRET)
        yield StripeHarness(payments, server.client(), server)
