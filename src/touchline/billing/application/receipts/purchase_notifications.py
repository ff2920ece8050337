"""Data for emails to buyers about their purchases."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from touchline.billing.application.receipts.receipt_service import (
    ReceiptFile,
    ReceiptService,
    get_product_title,
    get_receipt_number,
    has_receipt,
)
from touchline.billing.domain.checkout.orders import ActivityStatus, AutoRenewal, Order, ProductKind
from touchline.billing.domain.ledger.transactions import Transaction, TransactionLabel
from touchline.billing.domain.make_good.make_good_keys import parse_make_good_key
from touchline.billing.domain.make_good.make_goods import MakeGood
from touchline.billing.domain.renewals.billing_periods import is_yearly
from touchline.billing.domain.renewals.renewal_tokens import RenewalClaim, RenewalTokens
from touchline.billing.ports.coupons import Coupons
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.make_goods import MakeGoods
from touchline.billing.ports.orders import Ledger, Orders
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId, ChannelId, OrderId, TransactionId
from touchline.shared.money import Money
from touchline.shared.strings.localized import localize


@dataclass(frozen=True, kw_only=True)
class MakeGoodNotification:
    """Why a viewer is paid back for an event that did not play.

    `reason` is `share`, `most` or `shut_out`, `side` is `venue` or `delivery`. `paid_for` is what was paid
    for `event_count` events. `code` is the promo code of a credit, valid until `expires_at`.
    """

    event_name: str
    reason: str
    side: str
    lost_minutes: int
    paid_for: Money
    event_count: int
    code: str | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class PurchaseNotification:
    """A purchase, or one ledger transaction of it.

    `item` is the name of the product. `amount` is the transaction's amount (for an order: the amount charged
    at once). `renews_at` and `next_amount` are the time and amount of the next automatic charge; `renews_at`
    is None if there is none. `open_until` is when access ends without another payment (None: never).
    `is_open` means that access is active now. `overdue` means that a renewal is unpaid. `receipt` and its
    `number` are set if the transaction has a receipt. `product_status` is the current state of the product,
    `starts_at` the start of a rescheduled event, and `refund_due` whether all money is refunded. `card_last4`
    are the last digits of the card that is charged next. `cancel_token` cancels the renewal without login.
    `is_donation`: nothing was bought. `off_season` are the first and last day without charges, as `MM-DD`.
    `make_good` is set if the money was paid back for an event that did not play.
    """

    account_id: AccountId | None
    item: str
    amount: Money
    next_amount: Money
    yearly: bool
    renewal: bool = False
    trial_days: int = 0
    renews_at: datetime | None = None
    open_until: datetime | None = None
    is_open: bool = True
    overdue: bool = False
    number: str | None = None
    product_status: str = "available"
    starts_at: datetime | None = None
    refund_due: bool = False
    make_good: MakeGoodNotification | None = None
    receipt: ReceiptFile | None = None
    card_last4: str | None = None
    cancel_token: str | None = None
    off_season: tuple[str, str] | None = None
    is_donation: bool = False


class PurchaseNotifications:
    """Builds notifications about purchases in the current channel, in a language."""

    def __init__(
        self,
        orders: Orders,
        ledger: Ledger,
        receipt_service: ReceiptService,
        renewal_tokens: RenewalTokens,
        channel: CurrentChannel,
        clock: Clock,
        grace: timedelta,
        make_goods: MakeGoods | None = None,
        coupons: Coupons | None = None,
    ) -> None:
        self._make_goods = make_goods
        self._coupons = coupons
        self._orders = orders
        self._ledger = ledger
        self._receipt_service = receipt_service
        self._renewal_tokens = renewal_tokens
        self._channel = channel
        self._clock = clock
        self._grace = grace

    def for_transaction(self, transaction_id: TransactionId, language: str) -> PurchaseNotification | None:
        """Return the notification of a ledger transaction, with its receipt; None if the id does not
        exist."""
        transaction = self._ledger.get(transaction_id)
        order = self._orders.get(transaction.order_id) if transaction else None
        return self._build(order, transaction, language) if transaction and order else None

    def for_order(self, order_id: OrderId, language: str) -> PurchaseNotification | None:
        """Return the notification of an order; None if the id does not exist."""
        order = self._orders.get(order_id)
        return self._build(order, None, language) if order else None

    def for_make_good(self, make_good_id: int, language: str) -> PurchaseNotification | None:
        """Return the notification of a make-good that was paid with a promo code; None if there is none."""
        make_good = self._make_goods.get(make_good_id) if self._make_goods else None
        order = self._orders.get(make_good.order_id) if make_good else None
        if make_good is None or order is None or make_good.coupon_code is None:
            return None
        coupon = self._coupons.get(make_good.coupon_code) if self._coupons else None
        if coupon is None or coupon.amount is None:
            return None
        return replace(
            self._build(order, None, language),
            amount=coupon.amount,
            make_good=replace(
                self._describe(make_good, language), code=coupon.code, expires_at=coupon.ends_at
            ),
        )

    def _describe(self, make_good: MakeGood, language: str) -> MakeGoodNotification:
        return MakeGoodNotification(
            event_name=localize(make_good.event_name, language, self._channel.get_language()),
            reason=make_good.reason.value,
            side=make_good.side.value,
            lost_minutes=max(1, round(make_good.lost_seconds / 60)),
            paid_for=make_good.paid_for,
            event_count=make_good.event_count,
        )

    def _find_make_good(self, transaction: Transaction | None, language: str) -> MakeGoodNotification | None:
        key = parse_make_good_key(transaction.note) if transaction else None
        if key is None or self._make_goods is None:
            return None
        make_good = self._make_goods.find(key.event_id, key.order_id)
        return self._describe(make_good, language) if make_good else None

    def _build(self, order: Order, transaction: Transaction | None, language: str) -> PurchaseNotification:
        billing_settings = self._channel.get_billing_settings()
        with_receipt = transaction is not None and has_receipt(transaction)
        return PurchaseNotification(
            account_id=order.account_id,
            item=get_product_title(order, language, billing_settings.language),
            amount=transaction.amount if transaction else order.total,
            next_amount=order.price.total,
            yearly=is_yearly(order),
            renewal=transaction is not None and transaction.label is TransactionLabel.UPDATED,
            trial_days=order.trial_days,
            renews_at=order.expires_at if order.auto_renewal is AutoRenewal.ACTIVE else None,
            open_until=self._get_access_end(order),
            is_open=order.activity(self._clock.now(), self._grace) is ActivityStatus.ACTIVE,
            overdue=order.past_due_at is not None,
            product_status=order.product_status.value,
            starts_at=order.product_starts_at,
            refund_due=order.refund_due,
            card_last4=order.card_last4,
            cancel_token=self._build_cancel_token(order, billing_settings.id),
            is_donation=order.product.kind is ProductKind.DONATION,
            off_season=_get_off_season_days(order),
            make_good=self._find_make_good(transaction, language),
            number=get_receipt_number(billing_settings, transaction)
            if transaction and with_receipt
            else None,
            receipt=self._receipt_service.render(order, transaction.id, language)
            if transaction and with_receipt
            else None,
        )

    def _build_cancel_token(self, order: Order, channel_id: ChannelId) -> str | None:
        """Return the token of a link that cancels the next renewal; None if there is none."""
        if order.auto_renewal is not AutoRenewal.ACTIVE or order.expires_at is None:
            return None
        return self._renewal_tokens.issue(RenewalClaim(channel_id, order.id, order.expires_at))

    def _get_access_end(self, order: Order) -> datetime | None:
        if order.expires_at is None or order.past_due_at is None:
            return order.expires_at
        return order.expires_at + self._grace


def _get_off_season_days(order: Order) -> tuple[str, str] | None:
    off_season = order.product.off_season
    return (off_season.starts, off_season.ends) if off_season else None
