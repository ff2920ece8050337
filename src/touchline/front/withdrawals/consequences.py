"""What a pack takes from buyers although the orders' own product is still there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from touchline.billing.domain.orders import Kind, Order
from touchline.front.packs.takers import Part
from touchline.front.withdrawals.consent import Effect, total
from touchline.shared.text import pick

Export = Mapping[str, Part]
PAID, PPV = "paid", "ppv"
_OFFERS = (("packages", Kind.PACKAGE), ("subscriptions", Kind.SUBSCRIPTION))


@dataclass(frozen=True)
class Sold:
    """The ids that things had before the apply, by kind and key, and how to read the open paid orders."""

    ids: Mapping[str, Mapping[str, int]]
    open_orders: Callable[[], Iterable[Order]]


_NOT_SOLD = {Kind.PACKAGE: "not sold; open as bought", Kind.SUBSCRIPTION: "not sold; goes on renewing"}


def consequences(before: Export, after: Export, sold: Sold, language: str) -> list[Effect]:
    """Return what the difference of two exports takes from open orders, and which offers with open orders
    end. Prices are left out: orders keep theirs, and renewals too."""
    changes = [*_changes_of_channel(before, after), *_changes_of_events(before, after, sold)]
    changes += [*_changes_of_categories(before, after, sold), *_changes_of_offers(before, after, sold)]
    if not changes:
        return []
    orders = list(sold.open_orders())
    found = ((change, [one for one in orders if change.concerns(one)]) for change in changes)
    return [_effect(change, hit, language) for change, hit in found if hit]


@dataclass(frozen=True)
class _Change:
    name: str | Mapping[str, str]
    effect: str
    concerns: Callable[[Order], bool]


def _effect(change: _Change, orders: Sequence[Order], language: str) -> Effect:
    name = change.name if isinstance(change.name, str) else pick(change.name, language)
    refundable = [one.id for one in orders if one.payment_ref is not None]
    return Effect(
        product=name,
        effect=change.effect,
        order_ids=[one.id for one in orders],
        paid=total(one.total for one in orders),
        refundable=refundable,
    )


def _changes_of_channel(before: Export, after: Export) -> Iterator[_Change]:
    if _is_narrower(before["channel"].get("geo"), after["channel"].get("geo")):
        yield _Change("The channel", "blocked in more regions", lambda _: True)


def _changes_of_events(before: Export, after: Export, sold: Sold) -> Iterator[_Change]:
    category_ids = sold.ids["category"]
    for old, new in _in_both(before["catalog"], after["catalog"], "events"):
        effects = [*_of_event(old, new)]
        event_id = sold.ids["event"][old["key"]]
        name = old["name"] or old["key"]
        if effects:
            yield _Change(name, ", ".join(effects), _is_of(Kind.EVENT, event_id))
        if old["pass"] == PAID and (new["pass"] == PPV or new["category"] != old["category"]):
            covers = _covers(category_ids.get(old["category"], 0), category_ids.get(new["category"], 0), new)
            yield _Change(name, "no longer opened by this pass", covers)


def _of_event(old: Part, new: Part) -> Iterator[str]:
    if old["pass"] != new["pass"]:
        yield f"pass type changes from {old['pass']} to {new['pass']}"
    if _is_narrower(old["geo"], new["geo"]):
        yield "blocked in more regions"
    for field, name in (("live", "stream"), ("embed_url", "player")):
        if old.get(field) and not new.get(field):
            yield f"{name} removed"


def _changes_of_categories(before: Export, after: Export, sold: Sold) -> Iterator[_Change]:
    left = {one["key"] for one in after["catalog"]["categories"]}
    for old in before["catalog"].get("categories", ()):
        if old["key"] in left:
            continue
        gone = sold.ids["category"][old["key"]]
        yield _Change(old["name"], "category removed", _covers_more_than(gone))


def _changes_of_offers(before: Export, after: Export, sold: Sold) -> Iterator[_Change]:
    for section, kind in _OFFERS:
        left = {one["key"]: one for one in after["billing"][section]}
        for old in before["billing"].get(section, ()):
            concerns = _is_of(kind, sold.ids[kind.value][old["key"]])
            new = left.get(old["key"])
            if new is None:
                yield _Change(old["name"], _NOT_SOLD[kind], concerns)
            elif _ends_earlier(old, new):
                yield _Change(old["name"], "ends earlier for new buyers", concerns)


def _ends_earlier(old: Part, new: Part) -> bool:
    until_before, until = old.get("until"), new.get("until")
    days_before, days = old.get("days"), new.get("days")
    earlier = until is not None and (until_before is None or until < until_before)
    return bool(earlier or (days is not None and (days_before is None or days < days_before)))


def _is_of(kind: Kind, product_id: int) -> Callable[[Order], bool]:
    return lambda order: order.product.kind is kind and order.product.id == product_id


def _covers(old_category: int, new_category: int, new: Part) -> Callable[[Order], bool]:
    def concerns(order: Order) -> bool:
        covered = order.grant.category_ids
        if order.product.kind is Kind.EVENT or (covered and old_category not in covered):
            return False
        return new["pass"] == PPV or (bool(covered) and new_category not in covered)

    return concerns


def _covers_more_than(category_id: int) -> Callable[[Order], bool]:
    """A pass that covers this category alone is withdrawn, which its order says itself."""
    return lambda order: category_id in order.grant.category_ids and len(order.grant.category_ids) > 1


def _is_narrower(old: Any, new: Any) -> bool:
    """Whether somebody who could watch before is blocked now."""
    before, after = old or {}, new or {}
    blocked = set(after.get("block") or ()) - set(before.get("block") or ())
    allowed_before, allowed = set(before.get("allow") or ()), set(after.get("allow") or ())
    return bool(blocked) or (bool(allowed) and (not allowed_before or bool(allowed_before - allowed)))


def _in_both(before: Part, after: Part, section: str) -> Iterator[tuple[Part, Part]]:
    new = {one["key"]: one for one in after.get(section, ())}
    for old in before.get(section, ()):
        if old["key"] in new:
            yield old, new[old["key"]]
