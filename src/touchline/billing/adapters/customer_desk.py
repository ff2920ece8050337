"""Who a viewer is at the payment provider, found or made outside of any transaction."""

from __future__ import annotations

from touchline.billing.ports.channel_facts import ChannelFacts
from touchline.billing.ports.customers import Customers
from touchline.billing.ports.payments import Payer, Wallet
from touchline.platform.db.session import Database
from touchline.shared.errors import NotLoggedIn
from touchline.shared.ids import AccountId, ChannelId


class CustomerDesk:
    """Opens short transactions of its own before and after it asks the provider."""

    def __init__(
        self, database: Database, customers: Customers, channel: ChannelFacts, wallet: Wallet
    ) -> None:
        self._database = database
        self._customers = customers
        self._channel = channel
        self._wallet = wallet

    def known(self, channel_id: ChannelId, account_id: AccountId) -> str | None:
        """The viewer's customer; None where none was made yet."""
        with self._database.transaction(channel_id):
            return self._customers.of(account_id)

    def of(self, channel_id: ChannelId, account_id: AccountId) -> str:
        """The viewer's customer, made at the first use. `PaymentsUnavailable`; `NotLoggedIn` for an account
        that was closed."""
        return self.known(channel_id, account_id) or self._make(channel_id, account_id)

    def _make(self, channel_id: ChannelId, account_id: AccountId) -> str:
        with self._database.transaction(channel_id):
            person = self._channel.person(account_id)
        if person is None:
            raise NotLoggedIn
        payer = Payer(channel_id, account_id, person.email, person.name, person.language)
        customer = self._wallet.customer(payer)
        with self._database.transaction(channel_id):
            self._customers.keep(account_id, customer)
            kept = self._customers.of(account_id)
            closed = self._channel.person(account_id) is None
            if closed:
                self._customers.forget(account_id)
        if closed:
            self._wallet.forget(customer)
            raise NotLoggedIn
        return kept or customer
