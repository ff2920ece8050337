"""What is left of a viewer whose account is closed (api.md, `POST /delete-account-confirm`): their orders and
the ledger, without the person, and digests of a trial that name nobody."""

from __future__ import annotations

from datetime import datetime

from touchline.billing.application.asking_to_settle import AskToSettle
from touchline.billing.domain.orders import Order, OrderStatus
from touchline.billing.ports.customers import Customers
from touchline.billing.ports.orders import OrderFilter, Orders
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId, ChannelId, OrderId
from touchline.shared.jobs import Jobs

FORGET_CUSTOMER = "billing.forget_customer"
ELSEWHERE = "mail"
"""The queue of what leans on servers elsewhere: it tries for a day."""
EVERY = 1_000_000


class CloseAccount:
    """Ends what runs. Whom the provider knows is forgotten by a job that asks it; others at once."""

    def __init__(
        self, orders: Orders, customers: Customers, settle: AskToSettle, jobs: Jobs, clock: Clock
    ) -> None:
        self._orders = orders
        self._customers = customers
        self._settle = settle
        self._jobs = jobs
        self._clock = clock

    def __call__(self, channel_id: ChannelId, account_id: AccountId) -> None:
        """End running subscriptions, so that nothing more is charged, and forget the person; twice is as good
        as once."""
        now = self._clock.now()
        for order in self._orders.of(account_id, OrderFilter(status=OrderStatus.PAID), EVERY, 0):
            if _goes_on(order, now):
                self._end(channel_id, order.id, now)
        if self._customers.leave(account_id):
            ask_to_forget(self._jobs, channel_id, account_id)
        else:
            self._orders.forget_person(account_id)

    def _end(self, channel_id: ChannelId, order_id: OrderId, now: datetime) -> None:
        order = self._orders.locked(order_id)
        assert order is not None
        order.end(now)
        order.look_at = now
        self._orders.save(order)
        self._settle.to_end(channel_id, order_id)


class Leaver:
    """What the job needs of an account that was closed, in short transactions around the provider's calls."""

    def __init__(self, orders: Orders, customers: Customers) -> None:
        self._orders = orders
        self._customers = customers

    def seen(self, account_id: AccountId) -> tuple[str | None, list[OrderId]]:
        """The provider's customer, and the orders that are to be settled before it is forgotten."""
        orders = self._orders.of(account_id, OrderFilter(), EVERY, 0)
        return self._customers.of(account_id), [one.id for one in orders if one.look_at is not None]

    def forget(self, account_id: AccountId) -> None:
        """Nobody is behind the orders any more."""
        self._orders.forget_person(account_id)
        self._customers.forget(account_id)


def ask_to_forget(jobs: Jobs, channel_id: ChannelId, account_id: AccountId) -> None:
    """Ask for the job that has the provider forget a customer."""
    unique = f"forget-customer-{account_id}"
    jobs.enqueue(FORGET_CUSTOMER, channel_id, account_id, queue=ELSEWHERE, unique=unique, timeout=600)


def _goes_on(order: Order, now: datetime) -> bool:
    """Whether the provider may still charge for it, or renew it."""
    renewable = order.auto_renewal is not None and order.payment_ref is not None and order.ended_at is None
    return renewable and (order.may_renew or order.expires_at is None or now < order.expires_at)
