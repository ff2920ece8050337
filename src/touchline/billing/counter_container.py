"""Providers of what viewers see of their orders, cards, renewals and promo codes."""

from dependency_injector import containers, providers

from touchline.billing.application.coupon_quotes import CouponQuotes
from touchline.billing.application.order_answers import OrderAnswers


class Counter(containers.DeclarativeContainer):
    """What a viewer is told and may ask for. Ids for `Provide["billing.counter.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    orders = providers.Dependency()
    ledger = providers.Dependency()
    coupons = providers.Dependency()
    channel_facts = providers.Dependency()

    order_answers = providers.Singleton(
        OrderAnswers, ledger, channel_facts, clock, settings.provided.renewal_grace_days
    )
    coupon_quotes = providers.Singleton(CouponQuotes, coupons, orders, clock)
