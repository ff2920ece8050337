"""Providers of what viewers see of their orders, cards, renewals and promo codes."""

from dependency_injector import containers, providers

from touchline.billing.adapters.customer_desk import CustomerDesk
from touchline.billing.application.asking_to_settle import AskToSettle
from touchline.billing.application.cards import Cards
from touchline.billing.application.coupon_offers import CouponOffers
from touchline.billing.application.coupon_quotes import CouponQuotes
from touchline.billing.application.entitlements import Entitlements, UsedTrials
from touchline.billing.application.export import ExportOrders
from touchline.billing.application.forgetting import CloseAccount, Leaver
from touchline.billing.application.order_answers import OrderAnswers
from touchline.billing.application.order_queries import OrderQueries
from touchline.billing.application.renewals import StopRenewals, SwitchRenewal
from touchline.billing.application.trial_marks import TrialMarks


def _sells(kind: str) -> bool:
    """Whether anything can be bought with this setting of payments."""
    return kind != "off"


class Counter(containers.DeclarativeContainer):
    """What a viewer is told and may ask for. Ids for `Provide["billing.counter.…"]`."""

    settings = providers.Dependency()
    grace = providers.Dependency()
    clock = providers.Dependency()
    secret = providers.Dependency()
    database = providers.Dependency()
    jobs = providers.Dependency()
    payments = providers.Dependency()
    channel_facts = providers.Dependency()
    sale_check = providers.Dependency()
    orders = providers.Dependency()
    ledger = providers.Dependency()
    coupons = providers.Dependency()
    customers = providers.Dependency()
    trials = providers.Dependency()

    order_answers = providers.Singleton(OrderAnswers, ledger, channel_facts, clock, grace)
    ask_to_settle = providers.Singleton(AskToSettle, jobs, clock)
    order_queries = providers.Singleton(OrderQueries, orders, order_answers, ask_to_settle)
    switch_renewal = providers.Singleton(SwitchRenewal, orders, ask_to_settle, clock)
    stop_renewals = providers.Singleton(StopRenewals, orders, switch_renewal)
    coupon_quotes = providers.Singleton(CouponQuotes, coupons, orders, clock)
    coupon_offers = providers.Singleton(CouponOffers, sale_check, coupon_quotes)
    customer_desk = providers.Singleton(CustomerDesk, database, customers, channel_facts, payments)
    cards = providers.Singleton(Cards, payments, on=providers.Callable(_sells, settings.provided.payments))
    trial_marks = providers.Singleton(TrialMarks, secret)
    used_trials = providers.Singleton(UsedTrials, trials, trial_marks, channel_facts)
    entitlements = providers.Singleton(Entitlements, orders, clock, grace)
    close_account = providers.Singleton(CloseAccount, orders, customers, ask_to_settle, jobs, clock)
    leaver = providers.Singleton(Leaver, orders, customers)
    export_orders = providers.Singleton(ExportOrders, orders, ledger, customers, used_trials)
