"""Tests for erasing a closed account at the provider and here."""

from __future__ import annotations

import pytest

from touchline.billing.application.customers.customer_closure import ERASE_CUSTOMER_JOB, CustomerErasure
from touchline.billing.application.customers.customer_erasure_service import CustomerErasureService
from touchline.billing.domain.checkout.orders import OrderStatus
from touchline.billing.ports.payments import PaymentsUnavailableError
from touchline.billing.tests.checkout_environment import ADA, CHANNEL, CheckoutEnvironment
from touchline.billing.tests.make_good_fakes import ErasedMakeGoods
from touchline.billing.tests.payment_fakes import REQUIRES_AUTHENTICATION, raise_unavailable


class ErasureHarness:
    """A checkout environment with its erasure service. Ada closed her account."""

    def __init__(self) -> None:
        self.env = CheckoutEnvironment()
        self.service = CustomerErasureService(
            self.env.uow,
            CustomerErasure(
                self.env.orders, self.env.customers, self.env.vouchers, ErasedMakeGoods().as_port()
            ),
            self.env.customers,
            self.env.checkout_service,
            self.env.payments,
            self.env.jobs,
        )


def test_open_orders_are_canceled_before_the_viewer_is_erased() -> None:
    harness = ErasureHarness()
    bought = harness.env.buy(card=REQUIRES_AUTHENTICATION)
    harness.service.erase(CHANNEL, ADA.viewer_id)
    erased = harness.env.get_order(bought.id)
    assert (erased.status, erased.account_id) == (OrderStatus.FAILED, None)
    assert harness.env.customers.stored == {}
    harness.service.erase(CHANNEL, ADA.viewer_id)


def test_no_account_is_erased_while_the_provider_is_unavailable() -> None:
    harness = ErasureHarness()
    bought = harness.env.buy(card=REQUIRES_AUTHENTICATION)
    harness.env.payments.before["retrieve"] = raise_unavailable
    with pytest.raises(PaymentsUnavailableError):
        harness.service.erase(CHANNEL, ADA.viewer_id)
    assert harness.env.get_order(bought.id).account_id == ADA.viewer_id
    assert ADA.viewer_id in harness.env.customers.stored


def test_pending_erasures_are_enqueued_again() -> None:
    harness = ErasureHarness()
    harness.env.buy()
    harness.env.customers.mark_for_erasure(ADA.viewer_id)
    harness.env.jobs.waiting.clear()
    harness.service.retry_pending()
    assert harness.env.jobs.waiting == [(ERASE_CUSTOMER_JOB, (CHANNEL, ADA.viewer_id))]
    assert harness.env.uow.commits[-1] == "all"
