"""Providers of bundles of several channels."""

from __future__ import annotations

from dependency_injector import providers

from touchline.billing.application.bundles.bundle_admin import BundleAdmin
from touchline.billing.application.bundles.bundle_queries import BundleQueries
from touchline.billing.application.bundles.sync_bundle_grants import LinkBundleGrants, RequestBundleSyncs
from touchline.billing.application.revenue_share.bundle_parties import BundleParties
from touchline.billing.container.checkout import CheckoutProviders
from touchline.platform.container import Platform


class BundleProviders(CheckoutProviders):
    """Use cases of bundles."""

    bundle_admin = providers.Singleton(
        BundleAdmin,
        CheckoutProviders.bundles,
        CheckoutProviders.bundle_grants,
        CheckoutProviders.partner_channels,
        CheckoutProviders.offers,
        CheckoutProviders.current_channel,
        Platform.clock,
    )
    bundle_queries = providers.Singleton(
        BundleQueries,
        CheckoutProviders.bundled_offers,
        CheckoutProviders.bundle_grants,
        CheckoutProviders.partner_channels,
        CheckoutProviders.orders,
        Platform.clock,
        CheckoutProviders.grace,
    )
    request_bundle_syncs = providers.Singleton(
        RequestBundleSyncs,
        Platform.uow,
        CheckoutProviders.orders,
        CheckoutProviders.bundle_grants,
        Platform.jobs,
        Platform.clock,
    )
    link_bundle_grants = providers.Singleton(
        LinkBundleGrants,
        CheckoutProviders.bundle_grants,
        CheckoutProviders.partner_channels,
        CheckoutProviders.address_digests,
        request_bundle_syncs,
    )
    bundle_parties = providers.Singleton(
        BundleParties,
        CheckoutProviders.bundles,
        CheckoutProviders.partner_channels,
        CheckoutProviders.current_channel,
    )
