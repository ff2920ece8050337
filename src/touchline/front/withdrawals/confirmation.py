"""The effects of a change on buyers, and the operator's confirmation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from touchline.billing.facade import AffectedOrder
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.money import Money
from touchline.shared.strings.localized import localize

CONFIRMATION_REQUIRED = ErrorMessage(
    "errors.confirmation_required", "This change affects paid orders. Nothing was applied."
)


@dataclass(frozen=True)
class Confirmation:
    """The operator's confirmation: buyers may lose something (`yes`), and affected orders are refunded
    (`refund`).

    `language` is the operator's, in which the effects name products. Empty: the channel's.
    """

    yes: bool = False
    refund: bool = False
    language: str = ""


NOT_CONFIRMED = Confirmation()


@dataclass(frozen=True)
class OrderEffect:
    """The effect of one change on the orders for one product.

    `paid` is the orders' total, one `Money` per currency. `emails` is the number of orders whose buyer gets
    an email. `refundable` are the orders that can be refunded.
    """

    product: str
    effect: str
    order_ids: Sequence[int]
    paid: Sequence[Money]
    emails: int = 0
    refundable: Sequence[int] = ()

    def as_json(self) -> dict[str, object]:
        """Return the effect as JSON data."""
        return {
            "product": self.product,
            "effect": self.effect,
            "orders": list(self.order_ids),
            "paid": [{"amount": amount.decimal, "currency": amount.currency} for amount in self.paid],
            "emails": self.emails,
            "refundable": list(self.refundable),
        }


class ConfirmationRequiredError(RefusedError):
    """Error for a change that affects buyers without the operator's confirmation. Nothing was applied."""

    def __init__(self, effects: Sequence[OrderEffect]) -> None:
        super().__init__(CONFIRMATION_REQUIRED, effects=[effect.as_json() for effect in effects])
        self.effects = effects


@dataclass
class _OrderGroup:
    orders: list[AffectedOrder] = field(default_factory=list)


def group_effects(affected: Iterable[AffectedOrder], language: str) -> list[OrderEffect]:
    """Return the effects of a change, one per product and new status."""
    groups: dict[tuple[str, int, int, str], _OrderGroup] = {}
    for affected_order in affected:
        product = affected_order.order.product
        product_key = (
            product.kind.value,
            product.id,
            product.participant_id or 0,
            affected_order.state.status.value,
        )
        groups.setdefault(product_key, _OrderGroup()).orders.append(affected_order)
    return [_build_effect(group.orders, status, language) for (_, _, _, status), group in groups.items()]


def sum_by_currency(amounts: Iterable[Money]) -> list[Money]:
    """Return the totals, one per currency."""
    sums: dict[str, int] = {}
    for amount in amounts:
        sums[amount.currency] = sums.get(amount.currency, 0) + amount.minor
    return [Money(minor, currency) for currency, minor in sums.items()]


def _build_effect(affected: Sequence[AffectedOrder], status: str, language: str) -> OrderEffect:
    product = affected[0].order.product
    names = (localize(product.name, language), localize(product.participant_name, language))
    return OrderEffect(
        product=", ".join(name for name in names if name),
        effect=status,
        order_ids=[affected_order.order.id for affected_order in affected],
        paid=sum_by_currency(affected_order.order.total for affected_order in affected),
        emails=sum(affected_order.should_notify for affected_order in affected),
        refundable=[affected_order.order.id for affected_order in affected if affected_order.can_be_refunded],
    )
