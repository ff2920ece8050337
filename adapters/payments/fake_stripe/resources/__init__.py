"""Stripe's resources. Each module registers its handlers with `routes`."""

from adapters.payments.fake_stripe.resources.billing import (
    invoices,
    portal_sessions,
    subscriptions,
    test_clocks,
)
from adapters.payments.fake_stripe.resources.core import (
    account,
    charges,
    customers,
    disputes,
    events,
    payment_intents,
    payment_methods,
    refunds,
    setup_intents,
    transfers,
)
from adapters.payments.fake_stripe.resources.products import coupons, prices, products, promotion_codes, tax

__all__ = [
    "account",
    "charges",
    "coupons",
    "customers",
    "disputes",
    "events",
    "invoices",
    "payment_intents",
    "payment_methods",
    "portal_sessions",
    "prices",
    "products",
    "promotion_codes",
    "refunds",
    "setup_intents",
    "subscriptions",
    "tax",
    "test_clocks",
    "transfers",
]
