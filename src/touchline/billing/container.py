"""Providers of context `billing`. `touchline.container` supplies the external dependencies."""

from datetime import timedelta

from dependency_injector import containers, providers

from touchline.billing.adapters.gateways import ChannelGateway
from touchline.billing.adapters.sql.coupons import SqlCoupons
from touchline.billing.adapters.sql.customers import SqlCustomers, SqlTrials
from touchline.billing.adapters.sql.ledger import SqlLedger
from touchline.billing.adapters.sql.offers import SqlOffers
from touchline.billing.adapters.sql.orders import SqlOrders
from touchline.billing.adapters.sql.processed_webhooks import SqlProcessedWebhooks
from touchline.billing.application.coupons.coupon_packs import CouponPacks
from touchline.billing.application.customers.customer_erasure_service import CustomerErasureService
from touchline.billing.application.offers.offer_packs import OfferPacks
from touchline.billing.application.offers.offer_queries import OfferQueries
from touchline.billing.application.offers.pricing_service import PricingService
from touchline.billing.application.offers.purchase_options import PurchaseOptionQueries
from touchline.billing.application.offers.sale_check import SaleCheck
from touchline.billing.counter_container import PurchaseContainer
from touchline.billing.desk_container import BillingAdminContainer
from touchline.billing.facade import BillingFacade
from touchline.billing.papers_container import ReceiptContainer
from touchline.billing.till_container import CheckoutContainer
from touchline.platform.db.unit_of_work import SqlUnitOfWorkFactory


class BillingContainer(containers.DeclarativeContainer):
    """Container of context `billing`. IDs for `Provide["billing.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    secret = providers.Dependency()
    database = providers.Dependency()
    uow = providers.Singleton(SqlUnitOfWorkFactory, database)
    session = providers.Dependency()
    jobs = providers.Dependency()
    announce = providers.Dependency()
    channel = providers.Dependency()
    sale_catalog = providers.Dependency()
    payments = providers.Dependency()
    taxes = providers.Dependency()

    grace = providers.Singleton(timedelta, days=settings.provided.renewal_grace_days)
    offers = providers.Singleton(SqlOffers, session)
    orders = providers.Singleton(SqlOrders, session)
    ledger = providers.Singleton(SqlLedger, session)
    coupons = providers.Singleton(SqlCoupons, session)
    customers = providers.Singleton(SqlCustomers, session)
    trials = providers.Singleton(SqlTrials, session, clock)
    processed_webhooks = providers.Singleton(SqlProcessedWebhooks, session)
    current_channel = providers.Singleton(ChannelGateway, channel)

    offer_queries = providers.Singleton(OfferQueries, offers, current_channel, clock)
    offer_packs = providers.Singleton(OfferPacks, offers, providers.Singleton(CouponPacks, coupons, offers))
    pricing_service = providers.Singleton(PricingService, offers, sale_catalog, current_channel)
    sale_check = providers.Singleton(SaleCheck, pricing_service, sale_catalog, orders, clock, grace)
    purchase_option_queries = providers.Singleton(
        PurchaseOptionQueries, offers, pricing_service, sale_check, sale_catalog, orders, clock
    )
    purchases = providers.Container(
        PurchaseContainer,
        settings=settings,
        grace=grace,
        clock=clock,
        secret=secret,
        database=database,
        jobs=jobs,
        payments=payments,
        current_channel=current_channel,
        sale_check=sale_check,
        orders=orders,
        ledger=ledger,
        coupons=coupons,
        customers=customers,
        trials=trials,
    )
    checkout = providers.Container(
        CheckoutContainer,
        grace=grace,
        clock=clock,
        database=database,
        jobs=jobs,
        announce=announce,
        orders=orders,
        ledger=ledger,
        sale_check=sale_check,
        customers=customers,
        trials=trials,
        trial_digests=purchases.trial_digests,
        processed_webhooks=processed_webhooks,
        current_channel=current_channel,
        coupon_discounts=purchases.coupon_discounts,
        customer_service=purchases.customer_service,
        payments=payments,
        taxes=taxes,
    )
    customer_erasure_service = providers.Singleton(
        CustomerErasureService,
        uow,
        purchases.customer_erasure,
        customers,
        checkout.checkout_service,
        payments,
        jobs,
    )
    receipts = providers.Container(
        ReceiptContainer,
        grace=grace,
        clock=clock,
        database=database,
        session=session,
        announce=announce,
        current_channel=current_channel,
        orders=orders,
        ledger=ledger,
    )
    admin = providers.Container(
        BillingAdminContainer,
        grace=grace,
        clock=clock,
        database=database,
        session=session,
        announce=announce,
        channel=channel,
        current_channel=current_channel,
        orders=orders,
        ledger=ledger,
        coupons=coupons,
        offers=offers,
        sale_catalog=sale_catalog,
        sale_check=sale_check,
        payments=payments,
        checkout_service=checkout.checkout_service,
    )
    refund_service, withdraw_products = admin.refund_service, admin.withdraw_products
    facade = providers.Singleton(
        BillingFacade,
        offer_queries,
        offer_packs,
        offers,
        purchases.entitlement_queries,
        purchases.trial_history,
        purchases.export_orders,
        receipts.purchase_notifications,
        jobs,
        admin.sales_report,
        admin.order_reports,
        admin.count_passes,
    )
