"""What engagement hears of other contexts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.events import EventWentLive
from touchline.channel.events import AccountClosed, AccountSuspended, SessionsEnded
from touchline.engagement.application.forgetting import ForgetViewer
from touchline.engagement.application.tell_live import TELL_LIVE
from touchline.engagement.ports.browsers import Browsers
from touchline.shared.ids import AccountId, SessionId
from touchline.shared.jobs import Jobs


@inject
def account_closed(
    told: Mapping[str, Any], forget: ForgetViewer = Provide["engagement.forget_viewer"]
) -> None:
    """A viewer is gone: nothing of them stays."""
    forget(AccountId(told["account_id"]))


@inject
def account_suspended(
    told: Mapping[str, Any], browsers: Browsers = Provide["engagement.news.browsers"]
) -> None:
    """The channel suspended an account: its browsers get no pushes any more."""
    browsers.forget_viewer(AccountId(told["account_id"]))


@inject
def sessions_ended(told: Mapping[str, Any], browsers: Browsers = Provide["engagement.news.browsers"]) -> None:
    """Sessions of a viewer ended: the browsers that subscribed in them get no pushes any more."""
    ended = [SessionId(one) for one in told["session_ids"]]
    browsers.forget_sessions(AccountId(told["account_id"]), ended)


@inject
def event_went_live(told: Mapping[str, Any], jobs: Jobs = Provide["engagement.jobs"]) -> None:
    """Whoever waits for it is told at once; whoever cannot be now, by the job of each minute."""
    channel_id = int(told["channel_id"])
    jobs.enqueue(TELL_LIVE, channel_id, unique=f"engagement-tell-live-{channel_id}", timeout=600)


SUBSCRIBERS = (
    (AccountClosed.name(), account_closed),
    (AccountSuspended.name(), account_suspended),
    (SessionsEnded.name(), sessions_ended),
    (EventWentLive.name(), event_went_live),
)
