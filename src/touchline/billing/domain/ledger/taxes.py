"""Taxes in a price. Displayed prices include all taxes, and receipts list them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal

from touchline.shared.money import Money


@dataclass(frozen=True)
class TaxRate:
    """A tax with the name that receipts show; `percent` is of the price before taxes."""

    name: str
    percent: Decimal


@dataclass(frozen=True)
class TaxLine:
    """The part of an amount that is one tax; `percent` is text ("9.975")."""

    name: str
    percent: str
    amount: Money


def calculate_taxes(total: Money, rates: Sequence[TaxRate]) -> tuple[TaxLine, ...]:
    """Return the taxes included in `total`, each rounded to the currency's smallest unit."""
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
    """Return the taxes in a part (or all) of an amount that was taxed before, at the same rates."""
    return calculate_taxes(part, [TaxRate(tax.name, Decimal(tax.percent)) for tax in taxes])
