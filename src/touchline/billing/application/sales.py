"""What was sold in a time, day by day and product by product, out of the ledger."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from touchline.billing.domain.ledger import Movement
from touchline.billing.ports.channel_facts import ChannelFacts
from touchline.billing.ports.takings import Sold, Taking, Takings
from touchline.shared.text import pick


@dataclass(frozen=True)
class Sales:
    """What one product brought on one day, in minor units of the channel's currency. `orders` counts paid
    charges: purchases and renewals. `refunds` is what went back by refunds and disputes, less what disputes
    gave back; so `gross - refunds` is what the ledger kept."""

    day: date
    kind: str
    id: int
    name: str = ""
    orders: int = 0
    gross: int = 0
    refunds: int = 0


class TellSales:
    """Adds up the ledger's lines. Those of another currency than the channel's, from before it had this one,
    are left out: they do not add up."""

    def __init__(self, takings: Takings, channel_facts: ChannelFacts) -> None:
        self._takings = takings
        self._channel_facts = channel_facts

    def __call__(
        self, since: datetime, until: datetime, day_of: Callable[[datetime], date], language: str
    ) -> Sequence[Sales]:
        """What every product that moved money brought on each day that saw any, by day, kind and id. Two
        queries."""
        shop = self._channel_facts.shop()
        found: dict[tuple[date, Sold], Sales] = {}
        names: dict[Sold, str] = defaultdict(str)
        for one in self._takings.between(since, until):
            if one.currency == shop.currency:
                day = day_of(one.at)
                kind, number = one.sold
                known = found.get((day, one.sold)) or Sales(day, kind.value, number)
                found[(day, one.sold)] = _with(known, one)
        if found:
            sold = sorted({sold for _, sold in found})
            for which, name in self._takings.names(sold).items():
                names[which] = pick(name, language, shop.language)
        return [replace(found[key], name=names[key[1]]) for key in sorted(found)]


def _with(sales: Sales, one: Taking) -> Sales:
    if one.movement is Movement.CHARGE:
        return replace(sales, orders=sales.orders + 1, gross=sales.gross + one.amount)
    sign = -1 if one.movement is Movement.DISPUTE_WON else 1
    return replace(sales, refunds=sales.refunds + sign * one.amount)
