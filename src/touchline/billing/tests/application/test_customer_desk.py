"""Making a viewer known to the provider, outside of any transaction."""

from __future__ import annotations

from typing import Any, cast

import pytest

from touchline.billing.adapters.customer_desk import CustomerDesk
from touchline.billing.ports.payments import Payer, PaymentsUnavailable
from touchline.billing.tests.order_fakes import MemoryCustomers
from touchline.billing.tests.till_fakes import MemoryChannel, MemoryDatabase
from touchline.billing.tests.wallets import MemoryWallet
from touchline.shared.errors import NotLoggedIn
from touchline.shared.ids import AccountId, ChannelId

CHANNEL, ADA = ChannelId(1), AccountId(4)


class Desk:
    """The desk over memory; `during` happens while the provider is asked."""

    def __init__(self) -> None:
        self.channel, self.customers = MemoryChannel(), MemoryCustomers()
        self.database = MemoryDatabase(self.customers)
        self.wallet = BusyWallet(self)
        self.during: Any = lambda: None
        database: Any = cast("Any", self.database)
        self.desk = CustomerDesk(database, self.customers, self.channel, self.wallet)


class BusyWallet(MemoryWallet):
    """A wallet that takes its time, and is never asked within a transaction."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk

    def customer(self, payer: Payer) -> str:
        """The name, after what happens meanwhile."""
        assert not self._desk.database.depth
        self._desk.during()
        return super().customer(payer)

    def forget(self, customer: str) -> None:
        """Delete it."""
        assert not self._desk.database.depth
        super().forget(customer)


def test_a_viewer_is_introduced_once_by_what_the_provider_may_know() -> None:
    desk = Desk()
    assert desk.desk.known(CHANNEL, ADA) is None
    assert [desk.desk.of(CHANNEL, ADA) for _ in range(3)] == ["cus_4"] * 3
    assert desk.wallet.payers == [Payer(CHANNEL, ADA, "ada@example.org", "Ada", "en")]
    assert desk.desk.known(CHANNEL, ADA) == "cus_4"


def test_of_two_at_once_the_first_that_is_kept_is_both_ones_customer() -> None:
    desk = Desk()
    desk.during = lambda: desk.customers.keep(ADA, "cus_first")
    assert desk.desk.of(CHANNEL, ADA) == "cus_first"


def test_a_provider_that_is_away_leaves_nothing_behind() -> None:
    desk = Desk()
    desk.wallet.away = True
    with pytest.raises(PaymentsUnavailable):
        desk.desk.of(CHANNEL, ADA)
    assert desk.customers.kept == {}


def test_who_has_no_account_is_not_introduced() -> None:
    desk = Desk()
    with pytest.raises(NotLoggedIn):
        desk.desk.of(CHANNEL, AccountId(9))
    assert desk.wallet.payers == []


def test_who_closes_the_account_meanwhile_is_forgotten_again() -> None:
    desk = Desk()
    desk.during = lambda: desk.channel.people.pop(ADA)
    with pytest.raises(NotLoggedIn):
        desk.desk.of(CHANNEL, ADA)
    assert desk.customers.kept == {}
    assert desk.wallet.saved == {}
