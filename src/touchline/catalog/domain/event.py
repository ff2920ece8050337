"""An event: a game between two participants, or anything else that happens at a time."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from touchline.catalog.domain.access import Access, Holding, Viewer, access
from touchline.catalog.domain.availability import Availability, availability
from touchline.catalog.domain.participant import Participant, Side
from touchline.catalog.domain.passes import PassType, Price
from touchline.catalog.domain.places import Category, Gender, Location
from touchline.catalog.domain.recordings import RecordingState
from touchline.catalog.domain.schedule import AS_ANNOUNCED, Schedule
from touchline.catalog.domain.simulation import Simulation
from touchline.catalog.domain.status import (
    UNKNOWN,
    LiveStatus,
    StreamState,
    StreamStatus,
    live_status,
    stream_status,
)
from touchline.shared.geo import EVERYWHERE, GeoRule
from touchline.shared.ids import EventId
from touchline.shared.text import LocalText, pick


@dataclass(frozen=True, slots=True)
class Score:
    """The result so far; `note` is a word beside it, such as "OT"."""

    away: int
    home: int
    note: LocalText = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a channel. `title` names it where no two participants do; a game is `Away @ Home`.

    `price` is None where the channel's single-event package sets it. `images` maps `card` and `poster`
    to stored pictures. At `simulate_at` its recording plays as if it were live (`domain.simulation`).
    `revision` counts how often it was changed, last at `changed_at`. `schedule` says whether it takes place.
    `recording_state` says whether its recording was taken down. `also_of`: who has it besides its sides
    (`domain.participation`); known while a pack is applied, so that search files it under their names.
    """

    id: EventId
    key: str
    starts_at: datetime
    duration: timedelta
    pass_type: PassType = PassType.FREE
    title: LocalText = field(default_factory=dict)
    label: LocalText = field(default_factory=dict)
    description: LocalText = field(default_factory=dict)
    sides: tuple[Side, ...] = ()
    category: Category | None = None
    location: Location | None = None
    price: Price | None = None
    score: Score | None = None
    images: dict[str, str] = field(default_factory=dict)
    stream: StreamState = UNKNOWN
    geo: GeoRule = EVERYWHERE
    clip_count: int = 0
    revision: int = 0
    changed_at: datetime | None = None
    simulate_at: datetime | None = None
    schedule: Schedule = AS_ANNOUNCED
    recording_state: RecordingState = RecordingState.AVAILABLE
    also_of: tuple[Participant, ...] = ()

    @property
    def ends_at(self) -> datetime:
        return self.starts_at + self.duration

    @property
    def takes_place(self) -> bool:
        """Whether it is expected at its start: neither canceled nor postponed without a new time."""
        return self.schedule.status.takes_place

    @property
    def status_ends_at(self) -> datetime:
        """When its planned time is over: an event that does not take place is never live by the clock."""
        return self.ends_at if self.takes_place else self.starts_at

    @property
    def home(self) -> Side | None:
        """The side that plays at home."""
        return next((side for side in self.sides if side.is_home), None)

    @property
    def is_game(self) -> bool:
        """Two participants, one of them at home, make a game."""
        return len(self.sides) == 2 and self.home is not None

    @property
    def sport(self) -> str:
        """The sport of its category, or of the participants."""
        if self.category and self.category.sport:
            return self.category.sport
        return next((side.participant.sport for side in self.sides if side.participant.sport), "")

    @property
    def gender(self) -> Gender:
        """Whose game it is: the category's word, or the participants'."""
        if self.category and self.category.gender is not Gender.NOT_IDENTIFIED:
            return self.category.gender
        genders = {side.participant.gender for side in self.sides}
        return genders.pop() if len(genders) == 1 else Gender.NOT_IDENTIFIED

    def name(self, language: str, fallback: str) -> str:
        """`Away @ Home` in full names, or the title (api.md, "Closed questions")."""
        return self._named([side.participant.name for side in self._in_order()], language, fallback)

    def short_name(self, language: str, fallback: str) -> str:
        """`Away @ Home` in short names, or the title."""
        return self._named([side.participant.short for side in self._in_order()], language, fallback)

    def status(self, now: datetime) -> StreamStatus:
        """Where it stands at `now`."""
        return stream_status(self.starts_at, self.status_ends_at, self.stream, now)

    def live_status(self, now: datetime, *, carried: bool) -> LiveStatus | None:
        """Return what viewers see of it while it is due or on; `carried`: another site shows its picture."""
        return live_status(self.starts_at, self.status_ends_at, self.stream, now, carried=carried)

    def is_on_air(self, now: datetime, *, carried: bool) -> bool:
        """Whether its stream has come and is not over; being due is not enough."""
        status = self.live_status(now, carried=carried)
        return status is not None and status.is_on_air

    def availability(self, now: datetime, *, has_replay: bool = False) -> Availability:
        """Return whether there is anything to watch (`domain.availability`)."""
        return availability(self.status(now), self.stream, self.schedule.status, has_replay=has_replay)

    def simulation(self, recording: timedelta | None) -> Simulation | None:
        """The simulated showing, if one is set; without a `recording` yet it is as long as the event."""
        return Simulation(self.simulate_at, recording or self.duration) if self.simulate_at else None

    def access(
        self, viewer: Viewer, now: datetime, *, channel_geo: GeoRule, holding: Holding | None
    ) -> Access:
        """Whether this viewer may watch it, and why (not)."""
        return access(
            self.pass_type,
            viewer,
            holding=holding,
            blocked=channel_geo.blocks(viewer.country) or self.geo.blocks(viewer.country),
            started=self._has_started(now),
        )

    def _has_started(self, now: datetime) -> bool:
        if not self.takes_place and not self.stream.recorded:
            return self.stream.publishing
        return self.status(now) is not StreamStatus.UPCOMING

    def _in_order(self) -> list[Side]:
        return sorted(self.sides, key=lambda side: side.is_home) if self.is_game else list(self.sides)

    def _named(self, names: list[LocalText], language: str, fallback: str) -> str:
        if self.is_game and not self.title:
            away, home = (pick(name, language, fallback) for name in names)
            return f"{away} @ {home}"
        if self.title:
            return pick(self.title, language, fallback)
        return ", ".join(pick(name, language, fallback) for name in names)
