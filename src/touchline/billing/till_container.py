"""Providers of the till: placing, paying and settling orders, and hearing the provider."""

from dependency_injector import containers, providers

from touchline.billing.adapters.provider import Provider
from touchline.billing.adapters.till import Till as TheTill
from touchline.billing.application.hear_notice import HearNotice
from touchline.billing.application.place_order import PlaceOrder
from touchline.billing.application.reconcile import Reconcile
from touchline.billing.application.settle_order import SettleOrder
from touchline.billing.application.telling import Telling
from touchline.billing.application.trial_use import TrialUse


class Till(containers.DeclarativeContainer):
    """Where money is taken. Ids for `Provide["billing.till.…"]`; the till itself is `billing.till.till`."""

    grace = providers.Dependency()
    clock = providers.Dependency()
    database = providers.Dependency()
    jobs = providers.Dependency()
    announce = providers.Dependency()
    orders = providers.Dependency()
    ledger = providers.Dependency()
    sale_check = providers.Dependency()
    customers = providers.Dependency()
    trials = providers.Dependency()
    trial_marks = providers.Dependency()
    heard = providers.Dependency()
    channel_facts = providers.Dependency()
    coupon_quotes = providers.Dependency()
    customer_desk = providers.Dependency()
    payments = providers.Dependency()
    taxes = providers.Dependency()

    trial_use = providers.Singleton(TrialUse, trials, trial_marks, channel_facts)
    place = providers.Singleton(
        PlaceOrder,
        orders,
        sale_check,
        coupon_quotes,
        trial_use,
        clock,
        grace,
    )
    telling = providers.Singleton(Telling, channel_facts, announce)
    settling = providers.Singleton(
        SettleOrder,
        orders,
        ledger,
        customers,
        trials,
        channel_facts,
        telling,
        clock,
        grace,
    )
    provider = providers.Singleton(Provider, payments, taxes)
    till = providers.Singleton(TheTill, database, place, settling, provider, customer_desk, payments, clock)
    hear = providers.Singleton(HearNotice, heard, orders, jobs, clock)
    reconcile = providers.Singleton(Reconcile, orders, heard, jobs, clock)
