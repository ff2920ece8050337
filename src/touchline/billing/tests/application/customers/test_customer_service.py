"""Tests for creating customers at the provider outside of any transaction."""

from __future__ import annotations

from typing import Any

import pytest

from touchline.billing.application.customers.customer_service import CustomerService
from touchline.billing.ports.payments import Payer, PaymentsUnavailableError
from touchline.billing.tests.checkout_fakes import InMemoryChannel
from touchline.billing.tests.order_fakes import InMemoryCustomers
from touchline.billing.tests.wallet_fakes import InMemoryWallet
from touchline.shared.errors import NotAuthenticatedError
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.tests.unit_of_work import FakeUnitOfWorkFactory

CHANNEL, ADA = ChannelId(1), AccountId(4)


class CustomerHarness:
    """A customer service over in-memory stores. `during_call` runs while the provider is called."""

    def __init__(self) -> None:
        self.channel, self.customers = InMemoryChannel(), InMemoryCustomers()
        self.uow = FakeUnitOfWorkFactory(self.customers)
        self.wallet = BusyWallet(self)
        self.during_call: Any = lambda: None
        self.customer_service = CustomerService(self.uow, self.customers, self.channel, self.wallet)


class BusyWallet(InMemoryWallet):
    """A slow wallet. It asserts that no transaction is open when it is called."""

    def __init__(self, harness: CustomerHarness) -> None:
        super().__init__()
        self._harness = harness

    def get_or_create_customer(self, payer: Payer) -> str:
        """Return the customer id after running `during_call`."""
        assert not self._harness.uow.is_open
        self._harness.during_call()
        return super().get_or_create_customer(payer)

    def delete_customer(self, customer: str) -> None:
        """Delete the customer."""
        assert not self._harness.uow.is_open
        super().delete_customer(customer)


def test_a_customer_is_created_once_with_the_allowed_details() -> None:
    harness = CustomerHarness()
    assert harness.customer_service.find(CHANNEL, ADA) is None
    assert [harness.customer_service.get_or_create(CHANNEL, ADA) for _ in range(3)] == ["cus_4"] * 3
    assert harness.wallet.payers == [Payer(CHANNEL, ADA, "ada@example.org", "Ada", "en")]
    assert harness.customer_service.find(CHANNEL, ADA) == "cus_4"


def test_the_first_of_two_concurrent_customers_is_used() -> None:
    harness = CustomerHarness()
    harness.during_call = lambda: harness.customers.save(ADA, "cus_first")
    assert harness.customer_service.get_or_create(CHANNEL, ADA) == "cus_first"


def test_no_customer_is_stored_while_the_provider_is_unavailable() -> None:
    harness = CustomerHarness()
    harness.wallet.is_unavailable = True
    with pytest.raises(PaymentsUnavailableError):
        harness.customer_service.get_or_create(CHANNEL, ADA)
    assert harness.customers.stored == {}


def test_no_customer_is_created_without_an_account() -> None:
    harness = CustomerHarness()
    with pytest.raises(NotAuthenticatedError):
        harness.customer_service.get_or_create(CHANNEL, AccountId(9))
    assert harness.wallet.payers == []


def test_a_customer_of_an_account_closed_during_the_call_is_deleted() -> None:
    harness = CustomerHarness()
    harness.during_call = lambda: harness.channel.viewers.pop(ADA)
    with pytest.raises(NotAuthenticatedError):
        harness.customer_service.get_or_create(CHANNEL, ADA)
    assert harness.customers.stored == {}
    assert harness.wallet.saved_cards == {}
