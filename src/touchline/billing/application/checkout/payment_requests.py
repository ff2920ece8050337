"""The payment request for an order, identical for every attempt."""

from __future__ import annotations

from touchline.billing.domain.checkout.orders import Order, ProductKind
from touchline.billing.domain.renewals.billing_periods import is_yearly
from touchline.billing.ports.payments import BillingInterval, Discount, PaymentRequest, SubscriptionRequest
from touchline.shared.ids import ChannelId
from touchline.shared.strings.localized import localize


def build_payment_request(
    order: Order, channel_id: ChannelId, customer: str, language: str
) -> PaymentRequest | SubscriptionRequest:
    """Return the payment request for an order; `language` is the channel's own."""
    description = localize(order.product.name, language, language)
    card = order.card or ""
    if order.product.kind is not ProductKind.SUBSCRIPTION:
        return PaymentRequest(
            channel_id=channel_id,
            order=order.uuid,
            customer=customer,
            card=card,
            amount=order.total,
            description=description,
        )
    return SubscriptionRequest(
        channel_id=channel_id,
        order=order.uuid,
        customer=customer,
        card=card,
        amount=order.price.total,
        description=description,
        product=f"subscription-{order.product.id}",
        interval=BillingInterval.YEAR if is_yearly(order) else BillingInterval.MONTH,
        trial_days=order.trial_days,
        discount=Discount(order.promo_code, order.discount) if order.promo_code else None,
    )
