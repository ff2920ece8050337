"""Gifts and group codes in a random walk, and the invariants of their codes."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any, ClassVar

from touchline.billing.application.checkout.purchases import Purchase
from touchline.billing.domain.checkout.orders import Order, OrderStatus, ProductKind
from touchline.billing.domain.vouchers.vouchers import GiftRequest, Voucher
from touchline.billing.tests.proof.billing_system import BillingSystem
from touchline.billing.tests.proof.environment import EVENT_ID, TEAM_ID
from touchline.billing.tests.proof.viewer_actions import ViewerActions
from touchline.shared.ids import OrderId


class VoucherActions(ViewerActions):
    """Viewers who buy codes, redeem them, or ask for their money back."""

    WEIGHTS: ClassVar = {"buy_codes": 4, "redeem_code": 5, "refund_codes": 2}

    def buy_codes(self) -> str:
        """Buy a gift, or codes for a group."""
        viewer = self.random.choice(self.viewers)
        fields: dict[str, Any] = {
            "kind": ProductKind.PACKAGE,
            "id": self.system.get_offer_id(self.random.choice(("season", "pass"))),
            "participant_id": self.random.choice((TEAM_ID, 71)),
        }
        if self.random.random() < 0.3:
            package_id = self.system.sale_catalog.single_event_packages[viewer.channel_id]
            fields = {"kind": ProductKind.EVENT, "id": EVENT_ID, "package_id": package_id}
        gift = GiftRequest(quantity=self.random.choice((1, 1, 2, 5)))
        card, key = self._create_card(viewer), f"key-{self.random.random()}"
        purchase = Purchase(**fields, gift=gift, card=card, key=key)
        self.purchases.append((viewer, purchase))
        return self._buy(viewer, purchase)

    def redeem_code(self) -> str:
        """Redeem a code, which may be used, canceled, unpaid or refunded. Sometimes it is pressed twice."""
        is_paid_only = self.random.random() < 0.8
        order = self.pick_order(
            lambda order: (
                order.is_for_others
                and not (is_paid_only and (order.status is not OrderStatus.PAID or order.ended_at))
            )
        )
        if order is None:
            return "none"
        number = self.random.randint(1, order.voucher_count)
        viewer = self.random.choice(self.viewers)
        code = self.system.billing.voucher_codes().derive(order.uuid, number, 1)
        for _ in range(self.random.choice((1, 2))):
            with self.system.database.transaction(viewer.channel_id):
                redeemed = self.system.billing.redeem_voucher()(code, viewer)
        return f"{viewer.viewer_id} redeems code {number} of order {order.id}: order {redeemed}"

    def refund_codes(self) -> str:
        """Ask for the money of codes that nobody has redeemed."""
        order = self.pick_order(lambda order: order.is_for_others and order.account_id is not None)
        owner = next(
            (viewer for viewer in self.viewers if order and viewer.viewer_id == order.account_id), None
        )
        if order is None or owner is None:
            return "none"
        with self.system.database.transaction(owner.channel_id):
            self.system.billing.refund_vouchers()(owner, order.id)
        return f"order {order.id}"


def list_vouchers(system: BillingSystem, orders: list[Order]) -> dict[OrderId, list[Voucher]]:
    """Return the codes of each order that bought some."""
    with system.database.transaction(1):
        vouchers = system.billing.vouchers()
        return {order.id: list(vouchers.list_for_order(order.id)) for order in orders if order.is_for_others}


def map_redeemed_orders(system: BillingSystem) -> dict[OrderId, Order]:
    """Return the paying order of each order that a code opened."""
    orders = system.list_orders()
    paying_orders = {order.id: order for order in orders}
    return {
        voucher.redeemed_order_id: paying_orders[order_id]
        for order_id, vouchers in list_vouchers(system, orders).items()
        for voucher in vouchers
        if voucher.redeemed_order_id is not None
    }


def check_vouchers(system: BillingSystem) -> None:
    """Check that each code opened at most one order, only for money that was kept."""
    orders = system.list_orders()
    orders_by_id = {order.id: order for order in orders}
    uses: Counter[OrderId] = Counter()
    redeemed: dict[OrderId, list[Order]] = defaultdict(list)
    for order_id, vouchers in list_vouchers(system, orders).items():
        order = orders_by_id[order_id]
        assert len(vouchers) == order.voucher_count, f"order {order_id} has {len(vouchers)} codes"
        assert len({voucher.code_hash for voucher in vouchers}) == len(vouchers)
        for voucher in vouchers:
            if voucher.redeemed_order_id is None:
                continue
            assert voucher.canceled_at is None, f"a canceled code of order {order_id} was redeemed"
            uses[voucher.redeemed_order_id] += 1
            redeemed[order_id].append(orders_by_id[voucher.redeemed_order_id])
    assert max(uses.values(), default=0) <= 1, f"Two codes opened one order: {uses}"
    for order_id, recipients in redeemed.items():
        order = orders_by_id[order_id]
        is_valid = order.status is OrderStatus.PAID and order.ended_at is None
        for recipient in recipients:
            assert recipient.total.minor == 0
            assert is_valid or recipient.ended_at is not None, (
                f"order {recipient.id} is open, but order {order_id} that paid it is over"
            )
