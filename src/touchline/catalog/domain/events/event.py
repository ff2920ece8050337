"""Events: a game between two participants, or anything else that happens at a set time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from touchline.catalog.domain.access import Access, AccessReason, Entitlement, Viewer, check_access
from touchline.catalog.domain.events.availability import Availability, get_availability
from touchline.catalog.domain.events.blackouts import (
    Blackout,
    Interval,
    combine_blackouts,
    get_blackout_end,
    get_next_blackout,
    is_blacked_out,
    list_intervals,
)
from touchline.catalog.domain.events.participants import EventSide, Participant
from touchline.catalog.domain.events.remainder import Remainder, get_remainder
from touchline.catalog.domain.events.replay import ALWAYS, ReplayState, ReplayWindow
from touchline.catalog.domain.events.schedule import UNCHANGED_SCHEDULE, Schedule
from touchline.catalog.domain.events.score import Ending, Score
from touchline.catalog.domain.events.simulation import Simulation
from touchline.catalog.domain.events.status import (
    UNKNOWN_STREAM_STATE,
    LiveStatus,
    StreamState,
    StreamStatus,
    get_live_status,
    get_stream_status,
)
from touchline.catalog.domain.events.visibility import Visibility
from touchline.catalog.domain.media.recordings import RecordingState
from touchline.catalog.domain.passes import PassType, Price
from touchline.catalog.domain.taxonomy import Category, Gender, Location
from touchline.shared.geo import EVERYWHERE, GeoRule, is_blocked
from touchline.shared.ids import EventId
from touchline.shared.strings.localized import LocalText, localize

_VERSUS: LocalText = {"en": "vs.", "fr": "c."}
"""The word between the teams of a game at a neutral site."""


EVENT_IMAGES = ("card", "poster", "tall")
"""The images of an event: for cards (16:9), for its page and shared links (1200 × 630), for phones (4:5)."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a channel.

    A game between two participants is called `Away @ Home`, or `Away vs. Home` at a neutral site; `title`
    names any other event.

    `price` is None if the channel's single-event package sets the price. `images` maps each of
    `EVENT_IMAGES` to a stored image. At `simulate_at` the recording plays as if it were live
    (`get_simulation`). `revision` counts the changes; `changed_at` is the time of the last one.
    `score` comes from the pack, and `result` from the timeline. `schedule` says whether the event takes
    place. `recording_state` says whether the recording was taken
    down. `replay` says when viewers may watch the event after its end. `preroll_keys` are the pre-rolls
    that may play before it, None for all that fit. `visibility` says whether lists show it, and who may
    open it. `has_live`: viewers may watch it live, not only in replay. Without `has_video`, viewers get only
    its audio. `allows_downloads`: viewers whose pass includes downloads may download its recording. In a
    country with one of `blackouts`, nobody may watch it for a time; those of its category and of the channel
    count as well. `parent_participants` lists the participants that have the event without being one of its
    sides (`domain.events.participation`). It is set while a pack is applied, so that search finds the event
    under their names.
    """

    id: EventId
    key: str
    starts_at: datetime
    duration: timedelta
    pass_type: PassType = PassType.FREE
    title: LocalText = field(default_factory=dict)
    label: LocalText = field(default_factory=dict)
    description: LocalText = field(default_factory=dict)
    sides: tuple[EventSide, ...] = ()
    category: Category | None = None
    location: Location | None = None
    is_neutral_site: bool = False
    price: Price | None = None
    score: Score | None = None
    result: Score | None = None
    images: dict[str, str] = field(default_factory=dict)
    stream: StreamState = UNKNOWN_STREAM_STATE
    geo: GeoRule = EVERYWHERE
    clip_count: int = 0
    revision: int = 0
    changed_at: datetime | None = None
    simulate_at: datetime | None = None
    schedule: Schedule = UNCHANGED_SCHEDULE
    recording_state: RecordingState = RecordingState.AVAILABLE
    visibility: Visibility = Visibility.PUBLIC
    replay: ReplayWindow = ALWAYS
    preroll_keys: tuple[str, ...] | None = None
    has_live: bool = True
    has_video: bool = True
    allows_downloads: bool = True
    blackouts: tuple[Blackout, ...] = ()
    parent_participants: tuple[Participant, ...] = ()

    @property
    def has_timeline(self) -> bool:
        """Whether the timeline says how the game stands. The score of the pack then no longer counts."""
        return self.result is not None

    @property
    def current_score(self) -> Score | None:
        """The score: that of the timeline, or else that of the pack."""
        return self.result or self.score

    @property
    def ends_at(self) -> datetime:
        return self.starts_at + self.duration

    @property
    def takes_place(self) -> bool:
        """Whether the event is expected at its start: neither canceled nor postponed without a new time."""
        return self.schedule.status.takes_place

    @property
    def is_private(self) -> bool:
        """Whether the event opens only for members of its teams, or for the viewer of a rehearsal."""
        return self.visibility.is_private

    @property
    def is_time_known(self) -> bool:
        """Whether the time of the start is known; false if only the day is."""
        return self.schedule.is_time_known

    @property
    def status_ends_at(self) -> datetime:
        """The end of the planned time. It equals the start for an event that does not take place or has no
        time yet, so that the schedule alone never makes it live.
        """
        return self.ends_at if self.takes_place and self.is_time_known else self.starts_at

    def get_time_zone(self, channel_zone: str) -> str:
        """Return the time zone of the location, or else the channel's. A day without a time is the
        channel's.
        """
        zone = self.location.time_zone if self.location and self.is_time_known else None
        return zone or channel_zone

    @property
    def home(self) -> EventSide | None:
        """The home side; None if there is none."""
        return next((side for side in self.sides if side.is_home), None)

    @property
    def is_matchup(self) -> bool:
        """Whether the event is a game: two participants, one of them at home."""
        return len(self.sides) == 2 and self.home is not None

    @property
    def ordered_sides(self) -> list[EventSide]:
        """The sides; the away side of a game first."""
        return sorted(self.sides, key=lambda side: side.is_home) if self.is_matchup else list(self.sides)

    @property
    def sport(self) -> str:
        """The sport of the category, or else of the participants."""
        if self.category and self.category.sport:
            return self.category.sport
        return next((side.participant.sport for side in self.sides if side.participant.sport), "")

    @property
    def gender(self) -> Gender:
        """The gender of the category, or else the one that all participants share."""
        if self.category and self.category.gender is not Gender.NOT_IDENTIFIED:
            return self.category.gender
        genders = {side.participant.gender for side in self.sides}
        return genders.pop() if len(genders) == 1 else Gender.NOT_IDENTIFIED

    def get_name(self, language: str, fallback: str) -> str:
        """Return `Away @ Home` with full names (`vs.` at a neutral site), or the title (api.md, "Closed
        questions").
        """
        return self._format_name([side.participant.name for side in self.ordered_sides], language, fallback)

    def get_short_name(self, language: str, fallback: str) -> str:
        """Return `Away @ Home` with short names, or the title."""
        return self._format_name(
            [side.participant.display_short_name for side in self.ordered_sides], language, fallback
        )

    def get_status(self, now: datetime) -> StreamStatus:
        """Return the stream status at `now`."""
        return get_stream_status(self.starts_at, self.status_ends_at, self.stream, now)

    def get_live_status(self, now: datetime, *, is_external: bool) -> LiveStatus | None:
        """Return the live status that viewers see; None if the event is neither due nor on.

        `is_external`: another site carries the video.
        """
        return get_live_status(self.starts_at, self.status_ends_at, self.stream, now, is_external=is_external)

    def is_on_air(self, now: datetime, *, is_external: bool) -> bool:
        """Return whether the stream has started and is not over. Being due is not enough."""
        status = self.get_live_status(now, is_external=is_external)
        return status is not None and status.is_on_air

    def get_availability(self, now: datetime, *, has_replay: bool = False) -> Availability:
        """Return whether there is, or will be, anything to watch (see `get_availability` in
        `domain.events.availability`).
        """
        status, schedule = self.get_status(now), self.schedule.status
        score = self.current_score
        ending = score.ending if score else Ending.REGULATION
        return get_availability(
            status,
            self.stream,
            schedule,
            self.replay,
            now,
            has_replay=has_replay,
            ending=ending,
            has_live=self.has_live,
        )

    def get_simulation(self, recording: timedelta | None) -> Simulation | None:
        """Return the simulation; None if none is set.

        Without a `recording` duration, the simulation is as long as the event.
        """
        return Simulation(self.simulate_at, recording or self.duration) if self.simulate_at else None

    def check_access(
        self,
        viewer: Viewer,
        now: datetime,
        *,
        channel_geo: GeoRule,
        entitlement: Entitlement | None,
        channel_blackouts: Sequence[Blackout] = (),
    ) -> Access:
        """Return whether this viewer may watch the event, and the reason.

        A blackout without an end counts as a blocked country.
        """
        intervals = self.list_blackouts(viewer.country, channel_blackouts)
        is_dark = is_blacked_out(intervals, now)
        blackout_end = get_blackout_end(intervals, now) if is_dark else None
        closed_reason = self._find_closed_reason(now)
        return check_access(
            self.pass_type,
            viewer,
            entitlement=entitlement,
            is_blocked=is_blocked(viewer.country, channel_geo, self.geo)
            or (is_dark and blackout_end is None),
            blackout_end=blackout_end,
            closed_reason=closed_reason,
            opens_at=self.replay_starts_at if closed_reason is AccessReason.REPLAY_LATER else None,
            has_video=self.has_video,
        )

    @property
    def replay_starts_at(self) -> datetime:
        """The time from which viewers may watch the replay, if the event ends as planned."""
        return max(self.status_ends_at, self.replay.since or self.status_ends_at)

    @property
    def region_rule(self) -> GeoRule:
        """The rule that decides whether media URLs are bound to a country. It includes the blackouts of the
        event and its category.
        """
        regions = {region for blackout in self.list_own_blackouts() for region in blackout.regions}
        return GeoRule(self.geo.allow, tuple(sorted({*self.geo.block, *regions})))

    def is_blocked_in(
        self,
        country: str | None,
        now: datetime,
        channel_geo: GeoRule,
        channel_blackouts: Sequence[Blackout] = (),
    ) -> bool:
        """Return whether the event is not available in a country now."""
        is_dark = is_blacked_out(self.list_blackouts(country, channel_blackouts), now)
        return is_dark or is_blocked(country, channel_geo, self.geo)

    def get_remainder(
        self, now: datetime, country: str | None, channel_blackouts: Sequence[Blackout] = ()
    ) -> Remainder:
        """Return what viewers in a country can still watch of the event."""
        return get_remainder(
            self.starts_at,
            self.status_ends_at,
            self.get_status(now),
            self.replay,
            self.list_blackouts(country, channel_blackouts),
            now,
            has_live=self.has_live,
        )

    def list_own_blackouts(self) -> tuple[Blackout, ...]:
        """Return the blackouts of the event and of its category."""
        return combine_blackouts(self.category.blackouts if self.category else (), self.blackouts)

    def list_blackouts(
        self, country: str | None, channel_blackouts: Sequence[Blackout] = ()
    ) -> list[Interval]:
        """Return the times in which the event is blacked out in a country."""
        blackouts = combine_blackouts(channel_blackouts, self.list_own_blackouts())
        return list_intervals(blackouts, country, self.status_ends_at)

    def get_playback_end(
        self, now: datetime, country: str | None = None, channel_blackouts: Sequence[Blackout] = ()
    ) -> datetime | None:
        """Return when playback that starts at `now` in a country ends; None if nothing ends it."""
        is_over = self.get_status(now) is StreamStatus.FINISHED
        next_blackout = get_next_blackout(self.list_blackouts(country, channel_blackouts), now)
        ends = [self.replay.until if is_over else None, next_blackout]
        return min((end for end in ends if end is not None), default=None)

    def _find_closed_reason(self, now: datetime) -> AccessReason | None:
        """Return why nobody may watch the event at `now`; None if it is open."""
        is_over = self.get_status(now) is StreamStatus.FINISHED
        if not self.has_live and not is_over and self.takes_place:
            return AccessReason.REPLAY_LATER
        if not self._has_started(now):
            return AccessReason.NOT_STARTED
        if is_over and self.replay.get_state(now) is not ReplayState.AVAILABLE:
            return AccessReason.NO_REPLAY
        return None

    def _has_started(self, now: datetime) -> bool:
        if not self.takes_place and not self.stream.is_recorded:
            return self.stream.is_publishing
        return self.get_status(now) is not StreamStatus.UPCOMING

    def _format_name(self, names: list[LocalText], language: str, fallback: str) -> str:
        if self.is_matchup and not self.title:
            away, home = (localize(name, language, fallback) for name in names)
            return f"{away} {localize(_VERSUS, language) if self.is_neutral_site else '@'} {home}"
        if self.title:
            return localize(self.title, language, fallback)
        return ", ".join(localize(name, language, fallback) for name in names)
