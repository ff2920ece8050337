"""Closing the customer of a closed account (api.md, `POST /delete-account-confirm`).

The orders and the ledger remain without personal data, and so do anonymous digests of used trials.
"""

from __future__ import annotations

from datetime import datetime

from touchline.billing.application.checkout.order_sync_requests import RequestOrderSync
from touchline.billing.domain.checkout.orders import Order, OrderStatus
from touchline.billing.ports.customers import Customers
from touchline.billing.ports.make_goods import MakeGoods
from touchline.billing.ports.orders import OrderFilter, Orders
from touchline.billing.ports.vouchers import Vouchers
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId, ChannelId, OrderId
from touchline.shared.tasks.jobs import MAIL_QUEUE, Jobs

ERASE_CUSTOMER_JOB = "billing.forget_customer"
ALL_ORDERS = 1_000_000


class CloseCustomer:
    """Ends running subscriptions and erases the viewer.

    If the viewer has a customer at the provider, a job deletes the customer first. Other viewers are erased
    at once.
    """

    def __init__(
        self,
        orders: Orders,
        customers: Customers,
        request_order_sync: RequestOrderSync,
        jobs: Jobs,
        clock: Clock,
        vouchers: Vouchers,
        make_goods: MakeGoods,
    ) -> None:
        self._make_goods = make_goods
        self._orders = orders
        self._customers = customers
        self._request_order_sync = request_order_sync
        self._jobs = jobs
        self._clock = clock
        self._vouchers = vouchers

    def __call__(self, channel_id: ChannelId, account_id: AccountId) -> None:
        """End running subscriptions, so that nothing more is charged, and erase the person. Idempotent."""
        now = self._clock.now()
        for order in self._orders.list_for_account(
            account_id, OrderFilter(status=OrderStatus.PAID), ALL_ORDERS, 0
        ):
            if _can_still_charge(order, now):
                self._end_order(channel_id, order.id, now)
        if self._customers.mark_for_erasure(account_id):
            request_customer_erasure(self._jobs, channel_id, account_id)
        else:
            self._vouchers.erase_account(account_id)
            self._orders.erase_account(account_id)
            self._make_goods.erase_account(account_id)

    def _end_order(self, channel_id: ChannelId, order_id: OrderId, now: datetime) -> None:
        order = self._orders.get_for_update(order_id)
        assert order is not None
        order.end(now)
        order.next_check_at = now
        self._orders.save(order)
        self._request_order_sync.for_order_end(channel_id, order_id)


class CustomerErasure:
    """Database steps of the erasure job, in short transactions around the provider's calls."""

    def __init__(
        self,
        orders: Orders,
        customers: Customers,
        vouchers: Vouchers,
        make_goods: MakeGoods,
    ) -> None:
        self._orders = orders
        self._vouchers = vouchers
        self._customers = customers
        self._make_goods = make_goods

    def load(self, account_id: AccountId) -> tuple[str | None, list[OrderId]]:
        """Return the provider's customer, and the orders to sync before the customer is deleted."""
        orders = self._orders.list_for_account(account_id, OrderFilter(), ALL_ORDERS, 0)
        return self._customers.get(account_id), [
            order.id for order in orders if order.next_check_at is not None
        ]

    def erase(self, account_id: AccountId) -> None:
        """Remove the person from the orders, and delete the record of the provider's customer."""
        self._vouchers.erase_account(account_id)
        self._orders.erase_account(account_id)
        self._make_goods.erase_account(account_id)
        self._customers.delete(account_id)


def request_customer_erasure(jobs: Jobs, channel_id: ChannelId, account_id: AccountId) -> None:
    """Enqueue the job that erases a customer at the provider."""
    unique = f"forget-customer-{account_id}"
    jobs.enqueue(ERASE_CUSTOMER_JOB, channel_id, account_id, queue=MAIL_QUEUE, unique=unique, timeout=600)


def _can_still_charge(order: Order, now: datetime) -> bool:
    """Return whether the provider may still charge for the order or renew it."""
    is_running_subscription = (
        order.auto_renewal is not None and order.payment_ref is not None and order.ended_at is None
    )
    return is_running_subscription and (order.can_renew or order.expires_at is None or now < order.expires_at)
