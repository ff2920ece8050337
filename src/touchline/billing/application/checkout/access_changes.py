"""Operator actions on orders that exist: extend access, and send a receipt again."""

from __future__ import annotations

from datetime import date, datetime
from uuid import uuid4
from zoneinfo import ZoneInfo

from touchline.billing.domain.checkout.orders import Order, OrderStatus, get_slot
from touchline.billing.domain.ledger.transactions import Movement
from touchline.billing.events import ReceiptRequested
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.orders import Ledger, Orders
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.clock import Clock
from touchline.shared.days import end_of_day
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import OrderId
from touchline.shared.unit_of_work import Announce

NOT_EXTENDABLE = ErrorMessage(
    "errors.order_not_extendable",
    "The access of this order cannot be extended. It has no end, renews, or was ended.",
)
EARLIER_END = ErrorMessage(
    "errors.order_earlier_end", "Choose a day after the current end of access that is not in the past."
)
NO_RECEIPT = ErrorMessage(
    "errors.order_no_receipt", "This order has no receipt, because it is unpaid or its viewer was erased."
)


class ExtendAccess:
    """Use case that moves the end of an order's access to a later day."""

    def __init__(
        self, orders: Orders, channel: CurrentChannel, record_audit: RecordAudit, clock: Clock
    ) -> None:
        self._orders = orders
        self._channel = channel
        self._record_audit = record_audit
        self._clock = clock

    def __call__(self, order_id: OrderId, last_day: date) -> Order:
        """Extend the access through `last_day` in the channel's time zone.

        Raises `NotFoundError` or `RefusedError`.
        """
        order = self._orders.get_for_update(order_id)
        if order is None:
            raise NotFoundError
        if not order.can_extend or order.expires_at is None or order.account_id is None:
            raise RefusedError(NOT_EXTENDABLE)
        before = order.expires_at
        until = end_of_day(last_day, ZoneInfo(self._channel.get_billing_settings().time_zone))
        if until <= max(before, self._clock.now()):
            raise RefusedError(EARLIER_END)
        slot = get_slot(order.product)
        if order.slot is None and self._orders.get_by_slot(order.account_id, slot) is None:
            order.slot = slot
        order.expires_at = until
        self._orders.save(order)
        self._record_audit(
            AuditRecord(
                "order.extend",
                AuditSubject("order", str(order_id)),
                {"expires_at": _format(before)},
                {"expires_at": _format(until)},
            )
        )
        return order


class ResendReceipt:
    """Use case that emails the latest receipt of an order again."""

    def __init__(self, orders: Orders, ledger: Ledger, channel: CurrentChannel, announce: Announce) -> None:
        self._orders = orders
        self._ledger = ledger
        self._channel = channel
        self._announce = announce

    def __call__(self, order_id: OrderId) -> None:
        """Queue the email. Raises `NotFoundError`, or `RefusedError` if there is nothing to send."""
        order = self._orders.get(order_id)
        if order is None:
            raise NotFoundError
        transactions = self._ledger.list_for_orders([order_id]).get(order_id, ())
        charges = [
            transaction.id
            for transaction in transactions
            if transaction.movement is Movement.CHARGE and transaction.status is OrderStatus.PAID
        ]
        if order.account_id is None or not (charges or order.status is OrderStatus.PAID):
            raise RefusedError(NO_RECEIPT)
        self._announce(
            ReceiptRequested(
                self._channel.get_billing_settings().id,
                order_id,
                order.account_id,
                charges[-1] if charges else 0,
                uuid4().hex,
            )
        )


def _format(instant: datetime) -> str:
    return instant.isoformat(timespec="seconds")
