"""Erasure of closed accounts at the payment provider, outside of database transactions."""

from __future__ import annotations

import logging

from touchline.billing.application.checkout.checkout_service import CheckoutService
from touchline.billing.application.customers.customer_closure import CustomerErasure, request_customer_erasure
from touchline.billing.ports.customers import Customers
from touchline.billing.ports.payments import Wallet
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.tasks.jobs import Jobs
from touchline.shared.unit_of_work import UnitOfWorkFactory

log = logging.getLogger(__name__)


class CustomerErasureService:
    """Erases customers, with short database transactions around the provider's calls."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        customer_erasure: CustomerErasure,
        customers: Customers,
        checkout_service: CheckoutService,
        wallet: Wallet,
        jobs: Jobs,
    ) -> None:
        self._uow = uow
        self._customer_erasure = customer_erasure
        self._customers = customers
        self._checkout_service = checkout_service
        self._wallet = wallet
        self._jobs = jobs

    def erase(self, channel_id: ChannelId, account_id: AccountId) -> None:
        """Sync open orders, delete the customer at the provider, then erase the viewer here.

        The viewer's cards are deleted with the customer. Raises `PaymentsUnavailableError`, and then nobody
        is erased yet.
        """
        with self._uow(channel_id):
            customer, order_ids = self._customer_erasure.load(account_id)
        for order_id in order_ids:
            self._checkout_service.sync_order(channel_id, order_id, abandoned=True)
        if customer is not None:
            self._wallet.delete_customer(customer)
        with self._uow(channel_id):
            self._customer_erasure.erase(account_id)

    def retry_pending(self) -> None:
        """Enqueue the erasures again that failed because the provider was unavailable all day."""
        with self._uow.all_channels():
            pending = self._customers.list_pending_erasure()
            for channel_id, account_id in pending:
                request_customer_erasure(self._jobs, channel_id, account_id)
        if pending:
            log.info("%s customers still have to be deleted at the payment provider", len(pending))
