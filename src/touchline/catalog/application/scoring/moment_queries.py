"""The big moments of an event for other contexts: what they are called, and which footage shows them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from touchline.catalog.application.playback.footage_queries import FootageQueries
from touchline.catalog.application.scoring.event_sports import EventSports
from touchline.catalog.application.scoring.timed_segments import list_shared_segments, list_timed_segments
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.media.footage import Footage
from touchline.catalog.domain.media.range_playlists import SegmentTimes
from touchline.catalog.domain.scoring.moment_names import name_moment
from touchline.catalog.domain.scoring.moments import KeyMoment, list_big_moments, list_key_moments
from touchline.catalog.domain.scoring.scoreboard import Phase, fold
from touchline.catalog.domain.scoring.sport import Sport
from touchline.catalog.domain.scoring.summaries import choose_highlight
from touchline.catalog.domain.scoring.timeline import Side
from touchline.catalog.ports.current_channel import CurrentChannel
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.media.assets import Assets
from touchline.catalog.ports.scoring.timelines import Timelines
from touchline.shared.ids import EventId
from touchline.shared.principal import Principal
from touchline.shared.strings.localized import LocalText


@dataclass(frozen=True)
class BigMoment:
    """A big moment of an event.

    `id` is that of its entry in the timeline, `at_ms` its time in milliseconds since 1970. `kind` is what it
    is called in general, such as "Goal", `name` says it in full, such as "Goal – Kodiaks 2–1, 2nd 06:12".
    """

    id: str
    at_ms: int
    kind: LocalText
    name: LocalText


@dataclass(frozen=True)
class EventMoments:
    """The big moments of an event, in order, and whether the game has ended. `names` are the event's."""

    moments: Sequence[BigMoment]
    is_final: bool
    names: LocalText


@dataclass(frozen=True)
class MomentFootage:
    """The footage that shows a moment: from `start_ms` on its timeline, for `duration_ms`.

    `at_ms` is when the first frame was live, in milliseconds since 1970.
    """

    footage: Footage
    start_ms: int
    duration_ms: int
    at_ms: int


@dataclass(frozen=True)
class ShownMoments:
    """The footage of moments by their times. `is_growing`: a live stream of the event goes on."""

    footage: Mapping[int, MomentFootage]
    is_growing: bool


@dataclass(frozen=True)
class MomentQueries:
    """Queries for jobs of other contexts. They do not check who may watch."""

    events: Events
    timelines: Timelines
    sports: EventSports
    footage: FootageQueries
    assets: Assets
    current_channel: CurrentChannel

    def list_big_moments(self, event_id: EventId) -> EventMoments | None:
        """Return the big moments of an event; None if the channel has no such event."""
        event = self.events.get(event_id)
        if event is None:
            return None
        sport, channel = self.sports.get(event), self.current_channel.get_details()
        snapshots = fold(sport, (item.entry for item in self.timelines.list_entries(event_id)))
        moments = list_big_moments(list_key_moments(sport, snapshots))
        is_final = bool(snapshots) and snapshots[-1].scoreboard.phase is Phase.ENDED
        languages = channel.languages or (channel.language,)
        names = {language: event.get_name(language, channel.language) for language in languages}
        return EventMoments(
            [_to_big_moment(sport, event, moment, channel.language) for moment in moments], is_final, names
        )

    def find_footage(
        self, principal: Principal, event_id: EventId, times_ms: Collection[int]
    ) -> ShownMoments:
        """Return the footage that shows moments. Moments that no footage shows yet, or any more, are left
        out. `principal` is not a viewer.
        """
        event = self.events.get(event_id)
        found: dict[int, MomentFootage] = {}
        if event is None:
            return ShownMoments(found, is_growing=False)
        for footage in self.footage.list_shown(principal, event_id) if times_ms else ():
            found |= self._find_in(footage, event, [at_ms for at_ms in times_ms if at_ms not in found])
        return ShownMoments(found, event.stream.is_publishing)

    def _find_in(
        self, footage: Footage, event: Event, times_ms: Collection[int]
    ) -> Mapping[int, MomentFootage]:
        timed = next(iter(list_timed_segments(self.assets, event, footage).values()), ())
        if not timed:
            return {}
        segments = next(iter(list_shared_segments(footage).values()))
        times = SegmentTimes(timed)
        found = {}
        for at_ms in times_ms:
            indexes = choose_highlight(at_ms, times, is_growing=footage.is_live)
            if indexes:
                first, last = segments[indexes[0]], segments[indexes[-1]]
                start_ms = timed[indexes[0]].at_ms
                found[at_ms] = MomentFootage(footage, first.start_ms, last.end_ms - first.start_ms, start_ms)
        return found


def _to_big_moment(sport: Sport, event: Event, moment: KeyMoment, fallback: str) -> BigMoment:
    teams = {
        Side.HOME if side.is_home else Side.AWAY: side.participant.display_short_name
        for side in (event.ordered_sides if event.is_matchup else ())
    }
    return BigMoment(moment.id, moment.at_ms, moment.name, name_moment(sport, moment, teams, fallback))
