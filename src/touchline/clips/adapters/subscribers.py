"""What clips hear of other contexts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.channel.events import AccountClosed
from touchline.clips.application.forget_viewer import ForgetViewer
from touchline.shared.ids import AccountId, ChannelId


@inject
def account_closed(told: Mapping[str, Any], forget: ForgetViewer = Provide["clips.forget_viewer"]) -> None:
    """A viewer is gone: their clips, the files of them, and what they took away go too."""
    forget(ChannelId(told["channel_id"]), AccountId(told["account_id"]))


SUBSCRIBERS = ((AccountClosed.name(), account_closed),)
