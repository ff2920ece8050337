"""Emails about purchases, from billing's events to the outbox, on both databases."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from pypdf import PdfReader

from touchline.billing.domain.checkout.orders import Order, OrderStatus
from touchline.billing.domain.ledger.transactions import Movement, TransactionLabel
from touchline.billing.events import OrderPaid, OrderRefunded, RenewalFailed, RenewalNear
from touchline.billing.tests.order_samples import NOW, build_order, build_transaction
from touchline.billing.tests.payment_samples import build_subscription_order
from touchline.channel.facade import ChannelDetails
from touchline.channel.ports.email.mailer import Email
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.events import DomainEvent
from touchline.shared.ids import AccountId, TransactionId

EmailLog = Callable[[], Sequence[Email]]
PAID: dict[str, Any] = {"status": OrderStatus.PAID, "starts_at": NOW}


class PurchaseHarness:
    """Writes orders and transactions of one viewer, and publishes their events."""

    def __init__(self, application: Application, channel: ChannelDetails, viewer: Visitor) -> None:
        self._billing: Any = application.container.billing
        self._transaction = application.container.database().transaction
        self._publish_event = application.container.outbox()
        self.channel_id = channel.id
        self.account_id = AccountId(viewer.data("/profile")["id"])

    def add_order(self, order: Order, *transactions: Any) -> tuple[Order, list[TransactionId]]:
        """Store an order and its transactions."""
        order = replace(order, account_id=self.account_id)
        with self._transaction(self.channel_id):
            assert self._billing.orders().add(order)
            return order, [
                self._billing.ledger().add(replace(transaction, order_id=order.id))
                for transaction in transactions
            ]

    def change_order(self, order: Order, **changes: Any) -> None:
        """Store the order with changes."""
        with self._transaction(self.channel_id):
            self._billing.orders().save(replace(order, **changes))

    def publish_order_event(self, event: type[DomainEvent], order: Order, **fields: Any) -> None:
        """Publish an event of an order."""
        with self._transaction(self.channel_id):
            self._publish_event(event(self.channel_id, order.id, self.account_id, **fields))  # type: ignore[call-arg]


@pytest.fixture
def viewer(visitor: Visitor, emails: EmailLog) -> Visitor:
    """Return a viewer who reads English. Her outbox starts with the welcome email."""
    return visitor.register()


@pytest.fixture
def harness(application: Application, channel: ChannelDetails, viewer: Visitor) -> PurchaseHarness:
    return PurchaseHarness(application, channel, viewer)


@pytest.fixture
def list_emails(emails: EmailLog) -> Callable[[], list[Email]]:
    """Return a function that lists the emails about purchases, newest first."""
    return lambda: [
        email for email in emails() if "Confirm" not in email.subject and "Confirmez" not in email.subject
    ]


def get_attachment_text(email: Email) -> str:
    """Return the text of the only attachment."""
    (file,) = email.attachments
    return PdfReader(io.BytesIO(file.content)).pages[0].extract_text()


def test_a_payment_sends_one_receipt(
    harness: PurchaseHarness, list_emails: Callable[[], list[Email]]
) -> None:
    order, (payment_id,) = harness.add_order(build_order(**PAID), build_transaction(0))
    for _ in range(2):
        harness.publish_order_event(OrderPaid, order, transaction_id=payment_id, renewal=False)
    (email,) = list_emails()
    assert email.subject == "Your receipt from Prairie"
    assert "Paid: $13.50" in email.text
    assert email.attachments[0].name == f"prairie-{payment_id}.pdf"
    assert "Ada Moreau" in get_attachment_text(email)


def test_a_viewer_who_reads_french_gets_email_and_receipt_in_french(
    application: Application, visitor: Visitor, channel: ChannelDetails, emails: EmailLog
) -> None:
    viewer = visitor.register(email="zoe@example.org")
    with application.container.database().transaction(channel.id):
        accounts: Any = application.container.channel.accounts()
        account = accounts.get_for_update(AccountId(viewer.data("/profile")["id"]))
        account.language = "fr"
        accounts.save(account)
    harness = PurchaseHarness(application, channel, viewer)
    order, (payment_id,) = harness.add_order(build_order(**PAID), build_transaction(0))
    harness.publish_order_event(OrderPaid, order, transaction_id=payment_id, renewal=False)
    email = emails()[0]
    assert email.subject == "Votre reçu de Prairie"
    assert "Les As @ Les Ours" in get_attachment_text(email)


def test_a_refund_sends_a_credit_note_and_says_that_access_ended(
    harness: PurchaseHarness, list_emails: Callable[[], list[Email]]
) -> None:
    refund = build_transaction(
        0, movement=Movement.REFUND, status=OrderStatus.REFUNDED, ref="re_1", at=NOW + timedelta(hours=1)
    )
    order, (_, refund_id) = harness.add_order(
        build_order(**PAID | {"status": OrderStatus.REFUNDED}), build_transaction(0), refund
    )
    harness.publish_order_event(OrderRefunded, order, transaction_id=refund_id)
    (email,) = list_emails()
    assert "Your access has ended." in email.text
    assert "Credit note" in get_attachment_text(email)


def test_a_trial_email_states_the_later_price_and_a_reminder_follows(
    harness: PurchaseHarness, list_emails: Callable[[], list[Email]]
) -> None:
    order, _ = harness.add_order(build_subscription_order(trial_days=7, expires_at=NOW + timedelta(days=7)))
    harness.publish_order_event(OrderPaid, order, transaction_id=0, renewal=False)
    harness.publish_order_event(RenewalNear, order, trial=True)
    ending, started = list_emails()
    assert started.subject == "Your Prairie free trial has started"
    assert "First payment: $99.00" in started.text
    assert ending.subject == "Your Prairie free trial ends on November 28, 2026"


def test_a_failed_renewal_email_states_the_end_of_the_grace_period(
    harness: PurchaseHarness, list_emails: Callable[[], list[Email]]
) -> None:
    failed = build_transaction(0, status=OrderStatus.FAILED, label=TransactionLabel.UPDATED)
    order, (attempt_id,) = harness.add_order(
        build_subscription_order(expires_at=NOW, past_due_at=NOW), failed
    )
    harness.publish_order_event(RenewalFailed, order, transaction_id=attempt_id)
    (email,) = list_emails()
    assert "You can keep watching until November 28, 2026." in email.text
    assert email.attachments == ()


def test_a_canceled_or_paid_renewal_sends_no_email(
    application: Application, harness: PurchaseHarness, list_emails: Callable[[], list[Email]]
) -> None:
    failed = build_transaction(0, status=OrderStatus.FAILED, label=TransactionLabel.UPDATED)
    order, (attempt_id,) = harness.add_order(build_subscription_order(expires_at=NOW), failed)
    harness.publish_order_event(RenewalFailed, order, transaction_id=attempt_id)
    harness.change_order(order, auto_renewal=None)
    harness.publish_order_event(RenewalNear, order, trial=False)
    assert list_emails() == []


def test_closed_accounts_get_no_email(
    application: Application, harness: PurchaseHarness, list_emails: Callable[[], list[Email]]
) -> None:
    order, (payment_id,) = harness.add_order(build_order(**PAID), build_transaction(0))
    with application.container.database().transaction(harness.channel_id):
        accounts: Any = application.container.channel.accounts()
        account = accounts.get_for_update(harness.account_id)
        account.close(NOW)
        accounts.save(account)
    harness.publish_order_event(OrderPaid, order, transaction_id=payment_id, renewal=False)
    assert list_emails() == []
