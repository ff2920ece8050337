"""Pass types: what a viewer needs in order to watch, and prices."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from touchline.shared.money import Money


class PassType(StrEnum):
    """The pass types of the specification (product.md, section 3)."""

    FREE = "free"
    REGISTER = "register"
    PAID = "paid"
    PPV = "ppv"

    @property
    def costs_money(self) -> bool:
        return self in (PassType.PAID, PassType.PPV)


@dataclass(frozen=True, slots=True)
class Price:
    """The price of a single event. `total` is the sum of `base` and the service `fee`."""

    base: Money
    fee: Money

    @property
    def total(self) -> Money:
        return self.base + self.fee

    @staticmethod
    def zero(currency: str) -> Price:
        """Return the price of free content, in the channel's currency."""
        return Price(base=Money(0, currency), fee=Money(0, currency))
