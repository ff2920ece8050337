"""What billing hears of other contexts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.billing.application.forgetting import CloseAccount
from touchline.billing.application.renewals import StopRenewals
from touchline.channel.events import AccountClosed, AccountSuspended
from touchline.shared.ids import AccountId, ChannelId


@inject
def account_closed(
    told: Mapping[str, Any], close: CloseAccount = Provide["billing.counter.close_account"]
) -> None:
    """A viewer is gone: what runs is ended, and they are forgotten."""
    close(ChannelId(told["channel_id"]), AccountId(told["account_id"]))


@inject
def account_suspended(
    told: Mapping[str, Any], stop: StopRenewals = Provide["billing.counter.stop_renewals"]
) -> None:
    """The channel suspended an account: nothing is charged to it any more."""
    stop(ChannelId(told["channel_id"]), AccountId(told["account_id"]))


SUBSCRIBERS = (
    (AccountClosed.name(), account_closed),
    (AccountSuspended.name(), account_suspended),
)
