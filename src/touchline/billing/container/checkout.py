"""Providers of billing up to a paid order: offers, coupons, customers, the checkout and vouchers."""

from __future__ import annotations

from datetime import timedelta

from dependency_injector import providers

from touchline.billing.adapters.gateways import ChannelDirectory, ChannelGateway, PartnerChannelGateway
from touchline.billing.adapters.sql.bundles import SqlBundleGrants, SqlBundles
from touchline.billing.adapters.sql.coupons import SqlCoupons
from touchline.billing.adapters.sql.customers import SqlCustomers, SqlTrials
from touchline.billing.adapters.sql.ledger import SqlLedger
from touchline.billing.adapters.sql.make_goods import SqlMakeGoods
from touchline.billing.adapters.sql.offers import SqlOffers
from touchline.billing.adapters.sql.order_reports import SqlOrderReports
from touchline.billing.adapters.sql.orders import SqlOrders
from touchline.billing.adapters.sql.processed_webhooks import SqlProcessedWebhooks
from touchline.billing.adapters.sql.sold_products import SqlSoldEvents
from touchline.billing.adapters.sql.vouchers import SqlVouchers
from touchline.billing.application.bundles.bundle_queries import BundledOffers
from touchline.billing.application.bundles.sync_bundle_grants import SyncBundleGrants
from touchline.billing.application.checkout.card_limits import CardLimits
from touchline.billing.application.checkout.checkout_service import CheckoutService
from touchline.billing.application.checkout.export_orders import ExportOrders
from touchline.billing.application.checkout.order_events import OrderEventPublisher
from touchline.billing.application.checkout.order_queries import OrderQueries
from touchline.billing.application.checkout.order_search import OrderSearch
from touchline.billing.application.checkout.order_serializer import OrderSerializer
from touchline.billing.application.checkout.order_sync_requests import RequestOrderSync
from touchline.billing.application.checkout.payment_provider_service import PaymentProviderService
from touchline.billing.application.checkout.place_order import PlaceOrder
from touchline.billing.application.checkout.sync_order import SyncOrder
from touchline.billing.application.coupons.coupon_admin import CouponAdmin
from touchline.billing.application.coupons.coupon_discounts import CouponDiscounts
from touchline.billing.application.coupons.coupon_packs import CouponPacks
from touchline.billing.application.coupons.quote_coupon import QuoteCoupon
from touchline.billing.application.customers.customer_service import CustomerService
from touchline.billing.application.customers.saved_cards import SavedCards
from touchline.billing.application.customers.trial_digests import TrialDigests
from touchline.billing.application.customers.trial_usage import TrialUsage
from touchline.billing.application.entitlements.entitlements import TrialHistory
from touchline.billing.application.make_good.paid_back_credits import PaidBackCredits
from touchline.billing.application.offers.event_offers import GetEventOffers
from touchline.billing.application.offers.offer_overview import OfferOverview
from touchline.billing.application.offers.offer_packs import OfferPacks
from touchline.billing.application.offers.offer_queries import OfferQueries
from touchline.billing.application.offers.pricing_service import PricingService
from touchline.billing.application.offers.product_references import ProductReferences
from touchline.billing.application.offers.purchase_options import PurchaseOptionQueries
from touchline.billing.application.offers.sale_check import SaleCheck
from touchline.billing.application.vouchers.new_vouchers import NewVouchers
from touchline.billing.application.vouchers.redeem_voucher import RedeemVoucher
from touchline.billing.application.vouchers.redeemed_orders import RedeemedOrders
from touchline.billing.application.vouchers.voucher_emails import SendVoucherEmails, VoucherNotifications
from touchline.billing.application.vouchers.voucher_queries import VoucherQueries
from touchline.billing.application.vouchers.voucher_refunds import RefundVouchers
from touchline.billing.domain.bundles.address_digests import AddressDigests
from touchline.billing.domain.vouchers.voucher_codes import VoucherCodes
from touchline.billing.ports.payments import Payments
from touchline.billing.ports.playback_evidence import PlaybackEvidence
from touchline.billing.ports.revenue_shares import ShareGames, WatchedSeconds
from touchline.billing.ports.sale_catalog import SaleCatalog
from touchline.billing.ports.taxes import Taxes
from touchline.channel.facade import ChannelFacade
from touchline.platform.container import Platform


def _is_enabled(kind: str) -> bool:
    """Return whether this payments setting allows purchases."""
    return kind != "off"


class CheckoutProviders(Platform):
    """Providers of offers, coupons, customers, the checkout and vouchers."""

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
    orders = providers.Singleton(SqlOrders, Platform.session, Platform.jobs)
    ledger = providers.Singleton(SqlLedger, Platform.session)
    coupons = providers.Singleton(SqlCoupons, Platform.session)
    customers = providers.Singleton(SqlCustomers, Platform.session)
    trials = providers.Singleton(SqlTrials, Platform.session, Platform.clock)
    processed_webhooks = providers.Singleton(SqlProcessedWebhooks, Platform.session)
    order_reports = providers.Singleton(SqlOrderReports, Platform.session)
    sold_events = providers.Singleton(SqlSoldEvents, Platform.session)
    make_goods = providers.Singleton(SqlMakeGoods, Platform.session)

    # Bundles
    bundles = providers.Singleton(SqlBundles, Platform.session)
    bundle_grants = providers.Singleton(SqlBundleGrants, Platform.session)
    partner_channels = providers.Singleton(PartnerChannelGateway, channel)
    address_digests = providers.Singleton(AddressDigests, Platform.secret)
    bundled_offers = providers.Singleton(BundledOffers, bundles, current_channel)

    # Offers and prices
    grace = providers.Singleton(timedelta, days=Platform.settings.provided.renewal_grace_days)
    offer_queries = providers.Singleton(OfferQueries, offers, current_channel, Platform.clock)
    pricing_service = providers.Singleton(
        PricingService, offers, sale_catalog, current_channel, bundled_offers
    )
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
    coupon_discounts = providers.Singleton(
        CouponDiscounts,
        coupons,
        orders,
        Platform.clock,
        providers.Singleton(PaidBackCredits, make_goods, ledger),
    )
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
    redeemed_orders = providers.Singleton(RedeemedOrders, orders, vouchers)
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
        redeemed_orders,
    )
    payment_provider_service = providers.Singleton(PaymentProviderService, payments, taxes, Platform.clock)
    sync_bundle_grants = providers.Singleton(
        SyncBundleGrants,
        Platform.uow,
        orders,
        bundles,
        bundle_grants,
        partner_channels,
        address_digests,
        Platform.clock,
        grace,
    )
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
        sync_bundle_grants,
    )
    request_order_sync = providers.Singleton(RequestOrderSync, Platform.jobs, Platform.clock)
    order_serializer = providers.Singleton(
        OrderSerializer, ledger, current_channel, Platform.clock, grace, make_goods
    )
    redeem_voucher = providers.Singleton(
        RedeemVoucher, vouchers, orders, sale_check, Platform.announce, Platform.clock, grace
    )
    refund_vouchers = providers.Singleton(
        RefundVouchers, orders, vouchers, request_order_sync, Platform.clock, Platform.record_audit
    )
    voucher_queries = providers.Singleton(
        VoucherQueries, vouchers, orders, voucher_codes, current_channel, Platform.clock, channel_directory
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
    export_orders = providers.Singleton(
        ExportOrders, orders, ledger, customers, trial_history, make_goods, vouchers, bundle_grants
    )

    offer_overview = providers.Singleton(
        OfferOverview, offers, order_reports, current_channel, Platform.clock, grace
    )
