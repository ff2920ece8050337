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
    """Writes orders and order lines of one viewer, and publishes their events."""

    def __init__(self, application: Application, channel: ChannelDetails, viewer: Visitor) -> None:
        self._billing: Any = application.container.billing
        self._transaction = application.container.database().transaction
        self._publish_event = application.container.outbox()
        self.channel_id = channel.id
        self.account_id = AccountId(viewer.data("/profile")["id"])

    def order(self, bought: Order, *lines: Any) -> tuple[Order, list[TransactionId]]:
        """Store an order and its lines."""
        bought = replace(bought, account_id=self.account_id)
        with self._transaction(self.channel_id):
            assert self._billing.orders().add(bought)
            return bought, [self._billing.ledger().add(replace(one, order_id=bought.id)) for one in lines]

    def change_order(self, bought: Order, **changes: Any) -> None:
        """Store the order with changes."""
        with self._transaction(self.channel_id):
            self._billing.orders().save(replace(bought, **changes))

    def publish_order_event(self, event: type[DomainEvent], bought: Order, **more: Any) -> None:
        """Publish an event of an order."""
        with self._transaction(self.channel_id):
            self._publish_event(event(self.channel_id, bought.id, self.account_id, **more))  # type: ignore[call-arg]


@pytest.fixture
def ada_harness(visitor: Visitor, emails: EmailLog) -> Visitor:
    """Return a viewer who reads English. Her outbox starts with the welcome email."""
    return visitor.register()


@pytest.fixture
def build_harness(application: Application, channel: ChannelDetails, ada_harness: Visitor) -> PurchaseHarness:
    return PurchaseHarness(application, channel, ada_harness)


@pytest.fixture
def list_subjects(emails: EmailLog) -> Callable[[], list[Email]]:
    """Return a function that lists the emails about purchases, newest first."""
    return lambda: [
        one for one in emails() if "Confirm" not in one.subject and "Confirmez" not in one.subject
    ]


def get_texts(email: Email) -> str:
    """Return the text of the only attachment."""
    (file,) = email.attachments
    return PdfReader(io.BytesIO(file.content)).pages[0].extract_text()


def test_a_payment_is_answered_by_a_receipt_once(
    build_harness: PurchaseHarness, list_subjects: Callable[[], list[Email]]
) -> None:
    bought, (paid,) = build_harness.order(build_order(**PAID), build_transaction(0))
    for _ in range(2):
        build_harness.publish_order_event(OrderPaid, bought, transaction_id=paid, renewal=False)
    (email,) = list_subjects()
    assert email.subject == "Your receipt from Prairie"
    assert "Paid: $13.50" in email.text
    assert email.attachments[0].name == f"prairie-{paid}.pdf"
    assert "Ada Moreau" in get_texts(email)


def test_a_viewer_who_reads_french_gets_both_in_french(
    application: Application, visitor: Visitor, channel: ChannelDetails, emails: EmailLog
) -> None:
    viewer = visitor.register(email="zoe@example.org")
    with application.container.database().transaction(channel.id):
        accounts: Any = application.container.channel.accounts()
        held = accounts.get_for_update(AccountId(viewer.data("/profile")["id"]))
        held.language = "fr"
        accounts.save(held)
    build_harness = PurchaseHarness(application, channel, viewer)
    bought, (paid,) = build_harness.order(build_order(**PAID), build_transaction(0))
    build_harness.publish_order_event(OrderPaid, bought, transaction_id=paid, renewal=False)
    email = emails()[0]
    assert email.subject == "Votre reçu de Prairie"
    assert "Les As @ Les Ours" in get_texts(email)


def test_a_refund_sends_a_credit_note_and_says_that_access_ended(
    build_harness: PurchaseHarness, list_subjects: Callable[[], list[Email]]
) -> None:
    back = build_transaction(
        0, movement=Movement.REFUND, status=OrderStatus.REFUNDED, ref="re_1", at=NOW + timedelta(hours=1)
    )
    bought, (_, refunded) = build_harness.order(
        build_order(**PAID | {"status": OrderStatus.REFUNDED}), build_transaction(0), back
    )
    build_harness.publish_order_event(OrderRefunded, bought, transaction_id=refunded)
    (email,) = list_subjects()
    assert "Your access has ended." in email.text
    assert "Credit note" in get_texts(email)


def test_a_trial_email_states_the_later_price_and_a_reminder_follows(
    build_harness: PurchaseHarness, list_subjects: Callable[[], list[Email]]
) -> None:
    bought, _ = build_harness.order(
        build_subscription_order(trial_days=7, expires_at=NOW + timedelta(days=7))
    )
    build_harness.publish_order_event(OrderPaid, bought, transaction_id=0, renewal=False)
    build_harness.publish_order_event(RenewalNear, bought, trial=True)
    near, begun = list_subjects()
    assert begun.subject == "Your Prairie free trial has started"
    assert "First payment: $99.00" in begun.text
    assert near.subject == "Your Prairie free trial ends on November 28, 2026"


def test_a_failed_renewal_email_states_the_end_of_the_grace_period(
    build_harness: PurchaseHarness, list_subjects: Callable[[], list[Email]]
) -> None:
    failed = build_transaction(0, status=OrderStatus.FAILED, label=TransactionLabel.UPDATED)
    bought, (tried,) = build_harness.order(build_subscription_order(expires_at=NOW, past_due_at=NOW), failed)
    build_harness.publish_order_event(RenewalFailed, bought, transaction_id=tried)
    (email,) = list_subjects()
    assert "You can keep watching until November 28, 2026." in email.text
    assert email.attachments == ()


def test_a_canceled_or_paid_renewal_sends_no_email(
    application: Application, build_harness: PurchaseHarness, list_subjects: Callable[[], list[Email]]
) -> None:
    failed = build_transaction(0, status=OrderStatus.FAILED, label=TransactionLabel.UPDATED)
    bought, (tried,) = build_harness.order(build_subscription_order(expires_at=NOW), failed)
    build_harness.publish_order_event(RenewalFailed, bought, transaction_id=tried)
    build_harness.change_order(bought, auto_renewal=None)
    build_harness.publish_order_event(RenewalNear, bought, trial=False)
    assert list_subjects() == []


def test_closed_accounts_get_no_email(
    application: Application, build_harness: PurchaseHarness, list_subjects: Callable[[], list[Email]]
) -> None:
    bought, (paid,) = build_harness.order(build_order(**PAID), build_transaction(0))
    with application.container.database().transaction(build_harness.channel_id):
        accounts: Any = application.container.channel.accounts()
        held = accounts.get_for_update(build_harness.account_id)
        held.close(NOW)
        accounts.save(held)
    build_harness.publish_order_event(OrderPaid, bought, transaction_id=paid, renewal=False)
    assert list_subjects() == []
