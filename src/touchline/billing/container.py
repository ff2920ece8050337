"""Providers of context `billing`. What it lacks is a Dependency, given in `touchline.container`."""

from datetime import timedelta

from dependency_injector import containers, providers

from touchline.billing.adapters.gateways import ChannelGateway
from touchline.billing.adapters.leavers import Leavers
from touchline.billing.adapters.sql.coupons import SqlCoupons
from touchline.billing.adapters.sql.customers import SqlCustomers, SqlTrials
from touchline.billing.adapters.sql.ledger import SqlLedger
from touchline.billing.adapters.sql.notices import SqlHeard
from touchline.billing.adapters.sql.offers import SqlOffers
from touchline.billing.adapters.sql.orders import SqlOrders
from touchline.billing.application.coupon_packs import CouponPacks
from touchline.billing.application.offer_lines import OfferLines
from touchline.billing.application.offer_queries import OfferQueries
from touchline.billing.application.packs import OfferPacks
from touchline.billing.application.pricing import Pricing
from touchline.billing.application.sale_check import SaleCheck
from touchline.billing.counter_container import Counter
from touchline.billing.desk_container import Desk
from touchline.billing.facade import BillingFacade
from touchline.billing.papers_container import Papers
from touchline.billing.till_container import Till


class Billing(containers.DeclarativeContainer):
    """Everything `billing` makes. Ids for `Provide["billing.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    secret = providers.Dependency()
    database = providers.Dependency()
    session = providers.Dependency()
    jobs = providers.Dependency()
    announce = providers.Dependency()
    channel = providers.Dependency()
    shelf = providers.Dependency()
    payments = providers.Dependency()
    taxes = providers.Dependency()

    grace = providers.Singleton(timedelta, days=settings.provided.renewal_grace_days)
    kept_offers = providers.Singleton(SqlOffers, session)
    kept_orders = providers.Singleton(SqlOrders, session)
    ledger = providers.Singleton(SqlLedger, session)
    kept_coupons = providers.Singleton(SqlCoupons, session)
    customers = providers.Singleton(SqlCustomers, session)
    trials = providers.Singleton(SqlTrials, session, clock)
    heard = providers.Singleton(SqlHeard, session)
    channel_facts = providers.Singleton(ChannelGateway, channel)

    offers = providers.Singleton(OfferQueries, kept_offers, channel_facts, clock)
    packs = providers.Singleton(
        OfferPacks, kept_offers, providers.Singleton(CouponPacks, kept_coupons, kept_offers)
    )
    pricing = providers.Singleton(Pricing, kept_offers, shelf, channel_facts)
    sale_check = providers.Singleton(SaleCheck, pricing, shelf, kept_orders, clock, grace)
    offer_lines = providers.Singleton(OfferLines, kept_offers, pricing, sale_check, shelf, kept_orders, clock)
    counter = providers.Container(
        Counter,
        settings=settings,
        grace=grace,
        clock=clock,
        secret=secret,
        database=database,
        jobs=jobs,
        payments=payments,
        channel_facts=channel_facts,
        sale_check=sale_check,
        orders=kept_orders,
        ledger=ledger,
        coupons=kept_coupons,
        customers=customers,
        trials=trials,
    )
    till = providers.Container(
        Till,
        grace=grace,
        clock=clock,
        database=database,
        jobs=jobs,
        announce=announce,
        orders=kept_orders,
        ledger=ledger,
        sale_check=sale_check,
        customers=customers,
        trials=trials,
        trial_marks=counter.trial_marks,
        heard=heard,
        channel_facts=channel_facts,
        coupon_quotes=counter.coupon_quotes,
        customer_desk=counter.customer_desk,
        payments=payments,
        taxes=taxes,
    )
    leavers = providers.Singleton(Leavers, database, counter.leaver, customers, till.till, payments, jobs)
    papers = providers.Container(
        Papers,
        grace=grace,
        clock=clock,
        database=database,
        session=session,
        announce=announce,
        channel_facts=channel_facts,
        orders=kept_orders,
        ledger=ledger,
    )
    desk = providers.Container(
        Desk,
        grace=grace,
        clock=clock,
        database=database,
        session=session,
        announce=announce,
        channel=channel,
        channel_facts=channel_facts,
        orders=kept_orders,
        ledger=ledger,
        coupons=kept_coupons,
        offers=kept_offers,
        shelf=shelf,
        sale_check=sale_check,
        payments=payments,
        till=till.till,
    )
    refunds, withdrawals = desk.operators, desk.withdraw
    facade = providers.Singleton(
        BillingFacade,
        offers,
        packs,
        kept_offers,
        counter.entitlements,
        counter.used_trials,
        counter.export_orders,
        papers.purchases,
        jobs,
        desk.sales,
        desk.books,
        desk.count_passes,
    )
