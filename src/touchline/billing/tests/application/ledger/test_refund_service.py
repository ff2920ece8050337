"""Tests for refunds and revocations, with the provider called outside of transactions."""

from __future__ import annotations

import pytest

from touchline.billing.application.checkout.access_grants import RevokeAccess
from touchline.billing.application.checkout.order_sync_requests import RequestOrderSync
from touchline.billing.application.ledger.refund_service import RefundService
from touchline.billing.application.vouchers.voucher_refunds import RefundVouchers
from touchline.billing.domain.checkout.orders import OrderStatus, ProductKind
from touchline.billing.ports.payments import PaymentsUnavailableError
from touchline.billing.tests.checkout_environment import CHANNEL, CheckoutEnvironment
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.payment_fakes import raise_unavailable
from touchline.shared.audit import AuditRecord, AuditSubject
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import OrderId, TransactionId


class RefundHarness:
    """A checkout environment with its refund service."""

    def __init__(self) -> None:
        self.env = CheckoutEnvironment()
        self.audit: list[AuditRecord] = []
        self.refund_service = RefundService(
            self.env.uow,
            self.env.orders,
            self.env.ledger,
            RevokeAccess(self.env.orders, self.env.clock, self.env.redeemed_orders),
            self.env.payments,
            self.env.checkout_service,
            self.audit.append,
            RefundVouchers(
                self.env.orders,
                self.env.vouchers,
                RequestOrderSync(self.env.jobs, self.env.clock),
                self.env.clock,
                self.audit.append,
            ),
        )


@pytest.fixture
def harness() -> RefundHarness:
    """Return a refund service without orders."""
    return RefundHarness()


def test_a_plan_that_runs_twice_refunds_once(harness: RefundHarness) -> None:
    bought = harness.env.buy()
    plan = harness.refund_service.plan_refund(CHANNEL, bought.id, "5.00")
    harness.refund_service.refund(CHANNEL, bought.id, plan)
    harness.refund_service.refund(CHANNEL, bought.id, plan)
    assert harness.env.payments.get_balance() == 850
    assert harness.env.is_balanced()


def test_a_full_refund_ends_the_order(harness: RefundHarness) -> None:
    bought = harness.env.buy()
    plan = harness.refund_service.plan_refund(CHANNEL, bought.id)
    assert plan.amount == usd("13.50")
    harness.refund_service.refund(CHANNEL, bought.id, plan)
    assert harness.env.get_order(bought.id).status is OrderStatus.REFUNDED
    assert harness.env.is_balanced()


def test_unknown_orders_transactions_and_amounts_are_refused(harness: RefundHarness) -> None:
    bought = harness.env.buy()
    with pytest.raises(NotFoundError):
        harness.refund_service.plan_refund(CHANNEL, OrderId(9))
    with pytest.raises(NotFoundError):
        harness.refund_service.plan_refund(CHANNEL, bought.id, transaction_id=TransactionId(9))
    with pytest.raises(RefusedError):
        harness.refund_service.plan_refund(CHANNEL, bought.id, "much")
    with pytest.raises(NotFoundError):
        harness.refund_service.get_order(CHANNEL, OrderId(9))


def test_access_ends_although_the_provider_is_unavailable(harness: RefundHarness) -> None:
    bought = harness.env.buy(ProductKind.SUBSCRIPTION)
    harness.env.payments.before["retrieve"] = raise_unavailable
    assert not harness.refund_service.revoke(CHANNEL, bought.id)
    assert harness.env.get_order(bought.id).ended_at == harness.env.clock.now()
    harness.env.sync(bought)
    payment = harness.env.payments.get_by_order(bought.uuid)
    assert payment is not None and payment.billing_cycle is not None
    assert payment.billing_cycle.ended_at is not None


def test_a_refund_that_fails_at_the_provider_changes_only_the_audit_log(harness: RefundHarness) -> None:
    bought = harness.env.buy()
    plan = harness.refund_service.plan_refund(CHANNEL, bought.id)
    commits = len(harness.env.uow.commits)
    harness.env.payments.before["refund"] = raise_unavailable
    with pytest.raises(PaymentsUnavailableError):
        harness.refund_service.refund(CHANNEL, bought.id, plan)
    assert len(harness.env.uow.commits) == commits + 1
    (record,) = harness.audit
    assert (record.action, record.subject) == ("order.refund", AuditSubject("order", str(bought.id)))
    assert record.after["amount"].endswith(" USD")
    assert harness.env.get_order(bought.id).status is OrderStatus.PAID
