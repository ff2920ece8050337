"""HTTP adapters of billing: offers, checkout, orders and the payment provider's webhook."""

from touchline.billing.adapters.http import (
    cards,
    checkout,
    coupons,
    make_goods,
    offers,
    orders,
    purchase_options,
    receipts,
    renewal_links,
    renewals,
    studio_offers,
    studio_orders,
    studio_payments,
    studio_shares,
    vouchers,
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
    renewal_links.blueprint,
    vouchers.blueprint,
    coupons.blueprint,
    studio_orders.blueprint,
    studio_offers.blueprint,
    studio_payments.blueprint,
    studio_shares.blueprint,
    make_goods.blueprint,
)
