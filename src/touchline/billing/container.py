"""The container of context `billing`. `touchline.container` supplies what it depends on."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from dependency_injector import providers

from touchline.billing.adapters.gateways import ChannelDirectory, ChannelGateway, MakeGoodSettingsGateway
from touchline.billing.adapters.sql.coupons import SqlCoupons
from touchline.billing.adapters.sql.customers import SqlCustomers, SqlTrials
from touchline.billing.adapters.sql.ledger import SqlLedger
from touchline.billing.adapters.sql.make_goods import SqlEventOrders, SqlMakeGoods
from touchline.billing.adapters.sql.offers import SqlOffers
from touchline.billing.adapters.sql.order_reports import SqlOrderReports
from touchline.billing.adapters.sql.orders import SqlOrders
from touchline.billing.adapters.sql.processed_webhooks import SqlProcessedWebhooks
from touchline.billing.adapters.sql.reminders import SqlReminders
from touchline.billing.adapters.sql.revenue_shares import SqlRevenueShares
from touchline.billing.adapters.sql.sale_records import SqlSaleRecords
from touchline.billing.adapters.sql.share_records import SqlShareRecords
from touchline.billing.adapters.sql.sold_products import SqlSoldEvents, SqlSoldProducts
from touchline.billing.adapters.sql.vouchers import SqlVouchers
from touchline.billing.application.checkout.access_changes import ExtendAccess, ResendReceipt
from touchline.billing.application.checkout.access_grants import GrantAccess, RevokeAccess
from touchline.billing.application.checkout.card_limits import CardLimits
from touchline.billing.application.checkout.check_payments import CheckPayments
from touchline.billing.application.checkout.checkout_service import CheckoutService
from touchline.billing.application.checkout.export_orders import ExportOrders
from touchline.billing.application.checkout.grant_by_email import GrantByEmail
from touchline.billing.application.checkout.order_events import OrderEventPublisher
from touchline.billing.application.checkout.order_queries import OrderQueries
from touchline.billing.application.checkout.order_search import OrderSearch
from touchline.billing.application.checkout.order_serializer import OrderSerializer
from touchline.billing.application.checkout.order_sync_requests import RequestOrderSync
from touchline.billing.application.checkout.payment_provider_service import PaymentProviderService
from touchline.billing.application.checkout.place_order import PlaceOrder
from touchline.billing.application.checkout.rehearsal_orders import RehearsalOrders
from touchline.billing.application.checkout.suspicions import CountSuspicions
from touchline.billing.application.checkout.sync_order import SyncOrder
from touchline.billing.application.coupons.coupon_admin import CouponAdmin
from touchline.billing.application.coupons.coupon_discounts import CouponDiscounts
from touchline.billing.application.coupons.coupon_packs import CouponPacks
from touchline.billing.application.coupons.quote_coupon import QuoteCoupon
from touchline.billing.application.customers.customer_closure import CloseCustomer, CustomerErasure
from touchline.billing.application.customers.customer_erasure_service import CustomerErasureService
from touchline.billing.application.customers.customer_service import CustomerService
from touchline.billing.application.customers.saved_cards import SavedCards
from touchline.billing.application.customers.trial_digests import TrialDigests
from touchline.billing.application.customers.trial_usage import TrialUsage
from touchline.billing.application.entitlements.count_passes import CountPasses
from touchline.billing.application.entitlements.entitlements import EntitlementQueries, TrialHistory
from touchline.billing.application.ledger.event_sales import GetEventSales
from touchline.billing.application.ledger.export_ledger import ExportLedger
from touchline.billing.application.ledger.refund_service import RefundService
from touchline.billing.application.ledger.sales_report import SalesReport
from touchline.billing.application.make_good.event_faults import GetEventFaults
from touchline.billing.application.make_good.make_good_credits import MakeGoodCredits
from touchline.billing.application.make_good.make_good_serializer import MakeGoodSerializer
from touchline.billing.application.make_good.make_good_service import MakeGoodService
from touchline.billing.application.make_good.plan_make_goods import PlanMakeGoods
from touchline.billing.application.make_good.run_make_goods import RunMakeGoods
from touchline.billing.application.offers.event_offers import GetEventOffers
from touchline.billing.application.offers.offer_overview import OfferOverview
from touchline.billing.application.offers.offer_packs import OfferPacks
from touchline.billing.application.offers.offer_queries import OfferQueries
from touchline.billing.application.offers.pricing_service import PricingService
from touchline.billing.application.offers.product_references import ProductReferences
from touchline.billing.application.offers.purchase_options import PurchaseOptionQueries
from touchline.billing.application.offers.sale_check import SaleCheck
from touchline.billing.application.products.extend_postponed_orders import ExtendPostponedOrders
from touchline.billing.application.products.merge_scopes import MergeScopes
from touchline.billing.application.products.postponement_service import PostponementService
from touchline.billing.application.products.withdraw_products import WithdrawProducts
from touchline.billing.application.receipts.purchase_notifications import PurchaseNotifications
from touchline.billing.application.receipts.receipt_service import ReceiptService
from touchline.billing.application.renewals.auto_renewal import CancelRenewals, SetAutoRenewal
from touchline.billing.application.renewals.renewal_reminder_service import RenewalReminderService
from touchline.billing.application.renewals.send_renewal_reminder import SendRenewalReminder
from touchline.billing.application.revenue_share.share_documents import ShareDocuments
from touchline.billing.application.revenue_share.share_overview import ShareOverview
from touchline.billing.application.revenue_share.share_payouts import SharePayouts
from touchline.billing.application.revenue_share.share_settings import ShareSettings
from touchline.billing.application.revenue_share.share_statements import ShareStatements
from touchline.billing.application.vouchers.new_vouchers import NewVouchers
from touchline.billing.application.vouchers.redeem_voucher import RedeemVoucher
from touchline.billing.application.vouchers.redeemed_orders import RedeemedOrders
from touchline.billing.application.vouchers.voucher_emails import SendVoucherEmails, VoucherNotifications
from touchline.billing.application.vouchers.voucher_queries import VoucherQueries
from touchline.billing.application.vouchers.voucher_refunds import RefundVouchers
from touchline.billing.application.webhooks.handle_webhook import HandleWebhook
from touchline.billing.application.webhooks.reconcile_orders import ReconcileOrders
from touchline.billing.application.webhooks.webhook_service import WebhookService
from touchline.billing.domain.vouchers.voucher_codes import VoucherCodes
from touchline.billing.facade import BillingFacade
from touchline.billing.ports.payments import Payments
from touchline.billing.ports.playback_evidence import PlaybackEvidence
from touchline.billing.ports.receipts import ReceiptDocument
from touchline.billing.ports.revenue_shares import ShareGames, WatchedSeconds
from touchline.billing.ports.sale_catalog import SaleCatalog
from touchline.billing.ports.taxes import Taxes
from touchline.channel.facade import ChannelFacade
from touchline.platform.container import Platform


def _is_enabled(kind: str) -> bool:
    """Return whether this payments setting allows purchases."""
    return kind != "off"


def _render(document: ReceiptDocument) -> bytes:
    """Render a receipt. Imported on first use: fpdf2 and fontTools take 45 MB that many processes do not
    need.
    """
    from touchline.billing.adapters.receipt_pdf import FpdfReceiptRenderer

    return FpdfReceiptRenderer()(document)


def _render_statement(statements: dict[str, Any], party: str) -> bytes:
    """Render a revenue share statement. Imported on first use."""
    from touchline.billing.adapters.share_statement_pdf import render_statement_pdf

    return render_statement_pdf(statements, party)


class BillingContainer(Platform):
    """Container of context `billing`."""

    # Channel's facade, a port that `front` implements, and adapters that a setting selects
    channel: providers.Dependency[ChannelFacade] = providers.Dependency()
    sale_catalog: providers.Dependency[SaleCatalog] = providers.Dependency()
    playback_evidence: providers.Dependency[PlaybackEvidence] = providers.Dependency()
    payments: providers.Dependency[Payments] = providers.Dependency()
    taxes: providers.Dependency[Taxes] = providers.Dependency()
    share_games: providers.Dependency[ShareGames] = providers.Dependency()
    watched_seconds: providers.Dependency[WatchedSeconds] = providers.Dependency()

    # Tables and gateways
    current_channel = providers.Singleton(ChannelGateway, channel)
    channel_directory = providers.Singleton(ChannelDirectory, channel)
    offers = providers.Singleton(SqlOffers, Platform.session)
    orders = providers.Singleton(SqlOrders, Platform.session)
    ledger = providers.Singleton(SqlLedger, Platform.session)
    coupons = providers.Singleton(SqlCoupons, Platform.session)
    customers = providers.Singleton(SqlCustomers, Platform.session)
    trials = providers.Singleton(SqlTrials, Platform.session, Platform.clock)
    processed_webhooks = providers.Singleton(SqlProcessedWebhooks, Platform.session)
    order_reports = providers.Singleton(SqlOrderReports, Platform.session)
    sold_events = providers.Singleton(SqlSoldEvents, Platform.session)
    make_goods = providers.Singleton(SqlMakeGoods, Platform.session)

    # Offers and prices
    grace = providers.Singleton(timedelta, days=Platform.settings.provided.renewal_grace_days)
    offer_queries = providers.Singleton(OfferQueries, offers, current_channel, Platform.clock)
    pricing_service = providers.Singleton(PricingService, offers, sale_catalog, current_channel)
    sale_check = providers.Singleton(SaleCheck, pricing_service, sale_catalog, orders, Platform.clock, grace)
    purchase_option_queries = providers.Singleton(
        PurchaseOptionQueries, offers, pricing_service, sale_check, sale_catalog, orders
    )
    get_event_offers = providers.Singleton(
        GetEventOffers, purchase_option_queries, offers, sale_catalog, sale_catalog, Platform.clock
    )
    product_references = providers.Singleton(ProductReferences, offers, sale_catalog)
    offer_packs = providers.Singleton(OfferPacks, offers, providers.Singleton(CouponPacks, coupons, offers))

    # Coupons
    coupon_discounts = providers.Singleton(CouponDiscounts, coupons, orders, Platform.clock)
    quote_coupon = providers.Singleton(QuoteCoupon, sale_check, coupon_discounts)
    coupon_admin = providers.Singleton(CouponAdmin, coupons, orders, product_references, current_channel)

    # Customers, cards and trials
    customer_service = providers.Singleton(
        CustomerService, Platform.uow, customers, current_channel, payments
    )
    saved_cards = providers.Singleton(
        SavedCards, payments, is_enabled=providers.Callable(_is_enabled, Platform.settings.provided.payments)
    )
    trial_digests = providers.Singleton(TrialDigests, Platform.secret)
    trial_history = providers.Singleton(TrialHistory, trials, trial_digests, current_channel)
    trial_usage = providers.Singleton(TrialUsage, trials, trial_digests, current_channel)

    # Checkout
    vouchers = providers.Singleton(SqlVouchers, Platform.session)
    voucher_codes = providers.Singleton(VoucherCodes, Platform.secret)
    place_order = providers.Singleton(
        PlaceOrder,
        orders,
        sale_check,
        coupon_discounts,
        trial_usage,
        Platform.clock,
        grace,
        providers.Singleton(NewVouchers, vouchers, voucher_codes),
    )
    order_event_publisher = providers.Singleton(OrderEventPublisher, current_channel, Platform.announce)
    sync_order = providers.Singleton(
        SyncOrder,
        orders,
        ledger,
        customers,
        trials,
        current_channel,
        order_event_publisher,
        Platform.clock,
        grace,
        providers.Singleton(RedeemedOrders, orders, vouchers),
    )
    payment_provider_service = providers.Singleton(PaymentProviderService, payments, taxes)
    checkout_service = providers.Singleton(
        CheckoutService,
        Platform.uow,
        place_order,
        sync_order,
        payment_provider_service,
        customer_service,
        payments,
        providers.Singleton(CardLimits, Platform.throttle),
        Platform.clock,
    )
    request_order_sync = providers.Singleton(RequestOrderSync, Platform.jobs, Platform.clock)
    order_serializer = providers.Singleton(
        OrderSerializer, ledger, current_channel, Platform.clock, grace, make_goods
    )
    redeem_voucher = providers.Singleton(
        RedeemVoucher, vouchers, orders, sale_check, Platform.announce, Platform.clock, grace
    )
    refund_vouchers = providers.Singleton(
        RefundVouchers, orders, vouchers, request_order_sync, Platform.clock
    )
    voucher_queries = providers.Singleton(
        VoucherQueries, vouchers, orders, voucher_codes, current_channel, Platform.clock
    )
    send_voucher_emails = providers.Singleton(
        SendVoucherEmails, Platform.uow, vouchers, current_channel, Platform.announce, Platform.clock
    )
    voucher_notifications = providers.Singleton(
        VoucherNotifications, vouchers, orders, voucher_codes, current_channel
    )
    order_queries = providers.Singleton(OrderQueries, orders, order_serializer, request_order_sync)
    order_search = providers.Singleton(
        OrderSearch, orders, ledger, order_reports, order_serializer, channel_directory, current_channel
    )
    export_orders = providers.Singleton(ExportOrders, orders, ledger, customers, trial_history, make_goods)

    offer_overview = providers.Singleton(
        OfferOverview, offers, order_reports, current_channel, Platform.clock, grace
    )

    # Entitlements
    entitlement_queries = providers.Singleton(EntitlementQueries, orders, Platform.clock, grace)
    count_passes = providers.Singleton(CountPasses, order_reports, Platform.clock, grace)
    grant_access = providers.Singleton(
        GrantAccess,
        orders,
        sale_check,
        sale_catalog,
        current_channel,
        Platform.announce,
        Platform.clock,
        grace,
    )
    grant_by_email = providers.Singleton(
        GrantByEmail, channel_directory, product_references, current_channel, grant_access
    )
    revoke_access = providers.Singleton(RevokeAccess, orders, Platform.clock)
    extend_access = providers.Singleton(
        ExtendAccess, orders, current_channel, Platform.record_audit, Platform.clock
    )
    resend_receipt = providers.Singleton(ResendReceipt, orders, ledger, current_channel, Platform.announce)

    # Renewals
    set_auto_renewal = providers.Singleton(SetAutoRenewal, orders, request_order_sync, Platform.clock)
    cancel_renewals = providers.Singleton(CancelRenewals, orders, set_auto_renewal)
    send_renewal_reminder = providers.Singleton(
        SendRenewalReminder,
        orders,
        providers.Singleton(SqlReminders, Platform.session),
        Platform.announce,
        Platform.clock,
    )
    renewal_reminder_service = providers.Singleton(
        RenewalReminderService, Platform.uow, send_renewal_reminder
    )

    # Webhooks
    handle_webhook = providers.Singleton(
        HandleWebhook, processed_webhooks, orders, Platform.jobs, Platform.clock
    )
    reconcile_orders = providers.Singleton(
        ReconcileOrders, orders, processed_webhooks, Platform.jobs, Platform.clock
    )
    webhook_service = providers.Singleton(
        WebhookService, Platform.uow, handle_webhook, reconcile_orders, payments, Platform.clock
    )

    check_payments = providers.Singleton(CheckPayments, payments, Platform.settings.provided.payments)

    # Receipts
    receipt_service = providers.Singleton(
        ReceiptService, orders, ledger, current_channel, providers.Object(_render)
    )
    purchase_notifications = providers.Singleton(
        PurchaseNotifications,
        orders,
        ledger,
        receipt_service,
        current_channel,
        Platform.clock,
        grace,
        make_goods,
        coupons,
    )

    # Ledger and refunds
    export_ledger = providers.Singleton(ExportLedger, order_reports)
    sale_records = providers.Singleton(SqlSaleRecords, Platform.session)
    sales_report = providers.Singleton(SalesReport, sale_records, current_channel)
    get_event_sales = providers.Singleton(
        GetEventSales, sale_records, order_reports, current_channel, Platform.clock, grace
    )
    refund_service = providers.Singleton(
        RefundService,
        Platform.uow,
        orders,
        ledger,
        revoke_access,
        payments,
        checkout_service,
        Platform.record_audit,
        refund_vouchers,
    )

    # Revenue shares
    revenue_shares = providers.Singleton(SqlRevenueShares, Platform.session)
    share_statements = providers.Singleton(
        ShareStatements,
        revenue_shares,
        providers.Singleton(SqlShareRecords, Platform.session),
        sale_records,
        share_games,
        watched_seconds,
        current_channel,
        Platform.clock,
    )
    share_documents = providers.Singleton(
        ShareDocuments, share_statements, providers.Object(_render_statement)
    )
    share_settings = providers.Singleton(ShareSettings, revenue_shares, current_channel)
    share_payouts = providers.Singleton(
        SharePayouts,
        Platform.uow,
        revenue_shares,
        payments,
        Platform.record_audit,
        Platform.clock,
        Platform.settings.provided.share_payouts,
    )

    share_overview = providers.Singleton(
        ShareOverview, share_statements, share_settings, share_payouts, sale_catalog, current_channel
    )
    # Make-goods
    make_good_settings = providers.Singleton(MakeGoodSettingsGateway, channel)
    plan_make_goods = providers.Singleton(
        PlanMakeGoods,
        make_goods,
        make_good_settings,
        playback_evidence,
        sale_catalog,
        providers.Singleton(SqlEventOrders, Platform.session),
        ledger,
        Platform.clock,
        grace,
    )
    make_good_service = providers.Singleton(
        MakeGoodService,
        Platform.uow,
        plan_make_goods,
        make_goods,
        make_good_settings,
        orders,
        providers.Singleton(MakeGoodCredits, coupons, orders, Platform.clock),
        refund_service,
        Platform.announce,
        Platform.record_audit,
        Platform.clock,
    )
    run_make_goods = providers.Singleton(
        RunMakeGoods,
        Platform.uow,
        channel_directory,
        make_good_settings,
        sale_catalog,
        make_good_service,
        Platform.jobs,
        Platform.clock,
    )
    make_good_serializer = providers.Singleton(MakeGoodSerializer, channel_directory, current_channel)

    # Withdrawn and postponed products
    sold_products = providers.Singleton(SqlSoldProducts, Platform.session)
    withdraw_products = providers.Singleton(
        WithdrawProducts,
        orders,
        sold_products,
        sale_catalog,
        current_channel,
        Platform.announce,
        Platform.clock,
    )
    extend_postponed_orders = providers.Singleton(
        ExtendPostponedOrders, orders, sold_events, sale_catalog, Platform.clock
    )
    postponement_service = providers.Singleton(
        PostponementService, Platform.uow, channel_directory, extend_postponed_orders, withdraw_products
    )

    # Closed accounts
    close_customer = providers.Singleton(
        CloseCustomer,
        orders,
        customers,
        request_order_sync,
        Platform.jobs,
        Platform.clock,
        vouchers,
        make_goods,
    )
    customer_erasure = providers.Singleton(CustomerErasure, orders, customers, vouchers, make_goods)
    customer_erasure_service = providers.Singleton(
        CustomerErasureService,
        Platform.uow,
        customer_erasure,
        customers,
        checkout_service,
        payments,
        Platform.jobs,
    )

    # Facade
    facade = providers.Singleton(
        BillingFacade,
        offer_queries,
        offer_packs,
        offers,
        entitlement_queries,
        trial_history,
        export_orders,
        purchase_notifications,
        Platform.jobs,
        sales_report,
        order_reports,
        count_passes,
        providers.Singleton(MergeScopes, orders),
        get_event_sales,
        check_payments,
        providers.Singleton(RehearsalOrders, Platform.uow, orders, payments),
        providers.Singleton(CountSuspicions, Platform.throttle),
        make_goods,
        providers.Singleton(GetEventFaults, playback_evidence, make_goods),
        voucher_notifications,
    )
