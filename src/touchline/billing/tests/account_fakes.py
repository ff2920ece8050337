"""Fakes for account queries, without a database."""

from __future__ import annotations

from datetime import timedelta

from touchline.billing.application.checkout.export_orders import ExportOrders
from touchline.billing.application.customers.trial_digests import TrialDigests
from touchline.billing.application.entitlements.entitlements import EntitlementQueries, TrialHistory
from touchline.billing.domain.checkout.orders import Order
from touchline.billing.domain.ledger.transactions import Transaction
from touchline.billing.ports.current_channel import BillingSettings, ViewerProfile
from touchline.billing.tests.order_fakes import (
    InMemoryCustomers,
    InMemoryLedger,
    InMemoryOrders,
    InMemoryTrials,
)
from touchline.billing.tests.order_samples import NOW
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId, ChannelId

TRIAL_DIGESTS = TrialDigests(b"a secret of tests")
GRACE = timedelta(days=7)


class FakeCurrentChannel:
    """`CurrentChannel` of the channel `prairie` (channel 1). `viewers` maps account ids to viewers; the
    default is account 4.
    """

    def __init__(self, **viewers: ViewerProfile) -> None:
        self.viewers = viewers or {"4": ViewerProfile("ada@example.org", "Ada Moreau", "en")}

    def get_language(self) -> str:
        """Return `en`."""
        return "en"

    def get_billing_settings(self) -> BillingSettings:
        """Return the channel's billing settings."""
        return BillingSettings(
            ChannelId(1),
            "prairie",
            "Prairie",
            "https://prairie.example",
            "USD",
            "America/Chicago",
            "en",
            ("prairie.example",),
        )

    def get_viewer_profile(self, account_id: AccountId) -> ViewerProfile | None:
        """Return the viewer's profile; None after the account is closed."""
        return self.viewers.get(str(account_id))


def build_account_services(
    *orders: Order, transactions: tuple[Transaction, ...] = (), digests: tuple[str, ...] = ()
) -> tuple[EntitlementQueries, TrialHistory, ExportOrders]:
    """Return the account services of the billing facade. The accounts behind `digests` have used a trial."""
    order_repository, customers = InMemoryOrders(*orders), InMemoryCustomers()
    trials = TrialHistory(InMemoryTrials(*digests), TRIAL_DIGESTS, FakeCurrentChannel())
    export = ExportOrders(order_repository, InMemoryLedger(*transactions), customers, trials)
    return EntitlementQueries(order_repository, FixedClock(NOW), GRACE), trials, export
