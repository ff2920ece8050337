"""The game of a score alert: its moments, when viewers see them, and who may get alerts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from touchline.catalog.application.events.event_data import EventDataLoader
from touchline.catalog.application.events.viewer_events import ViewerEvents
from touchline.catalog.application.scoring.event_sports import EventSports
from touchline.catalog.application.scoring.recording_clock import find_recording_anchors
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.visibility import Visibility
from touchline.catalog.domain.scoring.moments import KeyMoment, MomentKind
from touchline.catalog.domain.scoring.score_alerts import (
    AlertText,
    describe_content,
    is_under_way,
    list_alert_moments,
    write_alert,
)
from touchline.catalog.domain.scoring.scoreboard import fold
from touchline.catalog.domain.scoring.sport import Sport
from touchline.catalog.domain.scoring.viewer_clock import VideoSource, ViewerClock, get_stream_delay
from touchline.catalog.ports.current_channel import CurrentChannel
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.events.followable_items import FollowableItems
from touchline.catalog.ports.media.assets import Assets
from touchline.catalog.ports.media.live_streams import LiveStreams
from touchline.catalog.ports.scoring.timelines import Timelines
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId, EventId, ParticipantId


@dataclass(frozen=True)
class AlertMoment:
    """A moment with an alert. `shown_at` is when all viewers at the live edge have seen it.

    `at_ms` orders the moments, in milliseconds since 1970. `content` is what the alert says; it changes with
    a correction.
    """

    id: str
    at_ms: int
    shown_at: datetime
    is_final: bool
    content: str


@dataclass(frozen=True)
class AlertGame:
    """A game that may be going on. `participant_ids` are its teams and the teams that stand for them.

    Moments that follow each other within `delay` need only one alert. `is_private`: only members of its teams
    may get alerts.
    """

    moments: Sequence[AlertMoment]
    delay: timedelta
    participant_ids: frozenset[ParticipantId]
    is_private: bool


@dataclass(frozen=True)
class ScoreAlertQueries:
    """Queries about score alerts. Each reads the timeline anew, so that corrections and undos count."""

    events: Events
    viewer_events: ViewerEvents
    followable_items: FollowableItems
    timelines: Timelines
    sports: EventSports
    event_data: EventDataLoader
    assets: Assets
    streams: LiveStreams
    current_channel: CurrentChannel
    clock: Clock

    def get_game(self, event_id: EventId) -> AlertGame | None:
        """Return a game with its moments in order.

        None without moments, for a game of another day, and for an unlisted event, whose followers are not
        notified.
        """
        event = self.events.get(event_id)
        if event is None or event.visibility is Visibility.UNLISTED:
            return None
        sport, moments = self._list_moments(event)
        if not moments or not is_under_way(event, self.clock.now()):
            return None
        viewer_clock = self._get_viewer_clock(event)
        return AlertGame(
            [_describe(sport, moment, viewer_clock) for moment in moments],
            viewer_clock.delay,
            self.followable_items.list_event_participant_ids(event_id),
            event.is_private,
        )

    def write(self, event_id: EventId, moment_id: str, language: str) -> AlertText | None:
        """Return the text of an alert; None if the timeline no longer has the moment."""
        event = self.events.get(event_id)
        if event is None:
            return None
        sport, moments = self._list_moments(event)
        moment = next((moment for moment in moments if moment.id == moment_id), None)
        fallback = self.current_channel.get_details().language
        return write_alert(event, sport, moment, language, fallback) if moment else None

    def is_member(self, account_id: AccountId, event_id: EventId) -> bool:
        """Return whether a private event opens for an account because it is on the list of a team."""
        event = self.events.get(event_id)
        return event is not None and self.viewer_events.is_member(account_id, event)

    def _list_moments(self, event: Event) -> tuple[Sport, Sequence[KeyMoment]]:
        sport = self.sports.get(event)
        entries = (item.entry for item in self.timelines.list_entries(event.id))
        return sport, list_alert_moments(sport, fold(sport, entries))

    def _get_viewer_clock(self, event: Event) -> ViewerClock:
        stream = event.stream
        if event.simulate_at and not stream.is_publishing:
            anchors = find_recording_anchors(self.assets, event)
            return ViewerClock(get_stream_delay(VideoSource.STREAM), event.simulate_at, anchors)
        live_stream = self.streams.get_by_event(event.id)
        is_delayed = live_stream is not None and live_stream.is_delayed
        if is_delayed or stream.is_publishing or stream.has_ended or stream.is_recorded:
            safety_delay = timedelta(seconds=live_stream.safety_delay_seconds if live_stream else 0)
            return ViewerClock(get_stream_delay(VideoSource.STREAM, safety_delay))
        is_external = self.event_data.load_media([event]).is_external(event)
        return ViewerClock(get_stream_delay(VideoSource.EXTERNAL if is_external else VideoSource.NONE))


def _describe(sport: Sport, moment: KeyMoment, viewer_clock: ViewerClock) -> AlertMoment:
    shown_ms = viewer_clock.get_shown_ms(moment.at_ms)
    return AlertMoment(
        moment.id,
        moment.at_ms,
        datetime.fromtimestamp(shown_ms / 1000, UTC),
        moment.kind is MomentKind.FINAL,
        describe_content(sport, moment),
    )
