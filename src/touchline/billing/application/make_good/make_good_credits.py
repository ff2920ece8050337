"""Promo codes that pay make-goods: bound to the viewer's account, used once, with an end."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import timedelta

from touchline.billing.domain.coupons import Coupon
from touchline.billing.domain.make_good.make_goods import MakeGood
from touchline.billing.ports.coupons import Coupons
from touchline.billing.ports.orders import Orders
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId

_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 10


class MakeGoodCredits:
    """Issues promo codes, in the transaction that marks the make-good as paid."""

    def __init__(self, coupons: Coupons, orders: Orders, clock: Clock) -> None:
        self._coupons = coupons
        self._orders = orders
        self._clock = clock

    def __call__(self, make_good: MakeGood, account_id: AccountId, days: int) -> str:
        """Return the code that pays what is unpaid.

        A code that the viewer has not used yet is raised, so that there is one code for an event.
        """
        ends_at = self._clock.now() + timedelta(days=days)
        coupon = self._get_unused(make_good, account_id)
        if coupon is None or coupon.amount is None:
            code = "MG-" + "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))
            coupon = Coupon(
                code=code,
                amount=make_good.unpaid,
                max_redemptions=1,
                max_redemptions_per_customer=1,
                ends_at=ends_at,
                account_id=account_id,
            )
        else:
            coupon = replace(coupon, amount=coupon.amount + make_good.unpaid, ends_at=ends_at)
        self._coupons.save(coupon)
        return coupon.code

    def _get_unused(self, make_good: MakeGood, account_id: AccountId) -> Coupon | None:
        if make_good.coupon_code is None:
            return None
        coupon = self._coupons.get_for_update(make_good.coupon_code)
        if coupon is None or coupon.is_stopped or self._orders.count_redemptions(coupon.code, account_id)[0]:
            return None
        return coupon
