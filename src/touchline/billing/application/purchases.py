"""What a viewer asks to buy, and why it may be refused (product.md §5; api.md, "Billing")."""

from __future__ import annotations

from dataclasses import dataclass

from touchline.billing.domain.coupons import spelled
from touchline.billing.domain.coverage import SENTENCES, Refusal
from touchline.billing.domain.orders import Kind, Order
from touchline.billing.domain.refusals import WRONG_CARD
from touchline.shared.errors import InProgress, Refused

NOT_SELECTED = "id not selected"
NO_TEAM = "Package is TeamPass but team not selected"
TRIAL_USED = "You have already used your free trial."
NO_TRIAL = "This subscription has no free trial."
OTHER_PURCHASE = "This key was used for another purchase."
UNDER_WAY = "This order is still being paid. Please wait a moment."
PRICE_CHANGED = "The price has changed. Please look at it once more."


@dataclass(frozen=True, kw_only=True)
class Purchase:
    """A press of Pay. `key` is the browser's idempotency key, `card` the provider's name of a card;
    `package_id` the single-event package of an event. `trial`: begin a subscription's free trial.

    `total` is what the viewer was shown as charged at once, `renewal` as charged by each renewal: decimal
    text in major units, None where nothing was said."""

    kind: Kind
    id: int | None
    package_id: int | None = None
    participant_id: int | None = None
    card: str | None = None
    promo_code: str | None = None
    key: str | None = None
    trial: bool = False
    total: str | None = None
    renewal: str | None = None

    def same_as(self, order: Order) -> bool:
        """Whether an order was placed by the same words. What an order had no use for does not matter, nor
        do the sums that were shown: it was placed at them."""
        product = order.product
        return (
            (self.kind, self.id, self.trial) == (product.kind, product.id, order.trial_days > 0)
            and product.package_id in (None, self.package_id)
            and product.participant_id in (None, self.participant_id)
            and order.card in (None, self.card)
            and order.promo_code == (spelled(self.promo_code or "") or None)
        )


class AlreadyBought(Refused):
    """The viewer holds it already."""

    def __init__(self, kind: Kind) -> None:
        super().__init__(f"You already bought this {kind.value}.", code="errors.already_bought")


class NotForSale(Refused):
    """What is asked for would open nothing for this buyer, or nothing that is closed to them."""

    def __init__(self, reason: Refusal) -> None:
        super().__init__(SENTENCES[reason], code=reason.value)
        self.reason = reason


class NotSelected(Refused):
    """Nothing, or not all of it, was chosen."""

    def __init__(self, sentence: str = NOT_SELECTED) -> None:
        super().__init__(sentence, code="errors.not_selected")


class NoCard(Refused):
    """There is something to pay and no card to pay with."""

    def __init__(self) -> None:
        super().__init__(WRONG_CARD, code="errors.no_card")


class NoTrial(Refused):
    """There is no free trial of this, or not for this viewer any more."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, code="errors.no_trial")


class PriceChanged(Refused):
    """It costs something else than the viewer was shown."""

    def __init__(self) -> None:
        super().__init__(PRICE_CHANGED, code="errors.price_changed")


class OtherPurchase(Refused):
    """An idempotency key came again with something else to buy (as Stripe, 400)."""

    def __init__(self) -> None:
        super().__init__(OTHER_PURCHASE, code="errors.idempotency_key")


class UnderWay(InProgress):
    """Somebody is paying for this very thing."""

    def __init__(self) -> None:
        super().__init__(UNDER_WAY)
