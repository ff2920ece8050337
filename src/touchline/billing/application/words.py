"""An order in the words that the provider is asked with: the same each time, whoever asks."""

from __future__ import annotations

from touchline.billing.domain.orders import Kind, Order
from touchline.billing.domain.periods import is_yearly
from touchline.billing.ports.payments import Discount, Every, Wanted, WantedSubscription
from touchline.shared.ids import ChannelId
from touchline.shared.text import pick


def words_of(
    order: Order, channel_id: ChannelId, customer: str, language: str
) -> Wanted | WantedSubscription:
    """What to charge for an order; `language` is the channel's own."""
    about = pick(order.product.name, language, language)
    card = order.card or ""
    if order.product.kind is not Kind.SUBSCRIPTION:
        return Wanted(
            channel_id=channel_id,
            order=order.uuid,
            customer=customer,
            card=card,
            amount=order.total,
            about=about,
        )
    return WantedSubscription(
        channel_id=channel_id,
        order=order.uuid,
        customer=customer,
        card=card,
        amount=order.price.total,
        about=about,
        product=f"subscription-{order.product.id}",
        every=Every.YEAR if is_yearly(order) else Every.MONTH,
        trial_days=order.trial_days,
        discount=Discount(order.promo_code, order.discount) if order.promo_code else None,
    )
