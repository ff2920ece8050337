"""HTTP adapters of billing: offers, checkout, orders and the payment provider's webhook."""

from touchline.billing.adapters.http import (
    cards,
    checkout,
    coupons,
    offers,
    orders,
    purchase_options,
    receipts,
    renewals,
    studio_offers,
    studio_orders,
    studio_payments,
    studio_shares,
    webhooks,
)

BLUEPRINTS = (
    offers.blueprint,
    purchase_options.blueprint,
    checkout.blueprint,
    webhooks.blueprint,
    orders.blueprint,
    receipts.blueprint,
    cards.blueprint,
    renewals.blueprint,
    coupons.blueprint,
    studio_orders.blueprint,
    studio_offers.blueprint,
    studio_payments.blueprint,
    studio_shares.blueprint,
)
