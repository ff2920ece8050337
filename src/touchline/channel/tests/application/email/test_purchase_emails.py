"""The emails that purchase events trigger."""

from __future__ import annotations

import pytest

from touchline.channel.application.email.emails import EmailKind, JobEmailQueue
from touchline.channel.application.email.purchase_email_data import ORDER_EMAILS, TRANSACTION_EMAILS
from touchline.channel.application.email.purchase_emails import SendPurchaseEmails
from touchline.channel.tests.email_fakes import NOON, RecordingJobs, channel
from touchline.channel.tests.purchase_fakes import FakePurchases
from touchline.channel.tests.site_fakes import FakeChannels
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId, OrderId, TransactionId

JANE_ID, NO_ACCOUNT_ID = AccountId(1), AccountId(0)
ORDER_ID, TRANSACTION_ID, NO_TRANSACTION_ID = OrderId(9), TransactionId(42), TransactionId(0)


class RecordingPurchaseEmails(SendPurchaseEmails):
    """Records queued emails as (kind, account, reference, key)."""

    def __init__(self) -> None:
        self.jobs, self.purchases = RecordingJobs(), FakePurchases()
        email_queue = JobEmailQueue(self.jobs, FakeChannels(channel()), FixedClock(NOON))
        super().__init__(email_queue, self.purchases)

    @property
    def queued(self) -> list[tuple[object, ...]]:
        return [(*ids[1:4], ids[-1]) for _, ids, _, _ in self.jobs.enqueued]


@pytest.fixture
def purchase_emails() -> RecordingPurchaseEmails:
    return RecordingPurchaseEmails()


def test_a_payment_sends_one_receipt(purchase_emails: RecordingPurchaseEmails) -> None:
    purchase_emails.notify_paid(JANE_ID, ORDER_ID, TRANSACTION_ID)
    purchase_emails.notify_paid(JANE_ID, ORDER_ID, TRANSACTION_ID)
    assert set(purchase_emails.queued) == {("receipt", 1, 42, "7-receipt-42")}


def test_a_free_purchase_sends_a_trial_or_access_email(purchase_emails: RecordingPurchaseEmails) -> None:
    purchase_emails.notify_paid(JANE_ID, ORDER_ID, NO_TRANSACTION_ID)
    purchase_emails.purchases.changes = {"trial_days": 7}
    purchase_emails.notify_paid(JANE_ID, ORDER_ID, NO_TRANSACTION_ID)
    assert [queued[0] for queued in purchase_emails.queued] == ["access_opened", "trial_started"]
    assert {queued[1:] for queued in purchase_emails.queued} == {(1, 9, "7-opened-9")}


def test_refunds_and_failed_renewals_send_one_email_per_transaction(
    purchase_emails: RecordingPurchaseEmails,
) -> None:
    purchase_emails.notify_refunded(JANE_ID, TRANSACTION_ID)
    purchase_emails.notify_renewal_failed(JANE_ID, TRANSACTION_ID)
    assert purchase_emails.queued == [
        ("refund", 1, 42, "7-refund-42"),
        ("renewal_failed", 1, 42, "7-renewal-failed-42"),
    ]


def test_an_upcoming_renewal_sends_one_email_per_renewal_date(
    purchase_emails: RecordingPurchaseEmails,
) -> None:
    purchase_emails.purchases.changes = {"renews_at": NOON}
    purchase_emails.notify_upcoming_renewal(JANE_ID, ORDER_ID, trial=False)
    purchase_emails.notify_upcoming_renewal(JANE_ID, ORDER_ID, trial=False)
    purchase_emails.purchases.changes = {"renews_at": NOON.replace(year=2027)}
    purchase_emails.notify_upcoming_renewal(JANE_ID, ORDER_ID, trial=True)
    assert [queued[0] for queued in purchase_emails.queued] == [
        "renewal_near",
        "renewal_near",
        "trial_ending",
    ]
    assert [queued[-1] for queued in purchase_emails.queued] == ["7-near-9-2026-11-21"] * 2 + [
        "7-near-9-2027-11-21"
    ]


def test_a_canceled_renewal_sends_no_email(purchase_emails: RecordingPurchaseEmails) -> None:
    purchase_emails.notify_upcoming_renewal(JANE_ID, ORDER_ID, trial=False)
    assert purchase_emails.queued == []


def test_a_purchase_without_an_account_sends_no_email(purchase_emails: RecordingPurchaseEmails) -> None:
    purchase_emails.purchases.changes = {"renews_at": NOON}
    purchase_emails.notify_paid(NO_ACCOUNT_ID, ORDER_ID, TRANSACTION_ID)
    purchase_emails.notify_paid(NO_ACCOUNT_ID, ORDER_ID, NO_TRANSACTION_ID)
    purchase_emails.notify_refunded(NO_ACCOUNT_ID, TRANSACTION_ID)
    purchase_emails.notify_renewal_failed(NO_ACCOUNT_ID, TRANSACTION_ID)
    purchase_emails.notify_upcoming_renewal(NO_ACCOUNT_ID, ORDER_ID, trial=False)
    assert purchase_emails.queued == []


def test_every_purchase_email_kind_exists() -> None:
    assert {str(kind) for kind in EmailKind} >= TRANSACTION_EMAILS | ORDER_EMAILS
