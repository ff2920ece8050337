"""Emails about changes to a purchase. Each has its own key, so that repeated calls send one email."""

from __future__ import annotations

from touchline.channel.ports.email.email_queue import EmailQueue
from touchline.channel.ports.email.purchases import Purchases
from touchline.shared.defaults import LANGUAGE
from touchline.shared.ids import AccountId, OrderId, TransactionId


class SendPurchaseEmails:
    """Use case that queues emails to the buyer's account. Account id 0 means no recipient."""

    def __init__(self, email_queue: EmailQueue, purchases: Purchases) -> None:
        self._email_queue = email_queue
        self._purchases = purchases

    def notify_paid(
        self, account_id: AccountId, order_id: OrderId, transaction_id: TransactionId, key: str = ""
    ) -> None:
        """Queue the receipt. A `key` sends it again, once for each key.

        If nothing was charged (transaction 0), queue an email about a started trial or opened access instead.
        """
        if transaction_id:
            self._queue_email("receipt", account_id, transaction_id, key or f"receipt-{transaction_id}")
            return
        purchase = self._purchases.get_by_order(order_id, LANGUAGE)
        if purchase is not None:
            kind = "trial_started" if purchase.trial_days else "access_opened"
            self._queue_email(kind, account_id, order_id, key or f"opened-{order_id}")

    def notify_refunded(self, account_id: AccountId, transaction_id: TransactionId) -> None:
        """Queue the credit note. If an event did not play, the email says so."""
        purchase = self._purchases.get_by_transaction(transaction_id, LANGUAGE) if account_id else None
        kind = "make_good_refund" if purchase and purchase.make_good else "refund"
        self._queue_email(kind, account_id, transaction_id, f"refund-{transaction_id}")

    def notify_make_good_credit(self, account_id: AccountId, make_good_id: int, step: int) -> None:
        """Queue the email with the promo code for an event that did not play. Each `step` sends one email."""
        key = f"make-good-{make_good_id}-{step}"
        self._queue_email("make_good_credit", account_id, make_good_id, key)

    def notify_renewal_failed(self, account_id: AccountId, transaction_id: TransactionId) -> None:
        """Queue the email about what the viewer must do, and until when."""
        self._queue_email("renewal_failed", account_id, transaction_id, f"renewal-failed-{transaction_id}")

    def notify_changed(self, account_id: AccountId, order_id: OrderId, change_number: int) -> None:
        """Queue the email about a postponed, rescheduled, canceled, or withdrawn purchase.

        Each `change_number` sends one email.
        """
        self._queue_email("purchase_changed", account_id, order_id, f"changed-{order_id}-{change_number}")

    def notify_upcoming_renewal(self, account_id: AccountId, order_id: OrderId, *, trial: bool) -> None:
        """Queue the email about an upcoming charge, its date, and how to cancel. Each renewal day sends one
        email.
        """
        purchase = self._purchases.get_by_order(order_id, LANGUAGE)
        if purchase is not None and purchase.renews_at is not None:
            kind = "trial_ending" if trial else "renewal_near"
            self._queue_email(kind, account_id, order_id, f"near-{order_id}-{purchase.renews_at:%Y-%m-%d}")

    def _queue_email(self, kind: str, account_id: AccountId, reference_id: int, key: str) -> None:
        if account_id:
            self._email_queue.enqueue(kind, account_id, reference_id, key)
