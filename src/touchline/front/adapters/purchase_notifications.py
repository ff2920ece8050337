"""Data for emails about purchases (port `Purchases` of context `channel`)."""

from __future__ import annotations

from touchline.billing.facade import BillingFacade, PurchaseNotification
from touchline.channel.ports.email.mailer import Attachment
from touchline.channel.ports.email.purchases import PurchaseDetails
from touchline.shared.ids import OrderId, TransactionId


class PurchaseNotificationsGateway:
    """Gateway to context `billing`."""

    def __init__(self, billing: BillingFacade) -> None:
        self._billing = billing

    def get_by_transaction(self, transaction_id: TransactionId, language: str) -> PurchaseDetails | None:
        """Return the purchase details of a ledger entry, with its receipt."""
        return _to_purchase(self._billing.get_transaction_notification(transaction_id, language))

    def get_by_order(self, order_id: OrderId, language: str) -> PurchaseDetails | None:
        """Return the purchase details of an order."""
        return _to_purchase(self._billing.get_order_notification(order_id, language))


def _to_purchase(notification: PurchaseNotification | None) -> PurchaseDetails | None:
    if notification is None:
        return None
    receipt = notification.receipt
    return PurchaseDetails(
        item=notification.item,
        amount=notification.amount,
        next_amount=notification.next_amount,
        yearly=notification.yearly,
        renewal=notification.renewal,
        trial_days=notification.trial_days,
        renews_at=notification.renews_at,
        open_until=notification.open_until,
        is_open=notification.is_open,
        overdue=notification.overdue,
        number=notification.number,
        product_status=notification.product_status,
        starts_at=notification.starts_at,
        refund_due=notification.refund_due,
        card_last4=notification.card_last4,
        cancel_token=notification.cancel_token,
        off_season=notification.off_season,
        is_donation=notification.is_donation,
        receipt=Attachment(receipt.name, receipt.content) if receipt else None,
    )
