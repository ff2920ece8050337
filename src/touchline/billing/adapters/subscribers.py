"""What billing hears of other contexts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.billing.application.forgetting import CloseAccount
from touchline.channel.events import AccountClosed
from touchline.shared.ids import AccountId, ChannelId


@inject
def account_closed(
    told: Mapping[str, Any], close: CloseAccount = Provide["billing.counter.close_account"]
) -> None:
    """A viewer is gone: what runs is ended, and they are forgotten."""
    close(ChannelId(told["channel_id"]), AccountId(told["account_id"]))


SUBSCRIBERS = ((AccountClosed.name(), account_closed),)
