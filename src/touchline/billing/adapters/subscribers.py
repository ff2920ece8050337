"""What billing hears of other contexts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.billing.application.customers.account_closure import CloseAccount
from touchline.billing.application.renewals.auto_renewal import CancelRenewals
from touchline.channel.events import AccountClosed, AccountSuspended
from touchline.shared.ids import AccountId, ChannelId


@inject
def account_closed(
    payload: Mapping[str, Any], close_account: CloseAccount = Provide["billing.purchases.close_account"]
) -> None:
    """A viewer is gone: what runs is ended, and they are forgotten."""
    close_account(ChannelId(payload["channel_id"]), AccountId(payload["account_id"]))


@inject
def account_suspended(
    payload: Mapping[str, Any], cancel_renewals: CancelRenewals = Provide["billing.purchases.cancel_renewals"]
) -> None:
    """The channel suspended an account: nothing is charged to it any more."""
    cancel_renewals(ChannelId(payload["channel_id"]), AccountId(payload["account_id"]))


SUBSCRIBERS = (
    (AccountClosed.name(), account_closed),
    (AccountSuspended.name(), account_suspended),
)
