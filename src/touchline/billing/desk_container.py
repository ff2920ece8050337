"""Providers for operators: orders, promo codes, the ledger, and the effects of packs."""

from dependency_injector import containers, providers

from touchline.billing.adapters.gateways import ChannelDirectory
from touchline.billing.adapters.sql.order_reports import SqlOrderReports
from touchline.billing.adapters.sql.sale_records import SqlSaleRecords
from touchline.billing.adapters.sql.sold_products import SqlSoldEvents, SqlSoldProducts
from touchline.billing.application.checkout.access_grants import GrantAccess, RevokeAccess
from touchline.billing.application.coupons.coupon_admin import CouponAdmin
from touchline.billing.application.entitlements.count_passes import CountPasses
from touchline.billing.application.ledger.export_ledger import ExportLedger
from touchline.billing.application.ledger.refund_service import RefundService
from touchline.billing.application.ledger.sales_report import SalesReport
from touchline.billing.application.offers.product_references import ProductReferences
from touchline.billing.application.products.extend_postponed_orders import ExtendPostponedOrders
from touchline.billing.application.products.postponement_service import PostponementService
from touchline.billing.application.products.withdraw_products import WithdrawProducts
from touchline.platform.db.unit_of_work import SqlUnitOfWorkFactory


class BillingAdminContainer(containers.DeclarativeContainer):
    """Container of billing administration. IDs for `Provide["billing.admin.…"]`."""

    grace = providers.Dependency()
    clock = providers.Dependency()
    database = providers.Dependency()
    uow = providers.Singleton(SqlUnitOfWorkFactory, database)
    session = providers.Dependency()
    announce = providers.Dependency()
    channel = providers.Dependency()
    current_channel = providers.Dependency()
    orders = providers.Dependency()
    ledger = providers.Dependency()
    coupons = providers.Dependency()
    offers = providers.Dependency()
    sale_catalog = providers.Dependency()
    sale_check = providers.Dependency()
    payments = providers.Dependency()
    checkout_service = providers.Dependency()

    channel_directory = providers.Singleton(ChannelDirectory, channel)
    order_reports = providers.Singleton(SqlOrderReports, session)
    count_passes = providers.Singleton(CountPasses, order_reports, clock, grace)
    export_ledger = providers.Singleton(ExportLedger, order_reports)
    product_references = providers.Singleton(ProductReferences, offers, sale_catalog)
    sales_report = providers.Singleton(
        SalesReport, providers.Singleton(SqlSaleRecords, session), current_channel
    )
    coupon_admin = providers.Singleton(CouponAdmin, coupons, orders, product_references, current_channel)
    grant_access = providers.Singleton(
        GrantAccess,
        orders,
        sale_check,
        sale_catalog,
        current_channel,
        announce,
        clock,
        grace,
    )
    revoke_access = providers.Singleton(RevokeAccess, orders, clock)
    refund_service = providers.Singleton(
        RefundService, uow, orders, ledger, revoke_access, payments, checkout_service
    )
    sold_events = providers.Singleton(SqlSoldEvents, session)
    extend_postponed_orders = providers.Singleton(
        ExtendPostponedOrders, orders, sold_events, sale_catalog, clock
    )
    withdraw_products = providers.Singleton(
        WithdrawProducts,
        orders,
        providers.Singleton(SqlSoldProducts, session),
        sale_catalog,
        current_channel,
        announce,
        clock,
    )
    postponement_service = providers.Singleton(
        PostponementService, uow, channel_directory, extend_postponed_orders, withdraw_products
    )
