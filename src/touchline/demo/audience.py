"""Simulation of a season of visits: visitors, watched items and playback quality.

The same seed gives the same visits. The demo's reports show them, and tests verify their totals.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from hashlib import blake2b
from random import Random
from zoneinfo import ZoneInfo

from touchline.shared.days import end_of_day, start_of_day

MINUTE, HOUR = 60, 3600
HEARTBEAT_SECONDS = 60
"""Maximum seconds of viewing per heartbeat."""
USER_AGENTS = {
    "phone": "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1",
    "tablet": "Mozilla/5.0 (iPad; CPU OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/19.1 Mobile/15E148 Safari/604.1",
    "computer": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/141.0.0.0 Safari/537.36",
    "tv": "Mozilla/5.0 (SMART-TV; Linux; Tizen 9.0) AppleWebKit/537.36 (KHTML, like Gecko) "
    "SamsungBrowser/4.0 Chrome/120.0.6099.5 TV Safari/537.36",
}
BOT_USER_AGENT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
DEVICES, DEVICE_WEIGHTS = tuple(USER_AGENTS), (46, 9, 33, 12)
COUNTRIES, COUNTRY_WEIGHTS = ("US", "CA", "FR", "MX", ""), (80, 12, 4, 2, 2)
HOUR_WEIGHTS = (3, 1, 1, 1, 1, 1, 2, 4, 5, 5, 5, 6, 8, 8, 7, 7, 8, 11, 17, 26, 28, 22, 13, 6)
"""Relative number of visits in each hour of the day."""
SIDES, SIDE_WEIGHTS = ("viewer", "delivery", "source", "unknown"), (60, 20, 10, 10)
FAULTS = {"viewer": "network", "delivery": "fragment", "source": "manifest", "unknown": "decode"}
BITRATES = {"phone": (700, 1500, 2800), "tablet": (1500, 2800), "computer": (1500, 2800, 5200), "tv": (5200,)}


@dataclass(frozen=True)
class WatchItem:
    """An item to watch.

    `kind` is event, vod or clip. `starts_at` is in seconds since 1970, `duration` in seconds.
    """

    kind: str
    id: int
    starts_at: int
    duration: int


@dataclass(frozen=True)
class PlaybackHeartbeat:
    """A report of watched seconds, sent at their end."""

    at: int
    position: int
    seconds: int
    bitrate: int


@dataclass(frozen=True)
class PlaybackIssue:
    """A playback problem: a stall of `stall_ms` milliseconds, or a failure if `stall_ms` is 0."""

    at: int
    position: int
    side: str
    stall_ms: int = 0


@dataclass
class View:
    """One playback of an item.

    `first_frame_at` is None if playback failed before the first frame.
    """

    uuid: str
    item: WatchItem
    is_live: bool
    first_frame_at: int | None = None
    startup_ms: int = 0
    heartbeats: list[PlaybackHeartbeat] = field(default_factory=list)
    issues: list[PlaybackIssue] = field(default_factory=list)


@dataclass
class Visit:
    """One session with its events and views.

    `events` holds page views and purchase steps as (second, name, page). With `delay_seconds`, requests
    arrive that many seconds late, from an offline queue.
    """

    session: str
    at: int
    country: str
    device: str
    is_bot: bool = False
    delay_seconds: int = 0
    events: list[tuple[int, str, str]] = field(default_factory=list)
    views: list[View] = field(default_factory=list)


@dataclass(frozen=True)
class AudienceSimulation:
    """Simulated audience of `items`, from `first_day` in the time zone `zone` until `ends_at`.

    `ends_at` is in seconds since 1970. Nothing happens after it.
    """

    items: Sequence[WatchItem]
    zone: ZoneInfo
    first_day: date
    ends_at: int
    seed: int = 7
    visits_per_day: int = 60

    def generate_visits(self) -> Iterator[Visit]:
        """Generate all visits, day by day."""
        last = datetime.fromtimestamp(self.ends_at, self.zone).date()
        for number in range((last - self.first_day).days + 1):
            day = self.first_day + timedelta(days=number)
            yield from _DaySimulation(self, day).generate_visits()
        yield from _DaySimulation(self, last).generate_current_visits()


class _DaySimulation:
    """The visits of one day. Weekends have 50% more visits."""

    def __init__(self, simulation: AudienceSimulation, day: date) -> None:
        self._simulation = simulation
        self._day = day
        self._rng = Random(f"{simulation.seed}:{day}")  # noqa: S311  # demo data needs no secure randomness
        self._start = int(start_of_day(day, simulation.zone).timestamp())
        self._end = int(end_of_day(day, simulation.zone).timestamp())

    def generate_visits(self) -> Iterator[Visit]:
        """Generate the visits of the day in order of creation, not of time."""
        weekend_factor = 1.5 if self._day.weekday() >= 5 else 1.0
        count = round(self._simulation.visits_per_day * weekend_factor * self._rng.uniform(0.8, 1.2))
        for number in range(count):
            visit = self._create_visit(number)
            if visit.at < self._simulation.ends_at:
                yield visit

    def generate_current_visits(self) -> Iterator[Visit]:
        """Generate visits that are still active when the season ends."""
        for number in range(self._simulation.visits_per_day // 4 + 1):
            at = self._simulation.ends_at - self._rng.randrange(2 * MINUTE, 25 * MINUTE)
            visit = Visit(self._create_id("present", number), at, "US", self._rng.choice(DEVICES))
            visit.events.append((at, "visit_page", "/"))
            if items := self._list_available(at):
                weights = [self._get_popularity(candidate, at) for candidate in items]
                item = self._rng.choices(items, weights)[0]
                self._add_view(visit, item, at, f"present {number}")
            self._truncate(visit)
            yield visit

    def _create_visit(self, number: int) -> Visit:
        rng = self._rng
        at = self._start + rng.choices(range(24), HOUR_WEIGHTS)[0] * HOUR + rng.randrange(HOUR)
        device = rng.choices(DEVICES, DEVICE_WEIGHTS)[0]
        country = rng.choices(COUNTRIES, COUNTRY_WEIGHTS)[0]
        visit = Visit(self._create_id("visit", number), min(at, self._end - 1), country, device)
        visit.is_bot = rng.random() < 0.06
        visit.delay_seconds = rng.randrange(HOUR, 20 * HOUR) if rng.random() < 0.02 else 0
        clock = self._add_page_views(visit)
        for play_number in range(rng.choices((0, 1, 2, 3), (25, 55, 15, 5))[0]):
            if items := self._list_available(clock):
                item = rng.choices(items, [self._get_popularity(candidate, clock) for candidate in items])[0]
                clock = self._add_view(visit, item, clock, f"{number}.{play_number}")
        if visit.at + visit.delay_seconds >= self._simulation.ends_at:
            visit.delay_seconds = 0
        self._truncate(visit)
        return visit

    def _add_page_views(self, visit: Visit) -> int:
        """Add page views and, for some visits, purchase steps.

        Returns the second at which they end. A TV opens one page.
        """
        rng, clock = self._rng, visit.at
        pages = 1 if visit.device == "tv" else rng.choices((1, 2, 3, 5), (40, 30, 20, 10))[0]
        for _ in range(pages):
            page = rng.choice(("/", "/schedule", "/library", "/teams"))
            visit.events.append((clock, "visit_page", page))
            clock += rng.randrange(5, 90)
        for step, probability in (("view_item_list", 0.3), ("begin_checkout", 0.4), ("purchase", 0.55)):
            if rng.random() >= probability:
                break
            visit.events.append((clock, step, "/packages"))
            if step == "view_item_list" and rng.random() < 0.5:
                visit.events.append((clock + 1, "select_item", "/packages"))
            clock += rng.randrange(10, 120)
        return clock

    def _list_available(self, clock: int) -> list[WatchItem]:
        return [item for item in self._simulation.items if item.starts_at <= clock]

    def _get_popularity(self, item: WatchItem, clock: int) -> float:
        """Return the weight of an item. Live and recent events have the highest weights."""
        if item.kind != "event":
            return 0.15
        if clock < item.starts_at + item.duration:
            return 8.0
        return 2.0 / (1 + (clock - item.starts_at) / (2 * 86_400))

    def _add_view(self, visit: Visit, item: WatchItem, clock: int, number: str) -> int:
        """Add one view and return the second at which it ends."""
        rng = self._rng
        is_live = item.kind == "event" and clock < item.starts_at + item.duration
        view = View(self._create_id("view", number), item, is_live)
        visit.views.append(view)
        if rng.random() < 0.03:
            view.issues.append(self._create_issue(clock + 4, 0))
            return clock + 30
        view.startup_ms = round(math.exp(rng.gauss(6.6 if visit.device != "tv" else 7.2, 0.55)))
        view.first_frame_at = clock + math.ceil(view.startup_ms / 1000)
        return self._add_heartbeats(
            visit.device, view, view.first_frame_at, clock - item.starts_at if is_live else 0
        )

    def _add_heartbeats(self, device: str, view: View, clock: int, start_position: int) -> int:
        """Add heartbeats until the viewer stops watching, and return the second at which the view ends.

        Many viewers leave early, and some skip ahead.
        """
        rng, item = self._rng, view.item
        position = min(start_position, max(0, item.duration - 1))
        remaining = min(item.duration - position, round(rng.expovariate(1 / (item.duration * 0.4))) + 10)
        bitrate = rng.choice(BITRATES[device])
        while remaining > 0 and position < item.duration:
            seconds = min(HEARTBEAT_SECONDS, remaining, item.duration - position)
            clock, position, remaining = clock + seconds, position + seconds, remaining - seconds
            view.heartbeats.append(PlaybackHeartbeat(clock, position, seconds, bitrate))
            if rng.random() < 0.012:
                stall = self._create_issue(clock, position, rng.randrange(300, 9000))
                view.issues.append(stall)
                clock += math.ceil(stall.stall_ms / 1000)
            if not view.is_live and rng.random() < 0.01:
                position = min(item.duration, position + rng.randrange(60, 600))
        if rng.random() < 0.02:
            view.issues.append(self._create_issue(clock, position))
        return clock + 5

    def _create_issue(self, clock: int, position: int, stall_ms: int = 0) -> PlaybackIssue:
        return PlaybackIssue(clock, position, self._rng.choices(SIDES, SIDE_WEIGHTS)[0], stall_ms)

    def _truncate(self, visit: Visit) -> None:
        """Remove everything after the end of the season."""
        end = self._simulation.ends_at
        visit.events = [event for event in visit.events if event[0] <= end]
        visit.views = [view for view in visit.views if _get_start(view) <= end]
        for view in visit.views:
            view.heartbeats = [heartbeat for heartbeat in view.heartbeats if heartbeat.at <= end]
            view.issues = [issue for issue in view.issues if issue.at <= end]

    def _create_id(self, kind: str, number: int | str) -> str:
        """Return a reproducible ID of 32 hexadecimal digits."""
        seed_text = f"{self._simulation.seed}:{self._day}:{kind}:{number}"
        return blake2b(seed_text.encode(), digest_size=16).hexdigest()


def _get_start(view: View) -> int:
    return view.first_frame_at if view.first_frame_at is not None else view.issues[0].at
