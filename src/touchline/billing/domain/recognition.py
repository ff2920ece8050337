"""What a viewer has bought already (product.md §4, "Purchase recognition").

Its table of cases is contracts/cases/purchase-recognition.json. The web asks `GET /offers` (`held`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.billing.domain.orders import Grant, Kind, Order, Product, active

NOBODY = None


@dataclass(frozen=True, kw_only=True)
class Item:
    """Something on sale. `category_ids` none: all of them. `participant_ids` are the teams of a team pass:
    the one that is chosen, or all that it is on sale for."""

    kind: Kind
    id: int
    category_ids: tuple[int, ...] = ()
    participant_ids: tuple[int, ...] = ()


def item_of(product: Product, grant: Grant) -> Item:
    """What somebody is about to buy."""
    teams = () if grant.participant_id is None else (grant.participant_id,)
    return Item(kind=product.kind, id=product.id, category_ids=grant.category_ids, participant_ids=teams)


def already(item: Item, orders: Iterable[Order], now: datetime, grace: timedelta) -> bool:
    """Whether an item is bought already, by one order or by several together. Orders that are not paid and
    active count nothing (`grace`: see `Order.activity`)."""
    held = active(orders, now, grace)
    if item.kind is not Kind.PACKAGE:
        return any(one.product.kind is item.kind and one.product.id == item.id for one in held)
    grants = [one.grant for one in held if one.product.kind is Kind.PACKAGE]
    if _covered(item, grants, NOBODY):
        return True
    return bool(item.participant_ids) and all(_covered(item, grants, team) for team in item.participant_ids)


def _covered(item: Item, grants: Sequence[Grant], team: int | None) -> bool:
    """Whether packages open every category of an item: to everybody's games, or to those of one team."""
    fitting = [one for one in grants if one.participant_id in (NOBODY, team)]
    if any(not one.category_ids for one in fitting):
        return True
    opened = {category_id for one in fitting for category_id in one.category_ids}
    return bool(item.category_ids) and opened.issuperset(item.category_ids)
