"""Taxes within a price: prices are shown with all taxes included, receipts name them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal

from touchline.shared.money import Money


@dataclass(frozen=True)
class TaxRate:
    """A tax by the name that a receipt gives it; `percent` is of the price before taxes."""

    name: str
    percent: Decimal


@dataclass(frozen=True)
class TaxLine:
    """How much of an amount is one tax; `percent` as text ("9.975")."""

    name: str
    percent: str
    amount: Money


def calculate_taxes(total: Money, rates: Sequence[TaxRate]) -> tuple[TaxLine, ...]:
    """The taxes that `total` includes, each rounded to the currency's smallest unit."""
    total_percent = sum((rate.percent for rate in rates), Decimal(0))
    net = Decimal(total.minor) * 100 / (100 + total_percent)
    return tuple(
        TaxLine(
            rate.name,
            f"{rate.percent.normalize():f}",
            Money(int((net * rate.percent / 100).quantize(Decimal(1), ROUND_HALF_EVEN)), total.currency),
        )
        for rate in rates
    )


def calculate_proportional_taxes(part: Money, taxes: Sequence[TaxLine]) -> tuple[TaxLine, ...]:
    """The taxes in a part (or the whole) of an amount that was taxed before, by the same rates."""
    return calculate_taxes(part, [TaxRate(tax.name, Decimal(tax.percent)) for tax in taxes])
