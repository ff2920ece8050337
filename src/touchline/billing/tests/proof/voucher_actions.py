"""Gifts and group codes in a random walk: actions that return a description, and their invariants."""

from __future__ import annotations

from typing import Any, ClassVar

from touchline.billing.application.checkout.purchases import Purchase
from touchline.billing.domain.checkout.orders import ActivityStatus, Order, OrderStatus, ProductKind
from touchline.billing.domain.vouchers.voucher_refunds import list_voucher_refunds
from touchline.billing.domain.vouchers.vouchers import GiftRequest, Voucher
from touchline.billing.tests.proof.billing_system import BillingSystem
from touchline.billing.tests.proof.environment import EVENT_ID, TEAM_ID
from touchline.billing.tests.proof.provider_balances import ProviderBalance, load_balances
from touchline.billing.tests.proof.viewer_actions import ViewerActions
from touchline.shared.ids import ChannelId, OrderId


class VoucherActions(ViewerActions):
    """What buyers, recipients and operators do with codes. Any action may come twice or too late."""

    WEIGHTS: ClassVar = {
        "buy_gift": 3,
        "buy_group": 3,
        "redeem_code": 8,
        "refund_codes": 4,
        "refund_all_codes": 1,
        "refund_by_operator": 1,
        "revoke_codes": 1,
    }

    def buy_gift(self) -> str:
        """Buy one code."""
        return self._give(1)

    def buy_group(self) -> str:
        """Buy several codes. Their price may not divide evenly."""
        return self._give(self.random.randrange(2, 8))

    def redeem_code(self) -> str:
        """Redeem a code, which may be used, canceled or unpaid."""
        voucher = self._pick_voucher()
        if voucher is None:
            return "none"
        viewer = self.random.choice(self.viewers)
        codes = self.system.billing.voucher_codes()
        [uuid] = [order.uuid for order in self.system.list_orders() if order.id == voucher.order_id]
        code = codes.derive(uuid, voucher.number, voucher.code_version)
        with self.system.database.transaction(1):
            order_id = self.system.billing.redeem_voucher()(code, viewer)
        return f"{viewer.viewer_id} {voucher.order_id}.{voucher.number}: order {order_id}"

    def refund_codes(self) -> str:
        """Refund some codes of an order, as its buyer."""
        voucher = self._pick_voucher()
        if voucher is None:
            return "none"
        return self._refund(voucher.order_id, sorted({voucher.number, self.random.randrange(1, 4)}))

    def refund_all_codes(self) -> str:
        """Refund all codes of an order, as its buyer."""
        order = self._pick_group()
        return self._refund(order.id, None) if order else "none"

    def refund_by_operator(self) -> str:
        """Refund an order of codes in full, or a part of its money as goodwill, as an operator."""
        order, service = self._pick_group(), self.system.billing.refund_service()
        if order is None:
            return "none"
        plan = service.plan_refund(ChannelId(1), order.id, self.random.choice((None, "1.00")))
        service.refund(ChannelId(1), order.id, plan)
        return f"order {order.id}: {plan.amount.decimal}"

    def revoke_codes(self) -> str:
        """Revoke an order of codes, as an operator."""
        order = self._pick_group()
        if order is None:
            return "none"
        self.system.revoke_access(order.id)
        return f"order {order.id}"

    def _give(self, quantity: int) -> str:
        viewer, is_event = self.random.choice(self.viewers), self.random.random() < 0.3
        season = self.system.get_offer_id("season")
        product: dict[str, Any] = {"kind": ProductKind.PACKAGE, "id": season, "participant_id": TEAM_ID}
        if is_event:
            package_id = self.system.sale_catalog.single_event_packages[viewer.channel_id]
            product = {"kind": ProductKind.EVENT, "id": EVENT_ID, "package_id": package_id}
        purchase = Purchase(
            **product,
            card=self._create_card(viewer),
            key=f"key-{self.random.random()}",
            gift=GiftRequest(quantity=quantity),
        )
        self.purchases.append((viewer, purchase))
        return self._buy(viewer, purchase)

    def _refund(self, order_id: OrderId, numbers: list[int] | None) -> str:
        order = next(order for order in self.system.list_orders() if order.id == order_id)
        viewer = next((viewer for viewer in self.viewers if viewer.viewer_id == order.account_id), None)
        if viewer is None:
            return "account closed"
        with self.system.database.transaction(1):
            self.system.billing.refund_vouchers()(viewer, order_id, numbers)
        return f"order {order_id}: {numbers}"

    def _pick_group(self) -> Order | None:
        return self.pick_order(lambda order: order.is_for_others)

    def _pick_voucher(self) -> Voucher | None:
        order = self._pick_group()
        vouchers = list_vouchers(self.system, order) if order else []
        return self.random.choice(vouchers) if vouchers else None


def list_vouchers(system: BillingSystem, order: Order) -> list[Voucher]:
    """Return the vouchers of an order."""
    with system.database.transaction(1):
        return list(system.billing.vouchers().list_for_order(order.id))


def map_redeemed_orders(system: BillingSystem) -> dict[OrderId, Order]:
    """Return the paying order of each order that a code opened."""
    return {
        voucher.redeemed_order_id: order
        for order in system.list_orders()
        if order.is_for_others
        for voucher in list_vouchers(system, order)
        if voucher.redeemed_order_id is not None
    }


def check_vouchers(system: BillingSystem) -> None:
    """Check the codes of all orders, once the system is idle. Raises `AssertionError`."""
    orders, balances = {order.id: order for order in system.list_orders()}, load_balances(system.simulator)
    redeemed_ids: list[OrderId] = []
    for order in orders.values():
        vouchers = list_vouchers(system, order)
        assert [voucher.number for voucher in vouchers] == list(range(1, order.voucher_count + 1))
        _check_refunds(order, vouchers, balances[order.uuid])
        for voucher in vouchers:
            if voucher.redeemed_order_id is not None:
                redeemed_ids.append(voucher.redeemed_order_id)
                _check_redeemed(system, voucher, order, orders[voucher.redeemed_order_id])
    assert len(redeemed_ids) == len(set(redeemed_ids)), "Two codes have one recipient's order."


def _check_refunds(order: Order, vouchers: list[Voucher], balance: ProviderBalance) -> None:
    """Check that canceled codes are paid back, and that redeemed ones are not canceled."""
    assert not any(voucher.redeemed_order_id and voucher.canceled_at for voucher in vouchers)
    if balance.disputed or balance.has_failed_refund or order.status is OrderStatus.CREATED:
        return
    due = sum(refund.amount.minor for refund in list_voucher_refunds(order, vouchers))
    assert balance.refunded >= min(due, balance.charged), (
        f"order {order.id}: {balance.refunded} was refunded, but its canceled codes cost {due}"
    )
    if vouchers and all(voucher.canceled_at for voucher in vouchers):
        assert balance.net == 0, f"order {order.id}: all codes are canceled, but {balance.net} is kept"


def _check_redeemed(system: BillingSystem, voucher: Voucher, order: Order, redeemed: Order) -> None:
    """Check that a recipient has access exactly while the order that paid the code is open."""
    assert redeemed.total.minor == 0 and redeemed.payment_ref is None
    is_open = order.status is OrderStatus.PAID and order.ended_at is None
    is_active = redeemed.activity(system.clock.now(), system.billing.grace()) is ActivityStatus.ACTIVE
    assert is_open or order.account_id is None or not is_active, (
        f"order {redeemed.id} is active, but order {order.id} that paid code {voucher.number} is closed"
    )
    if is_open and redeemed.account_id is not None:
        assert redeemed.ended_at is None, f"order {redeemed.id} has ended, but order {order.id} is open"
