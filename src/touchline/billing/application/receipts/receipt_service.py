"""Receipts and credit notes for ledger transactions (house.md: amounts agree to the cent)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from touchline.billing.domain.checkout.orders import Order, OrderStatus, ProductKind
from touchline.billing.domain.ledger.transactions import Movement, Transaction
from touchline.billing.domain.renewals.billing_periods import get_billing_period
from touchline.billing.ports.current_channel import BillingSettings, CurrentChannel
from touchline.billing.ports.orders import Ledger, Orders
from touchline.billing.ports.receipts import (
    ReceiptDocument,
    ReceiptKind,
    ReceiptLine,
    ReceiptRenderer,
    Seller,
)
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AccountId, OrderId, TransactionId
from touchline.shared.money import Money
from touchline.shared.strings.localized import localize

RECEIPT_STATUSES = {Movement.CHARGE: OrderStatus.PAID, Movement.REFUND: OrderStatus.REFUNDED}
"""Movements that have a receipt, with the required status. Disputes have none, because the bank handles
them."""

_GIFT_WORDS = {"en": "to give", "fr": "à offrir"}


@dataclass(frozen=True)
class ReceiptFile:
    """A rendered receipt: `name` is an ASCII file name, `content` a PDF."""

    name: str
    content: bytes


class ReceiptService:
    """Renders receipts for ledger transactions, in a database transaction of their channel."""

    def __init__(
        self, orders: Orders, ledger: Ledger, channel: CurrentChannel, renderer: ReceiptRenderer
    ) -> None:
        self._orders = orders
        self._ledger = ledger
        self._channel = channel
        self._renderer = renderer

    def get_for_viewer(
        self, account_id: AccountId, order_id: OrderId, transaction_id: TransactionId, language: str
    ) -> ReceiptFile:
        """Return a viewer's own receipt in a language.

        Raises `NotFoundError` for other viewers' orders and for transactions without a receipt.
        """
        order = self._orders.get(order_id)
        if order is None or order.account_id != account_id:
            raise NotFoundError
        return self.render(order, transaction_id, language)

    def get(self, order_id: OrderId, transaction_id: TransactionId, language: str) -> ReceiptFile:
        """Return the receipt of any viewer. Raises `NotFoundError`."""
        order = self._orders.get(order_id)
        if order is None:
            raise NotFoundError
        return self.render(order, transaction_id, language)

    def render(self, order: Order, transaction_id: TransactionId, language: str) -> ReceiptFile:
        """Return the receipt for any viewer's order."""
        document = self.build_document(order, transaction_id, language)
        return ReceiptFile(f"{document.number.lower()}.pdf", self._renderer(document))

    def build_document(self, order: Order, transaction_id: TransactionId, language: str) -> ReceiptDocument:
        """Return the contents of the receipt. Raises `NotFoundError` if the transaction has none."""
        transactions = self._ledger.list_for_orders([order.id]).get(order.id, ())
        transaction = next((candidate for candidate in transactions if candidate.id == transaction_id), None)
        if transaction is None or not has_receipt(transaction):
            raise NotFoundError
        billing_settings = self._channel.get_billing_settings()
        charge = transaction.movement is Movement.CHARGE
        return ReceiptDocument(
            kind=ReceiptKind.RECEIPT if charge else ReceiptKind.CREDIT_NOTE,
            number=get_receipt_number(billing_settings, transaction),
            language=language,
            seller=Seller(
                billing_settings.name,
                billing_settings.site,
                billing_settings.accent,
                billing_settings.time_zone,
            ),
            at=transaction.at,
            buyer=self._get_buyer(order),
            description=get_receipt_title(order, language, billing_settings.language),
            period=get_billing_period(order, transaction.at) if charge else None,
            open_until=order.expires_at if charge and order.auto_renewal is None else None,
            promo_code=order.promo_code,
            lines=_build_lines(order, transaction),
            total=transaction.amount,
            taxes=transaction.tax if transaction.taxed else None,
            is_donation=order.product.kind is ProductKind.DONATION,
            note=localize(order.product.receipt_note, language, billing_settings.language),
            original_number=None if charge else _get_original_number(billing_settings, transactions),
        )

    def _get_buyer(self, order: Order) -> tuple[str, str] | None:
        viewer_profile = (
            self._channel.get_viewer_profile(order.account_id) if order.account_id is not None else None
        )
        return (viewer_profile.name, viewer_profile.email) if viewer_profile else None


def has_receipt(transaction: Transaction) -> bool:
    """Return whether a transaction has a receipt or a credit note, which lists its taxes."""
    return RECEIPT_STATUSES.get(transaction.movement) is transaction.status


def get_receipt_number(billing_settings: BillingSettings, transaction: Transaction) -> str:
    """Return the receipt number of a transaction, unique within the channel."""
    return f"{billing_settings.slug}-{transaction.id}".upper()


def get_product_title(order: Order, language: str, fallback: str) -> str:
    """Return the product's name in a language, with the team if it has one."""
    product = order.product
    names = (
        localize(product.name, language, fallback),
        localize(product.participant_name, language, fallback),
    )
    return ", ".join(name for name in names if name)


def get_receipt_title(order: Order, language: str, fallback: str) -> str:
    """Return the product's title, with the number of codes that the order bought."""
    title = get_product_title(order, language, fallback)
    if not order.is_for_others:
        return title
    return f"{order.voucher_count} × {title} ({_GIFT_WORDS.get(language, _GIFT_WORDS['en'])})"


def _build_lines(order: Order, transaction: Transaction) -> tuple[ReceiptLine, ...]:
    """Return the receipt lines for an amount.

    A charge of the order's price, with or without its discount, is broken down. A partial refund, or any
    other amount, is one line.
    """
    price, zero = order.price, Money(0, order.currency)
    for discount in (order.discount, zero):
        if transaction.movement is Movement.CHARGE and transaction.amount == price.total - discount:
            receipt_lines = (
                ReceiptLine("base", price.base),
                ReceiptLine("discount", discount),
                ReceiptLine("fee", price.fee),
            )
            return tuple(
                receipt_line
                for receipt_line in receipt_lines
                if receipt_line.name == "base" or receipt_line.amount.minor
            )
    return (ReceiptLine("item", transaction.amount),)


def _get_original_number(
    billing_settings: BillingSettings, transactions: Sequence[Transaction]
) -> str | None:
    """Return the number of the receipt that a credit note refers to; None if it is ambiguous."""
    charges = [
        transaction
        for transaction in transactions
        if transaction.movement is Movement.CHARGE and transaction.signed_amount
    ]
    return get_receipt_number(billing_settings, charges[0]) if len(charges) == 1 else None
