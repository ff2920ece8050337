"""The codes of an order, for its buyer and for operators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from touchline.billing.application.checkout.order_queries import require_own_order
from touchline.billing.domain.checkout.orders import Order, OrderStatus
from touchline.billing.domain.vouchers.voucher_codes import (
    VoucherCodes,
    format_voucher_code,
    hash_voucher_code,
)
from touchline.billing.domain.vouchers.vouchers import Voucher, get_voucher_state, is_redeemable
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.orders import Orders
from touchline.billing.ports.viewers import Viewers
from touchline.billing.ports.vouchers import Vouchers
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import OrderId
from touchline.shared.principal import Principal

REDEEM_PATH = "/redeem"
NOT_RESENDABLE = ErrorMessage(
    "errors.voucher_not_resendable", "This code was redeemed or canceled, so it cannot be sent again."
)


class VoucherQueries:
    """Lists the codes of an order, and sends one again to another address."""

    def __init__(
        self,
        vouchers: Vouchers,
        orders: Orders,
        codes: VoucherCodes,
        channel: CurrentChannel,
        clock: Clock,
        viewers: Viewers,
    ) -> None:
        self._vouchers = vouchers
        self._orders = orders
        self._codes = codes
        self._channel = channel
        self._clock = clock
        self._viewers = viewers

    def list_own(self, principal: Principal, order_id: OrderId) -> list[dict[str, Any]]:
        """Return the codes of the viewer's own order, by number. Raises `NotFoundError`."""
        order = require_own_order(self._orders.get(order_id), principal)
        return [self._serialize(voucher, order) for voucher in self._vouchers.list_for_order(order_id)]

    def list_for_operator(self, order_id: OrderId) -> list[dict[str, Any]]:
        """Return the codes of any order with who redeemed them, without the codes themselves.

        Raises `NotFoundError`.
        """
        order = self._orders.get(order_id)
        if order is None:
            raise NotFoundError
        vouchers = self._vouchers.list_for_order(order_id)
        redeemers = self._find_redeemers(vouchers)
        return [
            self._serialize(voucher, order)
            | {
                "code": None,
                "link": None,
                "redeemed_order_id": voucher.redeemed_order_id,
                "redeemed_by": redeemers.get(voucher.redeemed_order_id),
            }
            for voucher in vouchers
        ]

    def resend(self, principal: Principal, order_id: OrderId, number: int, email: str) -> None:
        """Send a code to an address at once. A new address gets a new code, and the old code ends.

        Raises `NotFoundError`, or `RefusedError` for a code that opens nothing.
        """
        self._resend(require_own_order(self._orders.get_for_update(order_id), principal), number, email)

    def resend_for_operator(self, order_id: OrderId, number: int, email: str) -> None:
        """Send a code of any order, as `resend` does."""
        order = self._orders.get_for_update(order_id)
        if order is None:
            raise NotFoundError
        self._resend(order, number, email)

    def _find_redeemers(self, vouchers: Sequence[Voucher]) -> dict[OrderId | None, dict[str, Any]]:
        """Return who redeemed the codes, by the recipient's order."""
        order_ids = [voucher.redeemed_order_id for voucher in vouchers if voucher.redeemed_order_id]
        accounts = self._vouchers.list_redeemers(order_ids) if order_ids else {}
        profiles = self._viewers.list_profiles(set(accounts.values())) if accounts else {}
        return {
            order_id: {"id": account_id, "email": profile.email, "name": profile.name}
            for order_id, account_id in accounts.items()
            if (profile := profiles.get(account_id)) is not None
        }

    def _resend(self, order: Order, number: int, email: str) -> None:
        vouchers = self._vouchers.list_for_order(order.id)
        voucher = next((candidate for candidate in vouchers if candidate.number == number), None)
        if voucher is None:
            raise NotFoundError
        if not is_redeemable(voucher, order):
            raise RefusedError(NOT_RESENDABLE)
        if voucher.email != email:
            voucher.code_version += 1
            code = self._codes.derive(order.uuid, voucher.number, voucher.code_version)
            voucher.code_hash = hash_voucher_code(code)
        voucher.email, voucher.send_at, voucher.sent_at = email, self._clock.now(), None
        self._vouchers.save(voucher)

    def _serialize(self, voucher: Voucher, order: Order) -> dict[str, Any]:
        code = None
        if order.status is OrderStatus.PAID and is_redeemable(voucher, order):
            code = format_voucher_code(self._codes.derive(order.uuid, voucher.number, voucher.code_version))
        return {
            "number": voucher.number,
            "code": code,
            "link": f"{self._channel.get_billing_settings().site}{REDEEM_PATH}#{code}" if code else None,
            "state": get_voucher_state(voucher, order).value,
            "email": voucher.email,
            "recipient": voucher.recipient,
            "message": voucher.message,
            "send_at": voucher.send_at,
            "sent_at": voucher.sent_at,
            "redeemed_at": voucher.redeemed_at,
        }
