"""Having the payment provider forget viewers whose accounts are closed; outside of any transaction."""

from __future__ import annotations

import logging

from touchline.billing.adapters.till import Till
from touchline.billing.application.forgetting import Leaver, ask_to_forget
from touchline.billing.ports.customers import Customers
from touchline.billing.ports.payments import Wallet
from touchline.platform.db.session import Database
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.jobs import Jobs

log = logging.getLogger(__name__)


class Leavers:
    """Opens short transactions of its own around the provider's calls."""

    def __init__(
        self,
        database: Database,
        leaver: Leaver,
        customers: Customers,
        till: Till,
        wallet: Wallet,
        jobs: Jobs,
    ) -> None:
        self._database = database
        self._leaver = leaver
        self._customers = customers
        self._till = till
        self._wallet = wallet
        self._jobs = jobs

    def forget(self, channel_id: ChannelId, account_id: AccountId) -> None:
        """Settle what is open while the provider still knows the viewer, have it forget them with their
        cards, and then forget who they were. `PaymentsUnavailable`: nobody is forgotten yet."""
        with self._database.transaction(channel_id):
            customer, waiting = self._leaver.seen(account_id)
        for order_id in waiting:
            self._till.settle(channel_id, order_id, abandoned=True)
        if customer is not None:
            self._wallet.forget(customer)
        with self._database.transaction(channel_id):
            self._leaver.forget(account_id)

    def ask_again(self) -> None:
        """Ask for those whom the provider was away for all day."""
        with self._database.transaction(None, unscoped=True):
            leaving = self._customers.leaving()
            for channel_id, account_id in leaving:
                ask_to_forget(self._jobs, channel_id, account_id)
        if leaving:
            log.info("the payment provider is still to forget %s customers", len(leaving))
