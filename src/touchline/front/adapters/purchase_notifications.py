"""Data for emails about purchases and gifts (ports `Purchases` and `Gifts` of context `channel`)."""

from __future__ import annotations

from dataclasses import asdict

from touchline.billing.facade import BillingFacade, MakeGoodNotification, PurchaseNotification
from touchline.channel.ports.email.gifts import GiftDetails
from touchline.channel.ports.email.mailer import Attachment
from touchline.channel.ports.email.purchases import MakeGoodDetails, PurchaseDetails
from touchline.shared.ids import OrderId, TransactionId


class PurchaseNotificationsGateway:
    """Gateway to context `billing`."""

    def __init__(self, billing: BillingFacade) -> None:
        self._billing = billing

    def get_by_transaction(self, transaction_id: TransactionId, language: str) -> PurchaseDetails | None:
        """Return the purchase details of a ledger entry, with its receipt."""
        return _to_purchase(self._billing.get_transaction_notification(transaction_id, language))

    def get_by_make_good(self, make_good_id: int, language: str) -> PurchaseDetails | None:
        """Return the purchase details of a make-good that was paid with a promo code."""
        return _to_purchase(self._billing.get_make_good_notification(make_good_id, language))

    def get_by_order(self, order_id: OrderId, language: str) -> PurchaseDetails | None:
        """Return the purchase details of an order."""
        return _to_purchase(self._billing.get_order_notification(order_id, language))

    def get_gift(self, voucher_id: int) -> GiftDetails | None:
        """Return what the email of a gift says."""
        notification = self._billing.get_voucher_notification(voucher_id)
        return GiftDetails(**asdict(notification)) if notification else None

    def get_redemption(self, voucher_id: int) -> GiftDetails | None:
        """Return what the email about a redeemed gift says."""
        notification = self._billing.get_redemption_notification(voucher_id)
        return GiftDetails(**asdict(notification)) if notification else None


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
        make_good=_to_make_good(notification.make_good),
        receipt=Attachment(receipt.name, receipt.content) if receipt else None,
    )


def _to_make_good(notification: MakeGoodNotification | None) -> MakeGoodDetails | None:
    if notification is None:
        return None
    return MakeGoodDetails(
        event_name=notification.event_name,
        reason=notification.reason,
        side=notification.side,
        lost_minutes=notification.lost_minutes,
        paid_for=notification.paid_for,
        event_count=notification.event_count,
        code=notification.code,
        expires_at=notification.expires_at,
    )
