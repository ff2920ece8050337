"""The use cases of gifts and group codes in a checkout environment."""

from __future__ import annotations

from typing import Any

from touchline.billing.application.checkout.access_grants import RevokeAccess
from touchline.billing.application.checkout.order_sync_requests import RequestOrderSync
from touchline.billing.application.ledger.refund_service import RefundService
from touchline.billing.application.vouchers.redeem_voucher import RedeemVoucher
from touchline.billing.application.vouchers.voucher_queries import VoucherQueries
from touchline.billing.application.vouchers.voucher_refunds import RefundVouchers
from touchline.billing.domain.checkout.orders import ActivityStatus, Order
from touchline.billing.domain.vouchers.vouchers import GiftRequest
from touchline.billing.tests.checkout_environment import ADA, BOB, CHANNEL, GRACE_PERIOD, CheckoutEnvironment
from touchline.shared.audit import AuditRecord
from touchline.shared.principal import Principal


class GiftHarness:
    """A checkout environment with the use cases of gifts."""

    def __init__(self) -> None:
        self.env = env = CheckoutEnvironment()
        self.audit_records: list[AuditRecord] = []
        self.redeem_voucher = RedeemVoucher(
            env.vouchers, env.orders, env.build_sale_check(), env.published_events, env.clock, GRACE_PERIOD
        )
        request_sync = RequestOrderSync(env.jobs, env.clock)
        self.refund_vouchers = RefundVouchers(
            env.orders, env.vouchers, request_sync, env.clock, self.audit_records.append
        )
        self.queries = VoucherQueries(env.vouchers, env.orders, env.voucher_codes, env.channel, env.clock)
        self.refund_service = RefundService(
            env.uow,
            env.orders,
            env.ledger,
            RevokeAccess(env.orders, env.clock, env.redeemed_orders),
            env.payments,
            env.checkout_service,
            lambda _record: None,
            self.refund_vouchers,
        )

    def give(self, quantity: int = 1, **more: Any) -> Order:
        """Buy codes as Ada."""
        return self.env.buy(gift=GiftRequest(quantity=quantity, **more))

    def list_codes(self, order: Order) -> list[str]:
        """Return the codes of an order."""
        return [voucher["code"] for voucher in self.queries.list_own(ADA, order.id)]

    def redeem(self, code: str, who: Principal = BOB) -> Order:
        """Redeem a code."""
        with self.env.uow(CHANNEL):
            return self.env.get_order(self.redeem_voucher(code, who))

    def is_active(self, order: Order) -> bool:
        """Return whether an order grants access now."""
        activity = self.env.get_order(order.id).activity(self.env.clock.now(), GRACE_PERIOD)
        return activity is ActivityStatus.ACTIVE

    def refund(self, order: Order, *numbers: int) -> None:
        """Cancel codes of Ada's order."""
        with self.env.uow(CHANNEL):
            self.refund_vouchers(ADA, order.id, numbers or None)

    def refund_and_sync(self, order: Order, *numbers: int) -> None:
        """Cancel codes of Ada's order, and run its sync."""
        self.refund(order, *numbers)
        self.env.run_jobs()

    def get_refunded(self, order: Order) -> int:
        """Return how much of an order the provider refunded, in minor units."""
        assert order.payment_ref is not None
        [charge] = self.env.payments.payments[order.payment_ref].charges
        return sum(reversal.amount.minor for reversal in charge.reversals)
