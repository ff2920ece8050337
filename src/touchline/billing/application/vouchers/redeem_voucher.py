"""Redeeming a code: a free order of the recipient, once."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

from touchline.billing.application.checkout.order_slots import place_in_slot
from touchline.billing.application.checkout.purchases import PaymentInProgressError
from touchline.billing.application.offers.pricing_service import PricedProduct
from touchline.billing.application.offers.sale_check import SaleCheck
from touchline.billing.domain.checkout.orders import Order, get_slot
from touchline.billing.domain.offers.offers import Price
from touchline.billing.domain.offers.sale_refusals import REFUSAL_MESSAGES, SaleRefusal
from touchline.billing.domain.vouchers.voucher_codes import hash_voucher_code, normalize_voucher_code
from touchline.billing.domain.vouchers.vouchers import Voucher, is_redeemable
from touchline.billing.events import OrderPaid, VoucherRedeemed
from touchline.billing.ports.orders import Orders
from touchline.billing.ports.vouchers import Vouchers
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.ids import OrderId
from touchline.shared.money import Money
from touchline.shared.principal import Principal
from touchline.shared.unit_of_work import Announce

INVALID_VOUCHER = ErrorMessage(
    "errors.invalid_voucher", "This code is not valid. Check it and try again, or ask the person who sent it."
)
VOUCHER_NOT_NEEDED = ErrorMessage(
    "errors.voucher_not_needed",
    "You already have access to this. The code was not used, so you can give it to someone else.",
)
VOUCHER_UNAVAILABLE = ErrorMessage(
    "errors.voucher_unavailable",
    "This can no longer be watched. Ask the person who sent the code to get a refund.",
)


class RedeemVoucher:
    """Opens the product of a code for the account that redeems it, in one transaction of the channel."""

    def __init__(
        self,
        vouchers: Vouchers,
        orders: Orders,
        sale_check: SaleCheck,
        announce: Announce,
        clock: Clock,
        grace: timedelta,
    ) -> None:
        self._vouchers = vouchers
        self._orders = orders
        self._sale_check = sale_check
        self._announce = announce
        self._clock = clock
        self._grace = grace

    def __call__(self, text: str, principal: Principal) -> OrderId:
        """Return the recipient's order. The same account gets the same order again.

        Raises `RefusedError`. A wrong, used, canceled or unpaid code has one answer.
        """
        code = normalize_voucher_code(text)
        found = self._vouchers.find_by_hash(hash_voucher_code(code)) if code else None
        paying_order = self._orders.get_for_update(found.order_id) if found else None
        voucher = self._vouchers.get(found.id) if found else None  # as it is under the lock
        if voucher is None or paying_order is None or (found and voucher.code_hash != found.code_hash):
            raise RefusedError(INVALID_VOUCHER)
        if voucher.redeemed_order_id is not None:
            return self._get_own(voucher.redeemed_order_id, principal)
        if not is_redeemable(voucher, paying_order):
            raise RefusedError(INVALID_VOUCHER)
        return self._redeem(voucher, paying_order, principal)

    def _get_own(self, order_id: OrderId, principal: Principal) -> OrderId:
        order = self._orders.get(order_id)
        if order is None or order.account_id != principal.viewer_id:
            raise RefusedError(INVALID_VOUCHER)
        return order_id

    def _redeem(self, voucher: Voucher, paying_order: Order, principal: Principal) -> OrderId:
        now = self._clock.now()
        order = self._build_order(paying_order, principal)
        self._ensure_useful(order, principal)
        order.mark_paid(now, expires_at=order.grant.term.get_end(now))
        if not place_in_slot(self._orders, order, now, self._grace):
            raise PaymentInProgressError
        if not self._vouchers.redeem(voucher.id, order.id, now):
            raise RefusedError(INVALID_VOUCHER)
        self._announce(
            OrderPaid(principal.channel_id, order.id, principal.viewer_id, transaction_id=0, renewal=False)
        )
        self._announce(VoucherRedeemed(principal.channel_id, voucher.id))
        return order.id

    def _build_order(self, paying_order: Order, principal: Principal) -> Order:
        zero = Money(0, paying_order.currency)
        return Order(
            uuid=uuid4().hex,
            account_id=principal.viewer_id,
            product=paying_order.product,
            grant=paying_order.grant,
            price=Price(zero, zero),
            discount=zero,
            created_at=self._clock.now(),
            slot=get_slot(paying_order.product),
            country=principal.country,
            product_status=paying_order.product_status,
            product_starts_at=paying_order.product_starts_at,
        )

    def _ensure_useful(self, order: Order, principal: Principal) -> None:
        """Refuse a product that is over, private or blocked in the recipient's country, and one that the
        recipient has. The code stays valid.
        """
        event_id = order.grant.event_id
        event = self._sale_check.find_event(event_id, principal) if event_id is not None else None
        is_gone = event_id is not None and event is None
        if is_gone or order.product_status.is_unavailable or order.grant.term.is_expired(self._clock.now()):
            raise RefusedError(VOUCHER_UNAVAILABLE)
        priced = PricedProduct(order.product, order.grant, order.price, event=event)
        if self._sale_check.is_owned(priced, self._orders.list_paid(principal.viewer_id)):
            raise RefusedError(VOUCHER_NOT_NEEDED)
        supply = self._sale_check.get_supply(priced, principal.country)
        if self._sale_check.get_refusal(priced, supply) is SaleRefusal.GEO_BLOCKED:
            raise RefusedError(REFUSAL_MESSAGES[SaleRefusal.GEO_BLOCKED])
