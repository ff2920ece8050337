"""Viewers' customers at the payment provider, found or created outside of database transactions."""

from __future__ import annotations

from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.customers import Customers
from touchline.billing.ports.payments import Payer, Wallet
from touchline.shared.errors import NotAuthenticatedError
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory


class CustomerService:
    """Finds or creates customers, with short database transactions before and after the provider's calls."""

    def __init__(
        self, uow: UnitOfWorkFactory, customers: Customers, channel: CurrentChannel, wallet: Wallet
    ) -> None:
        self._uow = uow
        self._customers = customers
        self._channel = channel
        self._wallet = wallet

    def find(self, channel_id: ChannelId, account_id: AccountId) -> str | None:
        """Return the viewer's customer id; None if none was created yet."""
        with self._uow(channel_id):
            return self._customers.get(account_id)

    def get_or_create(self, channel_id: ChannelId, account_id: AccountId) -> str:
        """Return the viewer's customer id, and create the customer on first use.

        Raises `PaymentsUnavailableError`, and `NotAuthenticatedError` if the account was closed.
        """
        return self.find(channel_id, account_id) or self._create(channel_id, account_id)

    def _create(self, channel_id: ChannelId, account_id: AccountId) -> str:
        with self._uow(channel_id):
            viewer_profile = self._channel.get_viewer_profile(account_id)
        if viewer_profile is None:
            raise NotAuthenticatedError
        payer = Payer(
            channel_id, account_id, viewer_profile.email, viewer_profile.name, viewer_profile.language
        )
        customer = self._wallet.get_or_create_customer(payer)
        with self._uow(channel_id):
            self._customers.save(account_id, customer)
            stored = self._customers.get(account_id)
            is_closed = self._channel.get_viewer_profile(account_id) is None
            if is_closed:
                self._customers.delete(account_id)
        if is_closed:
            self._wallet.delete_customer(customer)
            raise NotAuthenticatedError
        return stored or customer
