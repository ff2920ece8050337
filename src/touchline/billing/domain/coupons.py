"""Promo codes: how much they take off, of what, how often, until when (product.md, section 8)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal

from touchline.billing.domain.charging import step
from touchline.billing.domain.orders import Product
from touchline.shared import normalize
from touchline.shared.errors import Refused
from touchline.shared.money import Money

WRONG_CODE = "Wrong promo code"


class WrongPromoCode(Refused):
    """The code is unknown, over, used up, or for something else: the sentence is always the same."""

    def __init__(self) -> None:
        super().__init__(WRONG_CODE, code="errors.promo_code")


@dataclass(frozen=True, kw_only=True)
class Coupon:
    """`percent` (1 to 100, up to two decimals) or `amount`, never both. `products` are names such as `event`,
    `package:3`, `subscription:2` (none: everything); `most` uses in all and `most_each` by one viewer
    (None: any number); `starts_at` inclusive, `ends_at` exclusive. `stopped` ones are kept, not deleted.
    `of_pack`: the channel's pack brought it, and an apply of a pack without it stops it."""

    code: str
    percent: Decimal | None = None
    amount: Money | None = None
    products: tuple[str, ...] = ()
    most: int | None = None
    most_each: int | None = 1
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    stopped: bool = False
    of_pack: bool = False
    id: int = field(default=0)

    def check(self, product: Product, now: datetime, *, used: int, used_by_viewer: int) -> None:
        """`WrongPromoCode` unless it may be used on this product, now, once more."""
        early = self.starts_at is not None and now < self.starts_at
        late = self.ends_at is not None and now >= self.ends_at
        used_up = self.most is not None and used >= self.most
        mine_used_up = self.most_each is not None and used_by_viewer >= self.most_each
        if self.stopped or early or late or used_up or mine_used_up or not self._covers(product):
            raise WrongPromoCode

    def off(self, base: Money) -> Money:
        """What it takes from a base price; never more than there is, and in steps of what a card can be
        charged, so that what is left can be. A fixed amount of another currency is for something else
        (`WrongPromoCode`)."""
        if self.amount is not None and self.amount.currency != base.currency:
            raise WrongPromoCode
        wanted = self.amount.minor if self.amount else Decimal(base.minor) * (self.percent or 0) / 100
        steps = (Decimal(wanted) / step(base.currency)).quantize(Decimal(1), ROUND_HALF_UP)
        return Money(min(int(steps) * step(base.currency), base.minor), base.currency)

    def _covers(self, product: Product) -> bool:
        names = {product.kind.value, f"{product.kind.value}:{product.id}"}
        if product.package_id is not None:
            names.add(f"package:{product.package_id}")
        return not self.products or bool(names & set(self.products))


def spelled(code: str) -> str:
    """A code as it is kept: in capitals, without spaces around."""
    return normalize.code(code).upper()
