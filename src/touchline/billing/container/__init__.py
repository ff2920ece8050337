"""The container of context `billing`. `touchline.container` supplies what it depends on."""

from __future__ import annotations

from typing import Any

from dependency_injector import providers

from touchline.billing.adapters.gateways import MakeGoodSettingsGateway
from touchline.billing.adapters.sql.make_goods import SqlEventOrders
from touchline.billing.adapters.sql.reminders import SqlReminders
from touchline.billing.adapters.sql.revenue_shares import SqlRevenueShares
from touchline.billing.adapters.sql.sale_records import SqlSaleRecords
from touchline.billing.adapters.sql.share_records import SqlShareRecords
from touchline.billing.adapters.sql.sold_products import SqlSoldProducts
from touchline.billing.application.checkout.access_changes import ExtendAccess, ResendReceipt
from touchline.billing.application.checkout.access_grants import GrantAccess, RevokeAccess
from touchline.billing.application.checkout.check_payments import CheckPayments
from touchline.billing.application.checkout.grant_by_email import GrantByEmail
from touchline.billing.application.checkout.rehearsal_orders import RehearsalOrders
from touchline.billing.application.checkout.suspicions import CountSuspicions
from touchline.billing.application.customers.customer_closure import CloseCustomer, CustomerErasure
from touchline.billing.application.customers.customer_erasure_service import CustomerErasureService
from touchline.billing.application.entitlements.count_passes import CountPasses
from touchline.billing.application.entitlements.entitlements import EntitlementQueries
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
from touchline.billing.application.products.extend_postponed_orders import ExtendPostponedOrders
from touchline.billing.application.products.merge_scopes import MergeScopes
from touchline.billing.application.products.postponement_service import PostponementService
from touchline.billing.application.products.withdraw_products import WithdrawProducts
from touchline.billing.application.receipts.purchase_notifications import PurchaseNotifications
from touchline.billing.application.receipts.receipt_service import ReceiptService
from touchline.billing.application.renewals.auto_renewal import CancelRenewals, SetAutoRenewal
from touchline.billing.application.renewals.renewal_links import RenewalLinks
from touchline.billing.application.renewals.renewal_reminder_service import RenewalReminderService
from touchline.billing.application.renewals.send_renewal_reminder import SendRenewalReminder
from touchline.billing.application.revenue_share.share_documents import ShareDocuments
from touchline.billing.application.revenue_share.share_overview import ShareOverview
from touchline.billing.application.revenue_share.share_payouts import SharePayouts
from touchline.billing.application.revenue_share.share_settings import ShareSettings
from touchline.billing.application.revenue_share.share_statements import ShareStatements
from touchline.billing.application.webhooks.handle_webhook import HandleWebhook
from touchline.billing.application.webhooks.reconcile_orders import ReconcileOrders
from touchline.billing.application.webhooks.webhook_service import WebhookService
from touchline.billing.container.bundles import BundleProviders
from touchline.billing.container.checkout import CheckoutProviders
from touchline.billing.domain.renewals.renewal_tokens import RenewalTokens
from touchline.billing.facade import BillingFacade
from touchline.billing.ports.receipts import ReceiptDocument
from touchline.platform.container import Platform


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


class BillingContainer(BundleProviders):
    """Container of context `billing`."""

    # Entitlements
    entitlement_queries = providers.Singleton(
        EntitlementQueries,
        CheckoutProviders.orders,
        Platform.clock,
        CheckoutProviders.grace,
        CheckoutProviders.bundle_grants,
    )
    count_passes = providers.Singleton(
        CountPasses, CheckoutProviders.order_reports, Platform.clock, CheckoutProviders.grace
    )
    grant_access = providers.Singleton(
        GrantAccess,
        CheckoutProviders.orders,
        CheckoutProviders.sale_check,
        CheckoutProviders.sale_catalog,
        CheckoutProviders.current_channel,
        Platform.announce,
        Platform.clock,
        CheckoutProviders.grace,
    )
    grant_by_email = providers.Singleton(
        GrantByEmail,
        CheckoutProviders.channel_directory,
        CheckoutProviders.product_references,
        CheckoutProviders.current_channel,
        grant_access,
    )
    revoke_access = providers.Singleton(
        RevokeAccess, CheckoutProviders.orders, Platform.clock, CheckoutProviders.redeemed_orders
    )
    extend_access = providers.Singleton(
        ExtendAccess,
        CheckoutProviders.orders,
        CheckoutProviders.current_channel,
        Platform.record_audit,
        Platform.clock,
    )
    resend_receipt = providers.Singleton(
        ResendReceipt,
        CheckoutProviders.orders,
        CheckoutProviders.ledger,
        CheckoutProviders.current_channel,
        Platform.announce,
    )

    # Renewals
    set_auto_renewal = providers.Singleton(
        SetAutoRenewal, CheckoutProviders.orders, CheckoutProviders.request_order_sync, Platform.clock
    )
    renewal_tokens = providers.Singleton(RenewalTokens, Platform.secret)
    renewal_links = providers.Singleton(
        RenewalLinks, renewal_tokens, CheckoutProviders.orders, set_auto_renewal, Platform.clock
    )
    cancel_renewals = providers.Singleton(CancelRenewals, CheckoutProviders.orders, set_auto_renewal)
    send_renewal_reminder = providers.Singleton(
        SendRenewalReminder,
        CheckoutProviders.orders,
        providers.Singleton(SqlReminders, Platform.session),
        Platform.announce,
        Platform.clock,
    )
    renewal_reminder_service = providers.Singleton(
        RenewalReminderService, Platform.uow, send_renewal_reminder
    )

    # Webhooks
    handle_webhook = providers.Singleton(
        HandleWebhook,
        CheckoutProviders.processed_webhooks,
        CheckoutProviders.orders,
        Platform.jobs,
        Platform.clock,
    )
    reconcile_orders = providers.Singleton(
        ReconcileOrders,
        CheckoutProviders.orders,
        CheckoutProviders.processed_webhooks,
        Platform.jobs,
        Platform.clock,
    )
    webhook_service = providers.Singleton(
        WebhookService,
        Platform.uow,
        handle_webhook,
        reconcile_orders,
        CheckoutProviders.payments,
        Platform.clock,
    )

    check_payments = providers.Singleton(
        CheckPayments, CheckoutProviders.payments, Platform.settings.provided.payments
    )

    # Receipts
    receipt_service = providers.Singleton(
        ReceiptService,
        CheckoutProviders.orders,
        CheckoutProviders.ledger,
        CheckoutProviders.current_channel,
        providers.Object(_render),
    )
    purchase_notifications = providers.Singleton(
        PurchaseNotifications,
        CheckoutProviders.orders,
        CheckoutProviders.ledger,
        receipt_service,
        renewal_tokens,
        CheckoutProviders.current_channel,
        Platform.clock,
        CheckoutProviders.grace,
        CheckoutProviders.make_goods,
        CheckoutProviders.coupons,
    )

    # Ledger and refunds
    export_ledger = providers.Singleton(ExportLedger, CheckoutProviders.order_reports)
    sale_records = providers.Singleton(SqlSaleRecords, Platform.session)
    sales_report = providers.Singleton(SalesReport, sale_records, CheckoutProviders.current_channel)
    get_event_sales = providers.Singleton(
        GetEventSales,
        sale_records,
        CheckoutProviders.order_reports,
        CheckoutProviders.current_channel,
        Platform.clock,
        CheckoutProviders.grace,
    )
    refund_service = providers.Singleton(
        RefundService,
        Platform.uow,
        CheckoutProviders.orders,
        CheckoutProviders.ledger,
        revoke_access,
        CheckoutProviders.payments,
        CheckoutProviders.checkout_service,
        Platform.record_audit,
        CheckoutProviders.refund_vouchers,
    )

    # Revenue shares
    revenue_shares = providers.Singleton(SqlRevenueShares, Platform.session)
    share_statements = providers.Singleton(
        ShareStatements,
        revenue_shares,
        providers.Singleton(SqlShareRecords, Platform.session),
        sale_records,
        CheckoutProviders.share_games,
        CheckoutProviders.watched_seconds,
        CheckoutProviders.current_channel,
        Platform.clock,
        BundleProviders.bundle_parties,
    )
    share_documents = providers.Singleton(
        ShareDocuments, share_statements, providers.Object(_render_statement)
    )
    share_settings = providers.Singleton(
        ShareSettings, revenue_shares, CheckoutProviders.current_channel, BundleProviders.bundle_parties
    )
    share_payouts = providers.Singleton(
        SharePayouts,
        Platform.uow,
        revenue_shares,
        CheckoutProviders.payments,
        Platform.record_audit,
        Platform.clock,
        Platform.settings.provided.share_payouts,
    )

    share_overview = providers.Singleton(
        ShareOverview,
        share_statements,
        share_settings,
        share_payouts,
        CheckoutProviders.sale_catalog,
        CheckoutProviders.share_games,
        CheckoutProviders.current_channel,
    )
    # Make-goods
    make_good_settings = providers.Singleton(MakeGoodSettingsGateway, CheckoutProviders.channel)
    plan_make_goods = providers.Singleton(
        PlanMakeGoods,
        CheckoutProviders.make_goods,
        make_good_settings,
        CheckoutProviders.playback_evidence,
        CheckoutProviders.sale_catalog,
        providers.Singleton(SqlEventOrders, Platform.session),
        CheckoutProviders.ledger,
        Platform.clock,
        CheckoutProviders.grace,
    )
    make_good_service = providers.Singleton(
        MakeGoodService,
        Platform.uow,
        plan_make_goods,
        CheckoutProviders.make_goods,
        make_good_settings,
        CheckoutProviders.orders,
        providers.Singleton(
            MakeGoodCredits, CheckoutProviders.coupons, CheckoutProviders.orders, Platform.clock
        ),
        refund_service,
        Platform.announce,
        Platform.record_audit,
        Platform.clock,
    )
    run_make_goods = providers.Singleton(
        RunMakeGoods,
        Platform.uow,
        CheckoutProviders.channel_directory,
        make_good_settings,
        CheckoutProviders.sale_catalog,
        make_good_service,
        Platform.jobs,
        Platform.clock,
    )
    make_good_serializer = providers.Singleton(
        MakeGoodSerializer, CheckoutProviders.channel_directory, CheckoutProviders.current_channel
    )

    # Withdrawn and postponed products
    sold_products = providers.Singleton(SqlSoldProducts, Platform.session)
    withdraw_products = providers.Singleton(
        WithdrawProducts,
        CheckoutProviders.orders,
        sold_products,
        CheckoutProviders.sale_catalog,
        CheckoutProviders.current_channel,
        Platform.announce,
        Platform.clock,
    )
    extend_postponed_orders = providers.Singleton(
        ExtendPostponedOrders,
        CheckoutProviders.orders,
        CheckoutProviders.sold_events,
        CheckoutProviders.sale_catalog,
        Platform.clock,
    )
    postponement_service = providers.Singleton(
        PostponementService,
        Platform.uow,
        CheckoutProviders.channel_directory,
        extend_postponed_orders,
        withdraw_products,
    )

    # Closed accounts
    close_customer = providers.Singleton(
        CloseCustomer,
        CheckoutProviders.orders,
        CheckoutProviders.customers,
        CheckoutProviders.request_order_sync,
        Platform.jobs,
        Platform.clock,
        CheckoutProviders.vouchers,
        CheckoutProviders.make_goods,
    )
    customer_erasure = providers.Singleton(
        CustomerErasure,
        CheckoutProviders.orders,
        CheckoutProviders.customers,
        CheckoutProviders.vouchers,
        CheckoutProviders.make_goods,
    )
    customer_erasure_service = providers.Singleton(
        CustomerErasureService,
        Platform.uow,
        customer_erasure,
        CheckoutProviders.customers,
        CheckoutProviders.checkout_service,
        CheckoutProviders.payments,
        Platform.jobs,
    )

    # Facade
    facade = providers.Singleton(
        BillingFacade,
        CheckoutProviders.offer_queries,
        CheckoutProviders.offer_packs,
        CheckoutProviders.offers,
        entitlement_queries,
        CheckoutProviders.trial_history,
        CheckoutProviders.export_orders,
        purchase_notifications,
        Platform.jobs,
        sales_report,
        CheckoutProviders.order_reports,
        count_passes,
        providers.Singleton(MergeScopes, CheckoutProviders.orders),
        get_event_sales,
        check_payments,
        providers.Singleton(
            RehearsalOrders, Platform.uow, CheckoutProviders.orders, CheckoutProviders.payments
        ),
        providers.Singleton(CountSuspicions, Platform.throttle),
        CheckoutProviders.make_goods,
        providers.Singleton(
            GetEventFaults, CheckoutProviders.playback_evidence, CheckoutProviders.make_goods
        ),
        CheckoutProviders.voucher_notifications,
    )
