"""A viewer's purchase request, and why it may be refused (product.md §5; api.md, "Billing")."""

from __future__ import annotations

from dataclasses import dataclass

from touchline.billing.domain.checkout.declines import INVALID_CARD
from touchline.billing.domain.checkout.orders import Order, ProductKind
from touchline.billing.domain.coupons import normalize_code
from touchline.billing.domain.offers.sale_refusals import REFUSAL_MESSAGES, SaleRefusal
from touchline.shared.errors import InProgressError, RefusedError

NOT_SELECTED = "id not selected"
TEAM_NOT_SELECTED = "Package is TeamPass but team not selected"
TRIAL_USED = "You have already used your free trial."
NO_TRIAL = "This subscription has no free trial."
IDEMPOTENCY_KEY_REUSED = "This key was used for another purchase."
PAYMENT_IN_PROGRESS = "This order is still being paid. Please wait a moment."
PRICE_CHANGED = "The price has changed. Please look at it once more."


@dataclass(frozen=True, kw_only=True)
class Purchase:
    """A purchase request from the viewer.

    `key` is the browser's idempotency key, `card` the provider's id of a card, `package_id` the single-event
    package of an event. `trial` starts a subscription's free trial.

    `total` is the amount that the viewer was shown as charged at once, `renewal` as charged by each renewal.
    Both are decimal text in major units, None if the request names no amount.
    """

    kind: ProductKind
    id: int | None
    package_id: int | None = None
    participant_id: int | None = None
    card: str | None = None
    promo_code: str | None = None
    key: str | None = None
    trial: bool = False
    total: str | None = None
    renewal: str | None = None

    def matches(self, order: Order) -> bool:
        """Return whether an order was placed by the same request.

        Fields that the order did not use are ignored. The shown amounts are ignored too, because the order
        was placed at those amounts.
        """
        product = order.product
        return (
            (self.kind, self.id, self.trial) == (product.kind, product.id, order.trial_days > 0)
            and product.package_id in (None, self.package_id)
            and product.participant_id in (None, self.participant_id)
            and order.card in (None, self.card)
            and order.promo_code == (normalize_code(self.promo_code or "") or None)
        )


class AlreadyBoughtError(RefusedError):
    """The viewer already holds the product."""

    def __init__(self, kind: ProductKind) -> None:
        super().__init__(f"You already bought this {kind.value}.", code="errors.already_bought")


class NotForSaleError(RefusedError):
    """The product would give this buyer no access, or only access to what is free."""

    def __init__(self, reason: SaleRefusal) -> None:
        super().__init__(REFUSAL_MESSAGES[reason], code=reason.value)
        self.reason = reason


class NotSelectedError(RefusedError):
    """The selection is missing or incomplete."""

    def __init__(self, message: str = NOT_SELECTED) -> None:
        super().__init__(message, code="errors.not_selected")


class MissingCardError(RefusedError):
    """The purchase costs money and has no card."""

    def __init__(self) -> None:
        super().__init__(INVALID_CARD, code="errors.no_card")


class TrialUnavailableError(RefusedError):
    """The subscription has no free trial, or this viewer has used it."""

    def __init__(self, message: str) -> None:
        super().__init__(message, code="errors.no_trial")


class PriceChangedError(RefusedError):
    """The price differs from the one that the viewer was shown."""

    def __init__(self) -> None:
        super().__init__(PRICE_CHANGED, code="errors.price_changed")


class IdempotencyKeyReusedError(RefusedError):
    """An idempotency key was reused for another purchase (as at Stripe, 400)."""

    def __init__(self) -> None:
        super().__init__(IDEMPOTENCY_KEY_REUSED, code="errors.idempotency_key")


class PaymentInProgressError(InProgressError):
    """Another request is paying for the same product."""

    def __init__(self) -> None:
        super().__init__(PAYMENT_IN_PROGRESS)
