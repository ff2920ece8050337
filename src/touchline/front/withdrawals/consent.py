"""What a change takes from buyers, and whether the operator agreed to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from touchline.billing.facade import Touched
from touchline.shared.errors import Refused
from touchline.shared.money import Money
from touchline.shared.text import pick


@dataclass(frozen=True)
class Agreement:
    """What the operator agreed to: that buyers lose something (`yes`), and that all is paid back."""

    yes: bool = False
    refund: bool = False


NOT_AGREED = Agreement()


@dataclass(frozen=True)
class Effect:
    """What one change does to the orders for one thing; `paid` is their sum, one Money a currency. `emails`
    of them hear of it; `refundable` are those whose money can go back."""

    product: str
    effect: str
    order_ids: Sequence[int]
    paid: Sequence[Money]
    emails: int = 0
    refundable: Sequence[int] = ()

    def as_json(self) -> dict[str, object]:
        """Return the effect for a program."""
        return {
            "product": self.product,
            "effect": self.effect,
            "orders": list(self.order_ids),
            "paid": [{"amount": one.decimal, "currency": one.currency} for one in self.paid],
            "emails": self.emails,
            "refundable": list(self.refundable),
        }


class ConsentNeeded(Refused):
    """A change takes something from buyers, and the operator has not agreed; nothing was applied."""

    code = "errors.consent_needed"

    def __init__(self, effects: Sequence[Effect]) -> None:
        super().__init__("This change affects paid orders. Nothing was applied.")
        self.effects = effects


@dataclass
class _Group:
    orders: list[Touched] = field(default_factory=list)


def effects_of(touched: Iterable[Touched], language: str) -> list[Effect]:
    """Return the effects of a change, one for each thing that was bought and what became of it."""
    groups: dict[tuple[str, int, int, str], _Group] = {}
    for one in touched:
        product = one.order.product
        what = (product.kind.value, product.id, product.participant_id or 0, one.state.status.value)
        groups.setdefault(what, _Group()).orders.append(one)
    return [_effect(group.orders, status, language) for (_, _, _, status), group in groups.items()]


def total(moneys: Iterable[Money]) -> list[Money]:
    """Return the sums, one for each currency."""
    sums: dict[str, int] = {}
    for one in moneys:
        sums[one.currency] = sums.get(one.currency, 0) + one.minor
    return [Money(minor, currency) for currency, minor in sums.items()]


def _effect(touched: Sequence[Touched], status: str, language: str) -> Effect:
    product = touched[0].order.product
    names = (pick(product.name, language), pick(product.participant_name, language))
    return Effect(
        product=", ".join(name for name in names if name),
        effect=status,
        order_ids=[one.order.id for one in touched],
        paid=total(one.order.total for one in touched),
        emails=sum(one.has_news for one in touched),
        refundable=[one.order.id for one in touched if one.can_be_refunded],
    )
