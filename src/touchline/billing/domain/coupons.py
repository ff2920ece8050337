"""Promo codes: discount, products, limits and dates (product.md, section 8)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum

from touchline.billing.domain.checkout.charge_limits import amount_step
from touchline.billing.domain.checkout.orders import Product
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.ids import AccountId
from touchline.shared.money import Money
from touchline.shared.strings import normalize

INVALID_PROMO_CODE = ErrorMessage("errors.promo_code", "Wrong promo code")


class InvalidPromoCodeError(RefusedError):
    """The code is unknown, expired, used up, or for another product. The message is always the same."""

    def __init__(self) -> None:
        super().__init__(INVALID_PROMO_CODE)


class CouponState(StrEnum):
    """Whether a code can be used now, and if not, why."""

    ACTIVE = "active"
    SCHEDULED = "scheduled"
    ENDED = "ended"
    USED_UP = "used_up"
    INACTIVE = "inactive"


@dataclass(frozen=True, kw_only=True)
class Coupon:
    """A promo code.

    It has either `percent` (1 to 100, up to two decimals) or `amount`, never both. `products` holds names
    such as `event`, `package:3` or `subscription:2` (none: all products). `max_redemptions` limits the total
    uses and `max_redemptions_per_customer` the uses by one viewer (None: no limit). `starts_at` is inclusive,
    `ends_at` exclusive. `is_stopped` codes are kept, not deleted. `from_pack` means that the channel pack
    defines the code. Applying a pack without the code stops it. Only the account `account_id` can use the
    code (None: everyone).
    """

    code: str
    percent: Decimal | None = None
    amount: Money | None = None
    products: tuple[str, ...] = ()
    max_redemptions: int | None = None
    max_redemptions_per_customer: int | None = 1
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    is_stopped: bool = False
    from_pack: bool = False
    account_id: AccountId | None = None
    id: int = field(default=0)

    def ensure_redeemable(
        self,
        product: Product,
        now: datetime,
        *,
        redemptions: int,
        redemptions_by_customer: int,
        account_id: AccountId | None = None,
    ) -> None:
        """Raise `InvalidPromoCodeError` unless the code can be used once more on this product now."""
        is_active = self.get_state(now, redemptions) is CouponState.ACTIVE
        customer_used_up = (
            self.max_redemptions_per_customer is not None
            and redemptions_by_customer >= self.max_redemptions_per_customer
        )
        is_someone_elses = self.account_id is not None and self.account_id != account_id
        if is_someone_elses or not is_active or customer_used_up or not self._covers(product):
            raise InvalidPromoCodeError

    def get_state(self, now: datetime, redemptions: int) -> CouponState:
        """Return the state of the code after a number of uses."""
        if self.is_stopped:
            return CouponState.INACTIVE
        if self.ends_at is not None and now >= self.ends_at:
            return CouponState.ENDED
        if self.max_redemptions is not None and redemptions >= self.max_redemptions:
            return CouponState.USED_UP
        is_early = self.starts_at is not None and now < self.starts_at
        return CouponState.SCHEDULED if is_early else CouponState.ACTIVE

    def discount(self, base: Money) -> Money:
        """Return the discount on a base price, never more than the price.

        The discount is a multiple of the step that a card can be charged in, so that the rest can be charged
        too. Raises `InvalidPromoCodeError` for a fixed amount in another currency.
        """
        if self.amount is not None and self.amount.currency != base.currency:
            raise InvalidPromoCodeError
        amount = self.amount.minor if self.amount else Decimal(base.minor) * (self.percent or 0) / 100
        steps = (Decimal(amount) / amount_step(base.currency)).quantize(Decimal(1), ROUND_HALF_UP)
        return Money(min(int(steps) * amount_step(base.currency), base.minor), base.currency)

    def _covers(self, product: Product) -> bool:
        names = {product.kind.value, f"{product.kind.value}:{product.id}"}
        if product.package_id is not None:
            names.add(f"package:{product.package_id}")
        return not self.products or bool(names & set(self.products))


def normalize_code(code: str) -> str:
    """Return the stored form of a code: uppercase, without surrounding spaces."""
    return normalize.code(code).upper()
