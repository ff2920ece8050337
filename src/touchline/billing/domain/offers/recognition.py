"""Recognition of what a viewer has already bought (product.md §4, "Purchase recognition").

The table of cases is contracts/cases/purchase-recognition.json. The web reads `held` from `GET /offers`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.billing.domain.checkout.orders import Grant, Order, Product, ProductKind, list_active

ANY_TEAM = None


@dataclass(frozen=True, kw_only=True)
class SaleItem:
    """Something on sale.

    `category_ids` is empty for all categories. `participant_ids` are the teams of a team pass: the chosen
    team, or all teams that it is on sale for.
    """

    kind: ProductKind
    id: int
    category_ids: tuple[int, ...] = ()
    participant_ids: tuple[int, ...] = ()


def build_sale_item(product: Product, grant: Grant) -> SaleItem:
    """Return the sale item for a product that is about to be bought."""
    teams = () if grant.participant_id is None else (grant.participant_id,)
    return SaleItem(kind=product.kind, id=product.id, category_ids=grant.category_ids, participant_ids=teams)


def is_already_bought(item: SaleItem, orders: Iterable[Order], now: datetime, grace: timedelta) -> bool:
    """Return whether an item is already bought, by one order or by several together.

    Orders that are not paid and active do not count (for `grace` see `Order.activity`).
    """
    held = list_active(orders, now, grace)
    if item.kind is not ProductKind.PACKAGE:
        return any(one.product.kind is item.kind and one.product.id == item.id for one in held)
    grants = [one.grant for one in held if one.product.kind is ProductKind.PACKAGE]
    if _is_covered(item, grants, ANY_TEAM):
        return True
    return bool(item.participant_ids) and all(
        _is_covered(item, grants, team) for team in item.participant_ids
    )


def _is_covered(item: SaleItem, grants: Sequence[Grant], team: int | None) -> bool:
    """Return whether packages cover every category of an item, for all teams or for one team."""
    matching = [one for one in grants if one.participant_id in (ANY_TEAM, team)]
    if any(not one.category_ids for one in matching):
        return True
    covered_ids = {category_id for one in matching for category_id in one.category_ids}
    return bool(item.category_ids) and covered_ids.issuperset(item.category_ids)
