"""Repository of promo codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from touchline.billing.domain.coupons import Coupon


class Coupons(Protocol):
    """The promo codes of the current channel."""

    def get(self, code: str) -> Coupon | None:
        """Return the promo code with this normalized code (`domain.coupons.normalize_code`); None if there is
        none.
        """
        ...

    def get_for_update(self, code: str) -> Coupon | None:
        """Return the promo code, locked until the transaction ends, so that its uses can be counted."""
        ...

    def list_all(self) -> Sequence[Coupon]:
        """Return all promo codes, ordered by code."""
        ...

    def save(self, coupon: Coupon) -> None:
        """Insert or update a promo code, identified by its code."""
        ...
