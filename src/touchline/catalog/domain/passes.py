"""What a viewer needs to watch a thing, and what it costs."""

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
    """What one event costs on its own: `total` is `base` and the service `fee` together."""

    base: Money
    fee: Money

    @property
    def total(self) -> Money:
        return self.base + self.fee

    @staticmethod
    def zero(currency: str) -> Price:
        """The price of what is free, in the channel's currency."""
        return Price(base=Money(0, currency), fee=Money(0, currency))
