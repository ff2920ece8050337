"""Data of emails about purchases, and whether the emails are still relevant when they are sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from touchline.channel.ports.email.mailer import Attachment
from touchline.channel.ports.email.purchases import PurchaseDetails, Purchases
from touchline.shared.ids import OrderId, TransactionId

TRANSACTION_EMAILS = frozenset({"receipt", "refund", "make_good_refund", "renewal_failed"})
"""Emails about a transaction. `reference_id` is its id."""
ORDER_EMAILS = frozenset(
    {"trial_started", "access_opened", "renewal_near", "trial_ending", "purchase_changed"}
)
"""Emails about an order. `reference_id` is its id."""
_REMINDER_EMAILS = frozenset({"renewal_near", "trial_ending"})
"""Emails with a link that cancels the renewal. Its token is in the fragment, which no server receives."""
MAKE_GOOD_EMAILS = frozenset({"make_good_credit"})
"""Emails about a make-good. `reference_id` is its id."""
_RENEWAL_EMAILS = frozenset({"renewal_near", "trial_ending", "trial_started"})


@dataclass(frozen=True)
class EmailData:
    """The template variables and attachments of an email, and its unsubscribe URL
    (`ports.email.mailer.Email`).
    """

    variables: Mapping[str, object]
    attachments: tuple[Attachment, ...] = ()
    unsubscribe: str = ""


class GetPurchaseEmailData:
    """Query for purchase data in the current channel."""

    def __init__(self, purchases: Purchases) -> None:
        self._purchases = purchases

    def __call__(self, kind: str, reference_id: int, language: str, site_url: str) -> EmailData | None:
        """Return the data of an email about a transaction or an order.

        Return None if the email is no longer true, because the purchase was paid, canceled, or restored.
        """
        if kind in TRANSACTION_EMAILS:
            purchase = self._purchases.get_by_transaction(TransactionId(reference_id), language)
        elif kind in MAKE_GOOD_EMAILS:
            purchase = self._purchases.get_by_make_good(reference_id, language)
        else:
            purchase = self._purchases.get_by_order(OrderId(reference_id), language)
        if purchase is None or not _is_still_relevant(kind, purchase):
            return None
        variables = {
            field.name: getattr(purchase, field.name)
            for field in fields(purchase)
            if field.name not in ("receipt", "cancel_token")
        }
        if kind in _REMINDER_EMAILS and purchase.cancel_token:
            variables["stop_link"] = f"{site_url}/cancel-renewal#{purchase.cancel_token}"
        return EmailData(variables, (purchase.receipt,) if purchase.receipt else ())


def _is_still_relevant(kind: str, purchase: PurchaseDetails) -> bool:
    if kind == "renewal_failed":
        return purchase.overdue
    if kind == "purchase_changed":
        return purchase.product_status != "available"
    return kind not in _RENEWAL_EMAILS or purchase.renews_at is not None
