"""Effects of a pack on buyers whose own product still exists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from touchline.billing.domain.checkout.orders import Order, ProductKind
from touchline.front.packs.part_types import PackExport, PackPart
from touchline.front.withdrawals.confirmation import OrderEffect, sum_by_currency
from touchline.shared.strings.localized import localize

PAID, PPV = "paid", "ppv"
_OFFER_SECTIONS = (("packages", ProductKind.PACKAGE), ("subscriptions", ProductKind.SUBSCRIPTION))


@dataclass(frozen=True)
class SoldProducts:
    """The IDs that items had before the pack was applied, by kind and key, and the function that lists open
    paid orders.
    """

    ids: Mapping[str, Mapping[str, int]]
    list_open_orders: Callable[[], Iterable[Order]]


_REMOVED_OFFER_EFFECTS = {
    ProductKind.PACKAGE: "no longer sold; existing access stays",
    ProductKind.SUBSCRIPTION: "no longer sold; renewals continue",
}


def find_order_effects(
    before: PackExport, after: PackExport, sold_products: SoldProducts, language: str
) -> list[OrderEffect]:
    """Return the effects that the difference between two exports has on open orders.

    The effects include removed offers that have open orders. Prices are ignored because orders and renewals
    keep theirs.
    """
    changes = [*_find_channel_changes(before, after), *_find_event_changes(before, after, sold_products)]
    changes += [
        *_find_category_changes(before, after, sold_products),
        *_find_offer_changes(before, after, sold_products),
    ]
    if not changes:
        return []
    orders = list(sold_products.list_open_orders())
    matches = ((change, [order for order in orders if change.affects(order)]) for change in changes)
    return [
        _build_effect(change, affected_orders, language)
        for change, affected_orders in matches
        if affected_orders
    ]


@dataclass(frozen=True)
class _PackChange:
    name: str | Mapping[str, str]
    effect: str
    affects: Callable[[Order], bool]


def _build_effect(change: _PackChange, orders: Sequence[Order], language: str) -> OrderEffect:
    name = change.name if isinstance(change.name, str) else localize(change.name, language)
    refundable = [order.id for order in orders if order.payment_ref is not None]
    return OrderEffect(
        product=name,
        effect=change.effect,
        order_ids=[order.id for order in orders],
        paid=sum_by_currency(order.total for order in orders),
        refundable=refundable,
    )


def _find_channel_changes(before: PackExport, after: PackExport) -> Iterator[_PackChange]:
    if _is_narrower(before["channel"].get("geo"), after["channel"].get("geo")):
        yield _PackChange("The channel", "blocked in more regions", lambda _: True)


def _find_event_changes(
    before: PackExport, after: PackExport, sold_products: SoldProducts
) -> Iterator[_PackChange]:
    category_ids = sold_products.ids["category"]
    for old, new in _iter_common(before["catalog"], after["catalog"], "events"):
        effects = [*_describe_event_changes(old, new)]
        event_id = sold_products.ids["event"][old["key"]]
        name = old["name"] or old["key"]
        if effects:
            yield _PackChange(name, ", ".join(effects), _matches_product(ProductKind.EVENT, event_id))
        if old["pass"] == PAID and (new["pass"] == PPV or new["category"] != old["category"]):
            loses_event = _loses_event(
                category_ids.get(old["category"], 0), category_ids.get(new["category"], 0), new
            )
            yield _PackChange(name, "no longer covered by this pass", loses_event)


def _describe_event_changes(old: PackPart, new: PackPart) -> Iterator[str]:
    if old["pass"] != new["pass"]:
        yield f"pass type changes from {old['pass']} to {new['pass']}"
    if _is_narrower(old["geo"], new["geo"]):
        yield "blocked in more regions"
    for field, name in (("live", "stream"), ("embed_url", "player")):
        if old.get(field) and not new.get(field):
            yield f"{name} removed"


def _find_category_changes(
    before: PackExport, after: PackExport, sold_products: SoldProducts
) -> Iterator[_PackChange]:
    remaining = {category["key"] for category in after["catalog"]["categories"]}
    for old in before["catalog"].get("categories", ()):
        if old["key"] in remaining:
            continue
        removed_id = sold_products.ids["category"][old["key"]]
        yield _PackChange(old["name"], "category removed", _covers_other_categories(removed_id))


def _find_offer_changes(
    before: PackExport, after: PackExport, sold_products: SoldProducts
) -> Iterator[_PackChange]:
    for section, kind in _OFFER_SECTIONS:
        remaining = {offer["key"]: offer for offer in after["billing"][section]}
        for old in before["billing"].get(section, ()):
            affects = _matches_product(kind, sold_products.ids[kind.value][old["key"]])
            new = remaining.get(old["key"])
            if new is None:
                yield _PackChange(old["name"], _REMOVED_OFFER_EFFECTS[kind], affects)
            elif _is_shortened(old, new):
                yield _PackChange(old["name"], "ends earlier for new buyers", affects)


def _is_shortened(old: PackPart, new: PackPart) -> bool:
    until_before, until = old.get("until"), new.get("until")
    days_before, days = old.get("days"), new.get("days")
    earlier = until is not None and (until_before is None or until < until_before)
    return bool(earlier or (days is not None and (days_before is None or days < days_before)))


def _matches_product(kind: ProductKind, product_id: int) -> Callable[[Order], bool]:
    return lambda order: order.product.kind is kind and order.product.id == product_id


def _loses_event(old_category: int, new_category: int, new: PackPart) -> Callable[[Order], bool]:
    def affects(order: Order) -> bool:
        covered = order.grant.category_ids
        if order.product.kind is ProductKind.EVENT or (covered and old_category not in covered):
            return False
        return new["pass"] == PPV or (bool(covered) and new_category not in covered)

    return affects


def _covers_other_categories(category_id: int) -> Callable[[Order], bool]:
    """Return a predicate for passes that cover this category and others.

    A pass for this category only is withdrawn, which its order records itself.
    """
    return lambda order: category_id in order.grant.category_ids and len(order.grant.category_ids) > 1


def _is_narrower(old: Any, new: Any) -> bool:
    """Return whether anyone who could watch before is now blocked."""
    before, after = old or {}, new or {}
    blocked = set(after.get("block") or ()) - set(before.get("block") or ())
    allowed_before, allowed = set(before.get("allow") or ()), set(after.get("allow") or ())
    return bool(blocked) or (bool(allowed) and (not allowed_before or bool(allowed_before - allowed)))


def _iter_common(before: PackPart, after: PackPart, section: str) -> Iterator[tuple[PackPart, PackPart]]:
    new = {entry["key"]: entry for entry in after.get(section, ())}
    for old in before.get(section, ()):
        if old["key"] in new:
            yield old, new[old["key"]]
