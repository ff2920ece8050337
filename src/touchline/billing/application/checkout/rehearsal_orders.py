"""The orders of rehearsals: paid with a test card, and removed without a trace in figures and reports."""

from __future__ import annotations

from contextlib import suppress

from touchline.billing.domain.ledger.refunds import plan_refund
from touchline.billing.ports.orders import OrderFilter, Orders
from touchline.billing.ports.payments import Payments
from touchline.shared.errors import RefusedError
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory

MAX_ORDERS = 20
TEST_CARD = "pm_card_visa"
"""A card that only test keys and the fake provider accept."""


class RehearsalOrders:
    """Removes the orders of a rehearsal's viewer.

    The money is refunded first, so that the provider's balance is as before. Then the orders are deleted.
    They were never in the ledger, so no report counted their amounts. Webhook events of the provider about
    them are ignored, because they belong to no order.
    """

    def __init__(self, uow: UnitOfWorkFactory, orders: Orders, payments: Payments) -> None:
        self._uow, self._orders, self._payments = uow, orders, payments

    def remove(self, channel_id: ChannelId, account_id: AccountId) -> None:
        """Refund and delete the viewer's orders. Idempotent. Raises `PaymentsUnavailableError`.

        Call it outside of a transaction.
        """
        with self._uow(channel_id):
            orders = self._orders.list_for_account(account_id, OrderFilter(), MAX_ORDERS, 0)
        for order in orders:
            if order.payment_ref is None:
                continue
            with suppress(RefusedError):  # nothing was charged, or it is refunded already
                refund = plan_refund(order, self._payments.retrieve(order.payment_ref), None)
                self._payments.refund(refund.charge, refund.amount, refund.key)
        with self._uow(channel_id):
            self._orders.delete_all(account_id)
