"""What accounts hold and had, without a database."""

from __future__ import annotations

from datetime import timedelta

from touchline.billing.application.entitlements import Entitlements, UsedTrials
from touchline.billing.application.export import ExportOrders
from touchline.billing.application.trial_marks import TrialMarks
from touchline.billing.domain.ledger import Transaction
from touchline.billing.domain.orders import Order
from touchline.billing.ports.channel_facts import Person, Shop
from touchline.billing.tests.order_fakes import MemoryCustomers, MemoryLedger, MemoryOrders, MemoryTrials
from touchline.billing.tests.orders import NOW
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId, ChannelId

MARKS = TrialMarks(b"a secret of tests")
GRACE = timedelta(days=7)


class Town:
    """`ChannelFacts` of a channel `prairie` (channel 1); `people` are its viewers, account 4 if not told."""

    def __init__(self, **people: Person) -> None:
        self.people = people or {"4": Person("ada@example.org", "Ada Moreau", "en")}

    def language(self) -> str:
        """en"""
        return "en"

    def shop(self) -> Shop:
        """The channel as a seller."""
        return Shop(
            ChannelId(1),
            "prairie",
            "Prairie",
            "https://prairie.example",
            "USD",
            "America/Chicago",
            "en",
            ("prairie.example",),
        )

    def person(self, account_id: AccountId) -> Person | None:
        """The viewer; None once the account is closed."""
        return self.people.get(str(account_id))


def holdings(
    *orders: Order, lines: tuple[Transaction, ...] = (), marks: tuple[str, ...] = ()
) -> tuple[Entitlements, UsedTrials, ExportOrders]:
    """What a facade of billing needs of accounts; `marks` used a trial."""
    kept, customers = MemoryOrders(*orders), MemoryCustomers()
    trials = UsedTrials(MemoryTrials(*marks), MARKS, Town())
    export = ExportOrders(kept, MemoryLedger(*lines), customers, trials)
    return Entitlements(kept, FixedClock(NOW), GRACE), trials, export
