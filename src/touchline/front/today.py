"""The page of today: what is live, what starts soon, and what waits for the team of a channel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any

from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelFacade, Operator
from touchline.clips.facade import ClipsFacade
from touchline.engagement.facade import EngagementFacade
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import ChannelId
from touchline.shared.permissions import Permission as P
from touchline.shared.principal import Principal

CountLiveViewers = Callable[[ChannelId], Mapping[int, int] | None]
Row = dict[str, Any]
FAILED_PAYMENTS_PERIOD = timedelta(days=1)
MAX_FAILED_REPLIES = 5


class Waiting(StrEnum):
    """What waits for the team."""

    REQUESTS = "requests"
    REPORTED_CLIPS = "reported_clips"
    FAILED_CLIPS = "failed_clips"
    FAILED_PAYMENTS = "failed_payments"
    FAILING_WEBHOOKS = "failing_webhooks"
    DECLINED_CARDS = "declined_cards"
    WRONG_PROMO_CODES = "wrong_promo_codes"
    WRONG_VOUCHERS = "wrong_vouchers"
    REPEATED_TRIALS = "repeated_trials"
    MAKE_GOODS = "make_goods"


class Step(StrEnum):
    """A step to set up a channel."""

    BRAND = "brand"
    TEAMS = "teams"
    EVENTS = "events"
    PRICE = "price"
    VIDEO = "video"


@dataclass(frozen=True, kw_only=True)
class Today:
    """The parts of the page. A part is None if the role does not include it.

    `failed_videos` are events, `failed_library_videos` library items, and `failed_replies` the requests whose
    reply was not sent. `next_event` is the first event of the schedule if none starts today. `waiting` has
    only what is not 0. `steps` are those of a channel without teams, events or video, by whether they are
    done.
    """

    live: Sequence[Row] | None = None
    planned: Sequence[Row] | None = None
    next_event: Row | None = None
    assigned: Sequence[Row] | None = None
    failed_videos: Sequence[Row] = ()
    failed_library_videos: Sequence[Row] = ()
    failed_replies: Sequence[int] = ()
    waiting: Mapping[Waiting, int]
    steps: Mapping[Step, bool] | None = None


class GetToday:
    """Query of the page of today. Each role gets the parts that its permissions allow."""

    def __init__(
        self,
        channel: ChannelFacade,
        catalog: CatalogFacade,
        billing: BillingFacade,
        clips: ClipsFacade,
        engagement: EngagementFacade,
        count_live_viewers: CountLiveViewers,
        clock: Clock,
    ) -> None:
        self._channel = channel
        self._events = catalog.today_events
        self._billing = billing
        self._clips = clips
        self._engagement = engagement
        self._count_live_viewers = count_live_viewers
        self._clock = clock

    def __call__(self, caller: Principal) -> Today:
        """Return the page for an operator. The number of queries is fixed."""
        operator = self._channel.get_operator(caller.viewer_id)
        if operator is None:
            raise NotFoundError
        if operator.has_assigned_events:
            return Today(assigned=self._events.list_some(caller, operator.event_ids), waiting={})
        can = operator.permissions
        planned = self._events.list_planned(caller) if P.EDIT_CONTENT in can else None
        is_calm = planned is not None and not any(row["status"] == "upcoming" for row in planned)
        return Today(
            live=self._list_live(caller, operator),
            planned=planned,
            next_event=self._events.get_next(caller) if is_calm else None,
            failed_videos=self._events.list_failed(caller) if P.EDIT_MEDIA in can else (),
            failed_library_videos=(
                self._events.list_failed_library_items(caller) if P.EDIT_MEDIA in can else ()
            ),
            failed_replies=self._list_failed_replies() if P.MANAGE_REQUESTS in can else (),
            waiting={
                kind: count
                for kind, count in self._count_waiting(operator, caller.channel_id).items()
                if count
            },
            steps=self._list_steps() if P.EDIT_CONTENT in can else None,
        )

    def _list_failed_replies(self) -> Sequence[int]:
        return self._engagement.list_failed_replies(self._clock.now(), MAX_FAILED_REPLIES)

    def _list_live(self, caller: Principal, operator: Operator) -> Sequence[Row] | None:
        """Return the live events with their viewers. Only those who manage streams see their state."""
        if operator.permissions.isdisjoint((P.EDIT_CONTENT, P.MANAGE_LIVE, P.VIEW_REPORTS)):
            return None
        rows = self._events.list_live(caller)
        viewers = self._count_live_viewers(caller.channel_id) if rows else None
        for row in rows:
            row["viewers"] = None if viewers is None else viewers.get(int(str(row["id"])), 0)
            if P.MANAGE_LIVE not in operator.permissions:
                row["stream"] = None
        return rows

    def _count_waiting(self, operator: Operator, channel_id: ChannelId) -> Mapping[Waiting, int]:
        can, counts = operator.permissions, dict[Waiting, int]()
        if P.MANAGE_REQUESTS in can:
            counts[Waiting.REQUESTS] = self._engagement.count_open_requests()
        if P.MODERATE_CLIPS in can:
            clips = self._clips.count_waiting_clips()
            counts[Waiting.REPORTED_CLIPS], counts[Waiting.FAILED_CLIPS] = clips["reported"], clips["failed"]
        if P.MANAGE_ORDERS in can:
            since = self._clock.now() - FAILED_PAYMENTS_PERIOD
            counts[Waiting.FAILED_PAYMENTS] = self._billing.count_failed_orders(since)
            for suspicion, count in self._billing.count_suspicions(channel_id).items():
                counts[Waiting(suspicion.value)] = count
            counts[Waiting.MAKE_GOODS] = self._billing.count_waiting_make_goods()
        if P.MANAGE_INTEGRATIONS in can:
            counts[Waiting.FAILING_WEBHOOKS] = self._channel.count_failing_webhooks()
        return counts

    def _list_steps(self) -> Mapping[Step, bool] | None:
        """Return the steps until the channel has teams, events and a video, or a library with videos."""
        setup = self._events.get_setup()
        if setup is None:
            return None
        return {
            Step.BRAND: self._channel.has_logo(),
            Step.TEAMS: setup.has_teams,
            Step.EVENTS: setup.has_events,
            Step.PRICE: self._billing.has_offers() or self._events.has_price(),
            Step.VIDEO: False,
        }
