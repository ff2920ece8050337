"""Transfers to connected accounts: https://docs.stripe.com/api/transfers."""

from __future__ import annotations

from adapters.payments.stripe_amounts import to_stripe
from adapters.payments.stripe_client import PAGE_SIZE, StripeConnection, idempotency_options
from adapters.payments.stripe_payment_states import get_metadata
from touchline.shared.money import Money

_PAYOUT_KEY = "payout"


class StripeTransfers:
    """Implements `Payouts`. The payout's key without its attempt is in `metadata.payout`."""

    _connection: StripeConnection

    def transfer(self, destination: str, amount: Money, group: str, key: str) -> str:
        """Transfer money from our balance to a connected account. Return the transfer's ID."""
        minor, currency = to_stripe(amount)
        with self._connection.translate_errors("transfer"):
            transfer = self._connection.v1.transfers.create(
                {
                    "amount": minor,
                    "currency": currency,
                    "destination": destination,
                    "transfer_group": group,
                    "metadata": {_PAYOUT_KEY: key.rpartition("-")[0]},
                },
                idempotency_options(f"transfer-{key}"),
            )
        return transfer.id

    def find_transfer(self, group: str, key: str) -> str | None:
        """Return the transfer of a key in a group that was not fully reversed."""
        with self._connection.translate_errors("find a transfer"):
            listed = self._connection.v1.transfers.list({"transfer_group": group, "limit": PAGE_SIZE})
            for transfer in listed.auto_paging_iter():
                if get_metadata(transfer.metadata, _PAYOUT_KEY) == key and not transfer.reversed:
                    return transfer.id
        return None
