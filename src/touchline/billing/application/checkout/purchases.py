"""A viewer's purchase request, and why it may be refused (product.md §5; api.md, "Billing")."""

from __future__ import annotations

from dataclasses import dataclass

from touchline.billing.domain.checkout.declines import INVALID_CARD
from touchline.billing.domain.checkout.orders import Order, ProductKind
from touchline.billing.domain.coupons import normalize_code
from touchline.billing.domain.offers.sale_refusals import REFUSAL_MESSAGES, SaleRefusal
from touchline.billing.domain.vouchers.vouchers import GiftRequest
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import InProgressError, RefusedError
from touchline.shared.money import Money

NOT_SELECTED = ErrorMessage("errors.not_selected", "id not selected")
TEAM_NOT_SELECTED = ErrorMessage("errors.team_not_selected", "Package is TeamPass but team not selected")
ALREADY_BOUGHT = ErrorMessage("errors.already_bought", "You already bought this {type}.")
TRIAL_USED = ErrorMessage("errors.trial_used", "You have already used your free trial.")
NO_TRIAL = ErrorMessage("errors.no_trial", "This subscription has no free trial.")
IDEMPOTENCY_KEY_REUSED = ErrorMessage(
    "errors.idempotency_key", "This payment was already used for another purchase. Please try again."
)
PAYMENT_IN_PROGRESS = ErrorMessage(
    "errors.payment_in_progress", "This order is still being paid. Please wait a moment."
)
CODE_NOT_COMBINABLE = ErrorMessage(
    "errors.promo_code_choice", "Promo codes don’t apply to an amount that you choose yourself."
)
NO_CODES_FOR_GIFTS = ErrorMessage(
    "errors.promo_code_gift", "Promo codes don’t apply to gifts and group codes."
)
KEY_MISSING = ErrorMessage(
    "errors.key_missing", "Send an idempotency key, so that a repeated request is not charged again."
)
PRICE_CHANGED = ErrorMessage(
    "errors.price_changed", "The price has changed. Check the new total and try again."
)


@dataclass(frozen=True, kw_only=True)
class Purchase:
    """A purchase request from the viewer.

    `key` is the browser's idempotency key, `card` the provider's id of a card, `package_id` the single-event
    package of an event. `is_trial` starts a subscription's free trial.

    `total` is the amount that the viewer was shown as charged at once, `renewal` as charged by each renewal.
    Both are decimal text in major units, None if the request names no amount. `amount` is the price that
    the viewer chose, if the offer lets them choose it. `gift` buys codes for others.
    """

    kind: ProductKind
    id: int | None
    package_id: int | None = None
    participant_id: int | None = None
    card: str | None = None
    promo_code: str | None = None
    key: str | None = None
    is_trial: bool = False
    total: str | None = None
    renewal: str | None = None
    amount: str | None = None
    gift: GiftRequest | None = None

    def matches(self, order: Order) -> bool:
        """Return whether an order was placed by the same request.

        Fields that the order did not use are ignored. The shown amounts are ignored too, because the order
        was placed at those amounts.
        """
        product = order.product
        return (
            (self.kind, self.id, self.is_trial) == (product.kind, product.id, order.trial_days > 0)
            and order.voucher_count == (self.gift.quantity if self.gift else 0)
            and product.package_id in (None, self.package_id)
            and product.participant_id in (None, self.participant_id)
            and order.card in (None, self.card)
            and self._has_amount_of(order)
            and order.promo_code == (normalize_code(self.promo_code or "") or None)
        )

    def _has_amount_of(self, order: Order) -> bool:
        """Return whether an order was placed at the chosen amount, for each of its gifts."""
        if self.amount is None:
            return True
        try:
            amount = Money.parse(self.amount, order.currency)
        except ValueError:
            return False
        return amount.minor * max(order.voucher_count, 1) == order.price.base.minor


class AlreadyBoughtError(RefusedError):
    """The viewer already has the product."""

    def __init__(self, kind: ProductKind) -> None:
        super().__init__(ALREADY_BOUGHT.with_params(type=kind.value))


class NotForSaleError(RefusedError):
    """The product would give this buyer no access, or only access to what is free."""

    def __init__(self, reason: SaleRefusal) -> None:
        super().__init__(REFUSAL_MESSAGES[reason])
        self.reason = reason


class NotSelectedError(RefusedError):
    """The selection is missing or incomplete."""

    def __init__(self, message: str = NOT_SELECTED) -> None:
        super().__init__(message)


class MissingCardError(RefusedError):
    """The purchase costs money and has no card."""

    def __init__(self) -> None:
        super().__init__(INVALID_CARD)


class TrialUnavailableError(RefusedError):
    """The subscription has no free trial, or this viewer has used it."""

    def __init__(self, message: str) -> None:
        super().__init__(message)


class PriceChangedError(RefusedError):
    """The price differs from the one that the viewer was shown."""

    def __init__(self) -> None:
        super().__init__(PRICE_CHANGED)


class CodeNotCombinableError(RefusedError):
    """A promo code was used with an amount that the viewer chose."""

    def __init__(self) -> None:
        super().__init__(CODE_NOT_COMBINABLE)


class GiftCodeError(RefusedError):
    """A promo code was used with a gift or a group purchase."""

    def __init__(self) -> None:
        super().__init__(NO_CODES_FOR_GIFTS)


class MissingKeyError(RefusedError):
    """A donation or gift has no idempotency key. Nothing else prevents that a repeated request is charged
    again.
    """

    def __init__(self) -> None:
        super().__init__(KEY_MISSING)


class IdempotencyKeyReusedError(RefusedError):
    """An idempotency key was reused for another purchase (as at Stripe, 400)."""

    def __init__(self) -> None:
        super().__init__(IDEMPOTENCY_KEY_REUSED)


class PaymentInProgressError(InProgressError):
    """Another request is paying for the same product."""

    def __init__(self) -> None:
        super().__init__(PAYMENT_IN_PROGRESS)
