"""Subscribers of billing to events of other contexts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.billing.application.bundles.sync_bundle_grants import LinkBundleGrants
from touchline.billing.application.customers.customer_closure import CloseCustomer
from touchline.billing.application.renewals.auto_renewal import CancelRenewals
from touchline.billing.container import BillingContainer
from touchline.billing.ports.bundles import BundleGrants
from touchline.channel.events import AccountClosed, AccountSuspended, AddressVerified
from touchline.shared.ids import AccountId, ChannelId


@inject
def account_closed(
    payload: Mapping[str, Any],
    close_customer: CloseCustomer = Provide[BillingContainer.close_customer],
    bundle_grants: BundleGrants = Provide[BillingContainer.bundle_grants],
) -> None:
    """Handle a closed account: end running subscriptions and erase the viewer."""
    bundle_grants.unlink(AccountId(payload["account_id"]))
    close_customer(ChannelId(payload["channel_id"]), AccountId(payload["account_id"]))


@inject
def account_suspended(
    payload: Mapping[str, Any], cancel_renewals: CancelRenewals = Provide[BillingContainer.cancel_renewals]
) -> None:
    """Handle a suspended account: turn off its renewals, so that nothing more is charged."""
    cancel_renewals(ChannelId(payload["channel_id"]), AccountId(payload["account_id"]))


@inject
def address_verified(
    payload: Mapping[str, Any],
    link_bundle_grants: LinkBundleGrants = Provide[BillingContainer.link_bundle_grants],
) -> None:
    """Handle a verified address: open what purchases in other channels include."""
    link_bundle_grants(ChannelId(payload["channel_id"]), AccountId(payload["account_id"]))


SUBSCRIBERS = (
    (AddressVerified.name(), address_verified),
    (AccountClosed.name(), account_closed),
    (AccountSuspended.name(), account_suspended),
)
