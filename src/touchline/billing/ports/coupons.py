"""Finding and keeping promo codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from touchline.billing.domain.coupons import Coupon


class Coupons(Protocol):
    """The promo codes of the present channel."""

    def get(self, code: str) -> Coupon | None:
        """The one of this spelling (`domain.coupons.spelled`)."""
        ...

    def get_for_update(self, code: str) -> Coupon | None:
        """The same, held until the transaction ends, so that its uses can be counted."""
        ...

    def list_all(self) -> Sequence[Coupon]:
        """All of them, by code."""
        ...

    def save(self, coupon: Coupon) -> None:
        """Keep one, new or changed, by its code."""
        ...
