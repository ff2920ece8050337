"""What an operator does about promo codes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from touchline.billing.application.product_names import ProductNames
from touchline.billing.domain.charging import step
from touchline.billing.domain.coupons import Coupon, spelled
from touchline.billing.ports.channel_facts import ChannelFacts
from touchline.billing.ports.coupons import Coupons
from touchline.billing.ports.orders import Orders
from touchline.shared.errors import Invalid, NotFound, Refused
from touchline.shared.ids import AccountId
from touchline.shared.money import Money

_CODE = re.compile(r"[A-Z0-9][A-Z0-9_-]{2,39}")
_NOBODY = AccountId(0)


@dataclass(frozen=True, kw_only=True)
class NewCode:
    """A promo code as it is asked for: `percent` and `amount` as text, one of them; `products` by the names
    of `ProductNames`, none for everything."""

    code: str
    percent: str | None = None
    amount: str | None = None
    products: tuple[str, ...] = ()
    limit: int | None = None
    limit_each: int | None = None
    starts_at: datetime | None = None
    ends_at: datetime | None = None


@dataclass(frozen=True)
class CodeInUse:
    """A code, how often it was used by orders that did not fail, and what it is for by the operator's
    names."""

    coupon: Coupon
    used: int
    products: tuple[str, ...]


class CouponDesk:
    """Adds, shows and stops the codes of the present channel."""

    def __init__(self, coupons: Coupons, orders: Orders, names: ProductNames, channel: ChannelFacts) -> None:
        self._coupons = coupons
        self._orders = orders
        self._names = names
        self._channel = channel

    def all(self) -> Sequence[CodeInUse]:
        """All codes, by their spelling."""
        return [self._told(one) for one in self._coupons.all()]

    def show(self, code: str) -> CodeInUse:
        """One code; `NotFound`."""
        return self._told(self._found(code))

    def add(self, asked: NewCode) -> CodeInUse:
        """Keep a new code, or one again that was stopped. `Invalid` names each field that is wrong, `Refused`
        where the code is in use, `NotFound` for a product that is not on sale."""
        coupon = self._checked(asked)
        known = self._coupons.get(coupon.code)
        if known is not None and not known.stopped:
            raise Refused(f"{coupon.code} is a promo code already: stop it first.")
        self._coupons.save(coupon)
        return self.show(coupon.code)

    def stop(self, code: str) -> CodeInUse:
        """Let nobody use it from now on; orders that used it keep their price. `NotFound`, `Refused`."""
        coupon = self._found(code)
        if coupon.stopped:
            raise Refused(f"{coupon.code} was stopped already.")
        self._coupons.save(replace(coupon, stopped=True))
        return self.show(coupon.code)

    def _checked(self, asked: NewCode) -> Coupon:
        code = spelled(asked.code)
        currency = self._channel.shop().currency
        percent, amount = _percent(asked.percent), _amount(asked.amount, currency)
        wrong: dict[str, list[str]] = {}
        if not _CODE.fullmatch(code):
            wrong["code"] = ["Write 3 to 40 letters, digits, hyphens or underscores."]
        if asked.percent is not None and percent is None:
            wrong["percent"] = ["Write a number from 0.01 to 100."]
        if asked.amount is not None and amount is None:
            wrong["amount"] = [f"Write an amount of {currency} above 0, such as {_five(currency)}."]
        if amount is not None and amount.minor % step(currency):
            least = Money(step(currency), currency).decimal
            wrong["amount"] = [f"A card pays {currency} in steps of {least}: write a multiple of it."]
        if (asked.percent is None) == (asked.amount is None):
            wrong["percent"] = ["Write a percentage or an amount, and not both."]
        if asked.starts_at and asked.ends_at and asked.ends_at <= asked.starts_at:
            wrong["ends"] = ["It ends before it starts."]
        if wrong:
            raise Invalid(wrong)
        return Coupon(
            code=code,
            percent=percent,
            amount=amount,
            products=tuple(self._names.read_kind(one) for one in asked.products),
            most=asked.limit,
            most_each=asked.limit_each,
            starts_at=asked.starts_at,
            ends_at=asked.ends_at,
        )

    def _found(self, code: str) -> Coupon:
        found = self._coupons.get(spelled(code))
        if found is None:
            raise NotFound(f"There is no promo code {spelled(code)} in this channel.")
        return found

    def _told(self, coupon: Coupon) -> CodeInUse:
        used, _ = self._orders.uses(coupon.code, _NOBODY)
        return CodeInUse(coupon, used, tuple(self._names.told(one) for one in coupon.products))


def _percent(text: str | None) -> Decimal | None:
    if text is None or not re.fullmatch(r"[0-9]{1,3}(?:\.[0-9]{1,2})?", text):
        return None
    return found if 0 < (found := Decimal(text)) <= 100 else None


def _amount(text: str | None, currency: str) -> Money | None:
    if text is None or not re.fullmatch(r"[0-9]{1,7}(?:\.[0-9]{1,3})?", text):
        return None
    try:
        found = Money.parse(text, currency)
    except ValueError:
        return None
    return found if found.minor > 0 else None


def _five(currency: str) -> str:
    return Money.parse("5", currency).decimal
