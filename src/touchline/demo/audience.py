"""A season of visits that never were: who came, what they watched and how it played, the same for the same
seed. It makes a demo's reports show something, and tests count it by hand."""

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
BEAT = 60
"""Seconds of viewing that a page tells at once."""
AGENTS = {
    "phone": "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1",
    "tablet": "Mozilla/5.0 (iPad; CPU OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/19.1 Mobile/15E148 Safari/604.1",
    "computer": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/141.0.0.0 Safari/537.36",
    "tv": "Mozilla/5.0 (SMART-TV; Linux; Tizen 9.0) AppleWebKit/537.36 (KHTML, like Gecko) "
    "SamsungBrowser/4.0 Chrome/120.0.6099.5 TV Safari/537.36",
}
BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
DEVICES, OF_DEVICES = tuple(AGENTS), (46, 9, 33, 12)
COUNTRIES, OF_COUNTRIES = ("US", "CA", "FR", "MX", ""), (80, 12, 4, 2, 2)
HOURS = (3, 1, 1, 1, 1, 1, 2, 4, 5, 5, 5, 6, 8, 8, 7, 7, 8, 11, 17, 26, 28, 22, 13, 6)
"""How many come in each hour of a day."""
SIDES, OF_SIDES = ("viewer", "delivery", "source", "unknown"), (60, 20, 10, 10)
FAULTS = {"viewer": "network", "delivery": "fragment", "source": "manifest", "unknown": "decode"}
BITRATES = {"phone": (700, 1500, 2800), "tablet": (1500, 2800), "computer": (1500, 2800, 5200), "tv": (5200,)}


@dataclass(frozen=True)
class Show:
    """Something that can be watched: `kind` event, vod or clip; `starts_at` in seconds since 1970, and how
    many seconds it is long."""

    kind: str
    id: int
    starts_at: int
    duration: int


@dataclass(frozen=True)
class Beat:
    """Seconds that were watched, told at their end."""

    at: int
    position: int
    seconds: int
    bitrate: int


@dataclass(frozen=True)
class Trouble:
    """A stall of so many milliseconds, or with none a failure."""

    at: int
    position: int
    side: str
    stall_ms: int = 0


@dataclass
class View:
    """A play of a show; one that failed before its first picture has no `first_at`."""

    uuid: str
    show: Show
    live: bool
    first_at: int | None = None
    startup_ms: int = 0
    beats: list[Beat] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)


@dataclass
class Visit:
    """One session: pages that were seen and steps to a purchase (name and second), and what was watched. With
    `waited` its calls came so many seconds late, out of a queue that was kept offline."""

    session: str
    at: int
    country: str
    device: str
    is_bot: bool = False
    waited: int = 0
    happenings: list[tuple[int, str, str]] = field(default_factory=list)
    views: list[View] = field(default_factory=list)


@dataclass(frozen=True)
class Season:
    """Which days of which time zone, up to which second nothing happens later than, and of what."""

    shows: Sequence[Show]
    zone: ZoneInfo
    first: date
    until: int
    seed: int = 7
    visits_a_day: int = 60

    def visits(self) -> Iterator[Visit]:
        """Every visit, day by day."""
        last = datetime.fromtimestamp(self.until, self.zone).date()
        for number in range((last - self.first).days + 1):
            day = self.first + timedelta(days=number)
            yield from _Day(self, day).visits()
        yield from _Day(self, last).present()


class _Day:
    """The visits of one day. Weekends bring half as many again, and Saturdays' games the most."""

    def __init__(self, season: Season, day: date) -> None:
        self._season = season
        self._day = day
        self._dice = Random(f"{season.seed}:{day}")  # noqa: S311  # a demo's dice open nothing
        self._begins = int(start_of_day(day, season.zone).timestamp())
        self._ends = int(end_of_day(day, season.zone).timestamp())

    def visits(self) -> Iterator[Visit]:
        """In the order in which they were thought of."""
        weekend = 1.5 if self._day.weekday() >= 5 else 1.0
        count = round(self._season.visits_a_day * weekend * self._dice.uniform(0.8, 1.2))
        for number in range(count):
            visit = self._visit(number)
            if visit.at < self._season.until:
                yield visit

    def present(self) -> Iterator[Visit]:
        """Those who are there when the season ends, and stay."""
        for number in range(self._season.visits_a_day // 4 + 1):
            at = self._season.until - self._dice.randrange(2 * MINUTE, 25 * MINUTE)
            visit = Visit(self._name("present", number), at, "US", self._dice.choice(DEVICES))
            visit.happenings.append((at, "visit_page", "/"))
            if shows := self._shown(at):
                show = self._dice.choices(shows, [self._wish(one, at) for one in shows])[0]
                self._watch(visit, show, at, f"present {number}")
            self._stop_at_the_end(visit)
            yield visit

    def _visit(self, number: int) -> Visit:
        dice = self._dice
        at = self._begins + dice.choices(range(24), HOURS)[0] * HOUR + dice.randrange(HOUR)
        device = dice.choices(DEVICES, OF_DEVICES)[0]
        country = dice.choices(COUNTRIES, OF_COUNTRIES)[0]
        visit = Visit(self._name("visit", number), min(at, self._ends - 1), country, device)
        visit.is_bot = dice.random() < 0.06
        visit.waited = dice.randrange(HOUR, 20 * HOUR) if dice.random() < 0.02 else 0
        clock = self._browse(visit)
        for play in range(dice.choices((0, 1, 2, 3), (25, 55, 15, 5))[0]):
            if shows := self._shown(clock):
                show = dice.choices(shows, [self._wish(one, clock) for one in shows])[0]
                clock = self._watch(visit, show, clock, f"{number}.{play}")
        if visit.at + visit.waited >= self._season.until:
            visit.waited = 0
        self._stop_at_the_end(visit)
        return visit

    def _browse(self, visit: Visit) -> int:
        """Pages and, of some, the way to a purchase; when it is over. A TV opens one page."""
        dice, clock = self._dice, visit.at
        pages = 1 if visit.device == "tv" else dice.choices((1, 2, 3, 5), (40, 30, 20, 10))[0]
        for _ in range(pages):
            page = dice.choice(("/", "/schedule", "/library", "/teams"))
            visit.happenings.append((clock, "visit_page", page))
            clock += dice.randrange(5, 90)
        for step, chance in (("view_item_list", 0.3), ("begin_checkout", 0.4), ("purchase", 0.55)):
            if dice.random() >= chance:
                break
            visit.happenings.append((clock, step, "/packages"))
            if step == "view_item_list" and dice.random() < 0.5:
                visit.happenings.append((clock + 1, "select_item", "/packages"))
            clock += dice.randrange(10, 120)
        return clock

    def _shown(self, clock: int) -> list[Show]:
        return [show for show in self._season.shows if show.starts_at <= clock]

    def _wish(self, show: Show, clock: int) -> float:
        """What is new or live is wished for most."""
        if show.kind != "event":
            return 0.15
        if clock < show.starts_at + show.duration:
            return 8.0
        return 2.0 / (1 + (clock - show.starts_at) / (2 * 86_400))

    def _watch(self, visit: Visit, show: Show, clock: int, number: str) -> int:
        """One play; when it is over."""
        dice = self._dice
        live = show.kind == "event" and clock < show.starts_at + show.duration
        view = View(self._name("view", number), show, live)
        visit.views.append(view)
        if dice.random() < 0.03:
            view.troubles.append(self._trouble(clock + 4, 0))
            return clock + 30
        view.startup_ms = round(math.exp(dice.gauss(6.6 if visit.device != "tv" else 7.2, 0.55)))
        view.first_at = clock + math.ceil(view.startup_ms / 1000)
        return self._play(visit.device, view, view.first_at, clock - show.starts_at if live else 0)

    def _play(self, device: str, view: View, clock: int, begins: int) -> int:
        """Beats until the viewer has seen enough: half of them stay for a while only, some skip ahead."""
        dice, show = self._dice, view.show
        position = min(begins, max(0, show.duration - 1))
        left = min(show.duration - position, round(dice.expovariate(1 / (show.duration * 0.4))) + 10)
        bitrate = dice.choice(BITRATES[device])
        while left > 0 and position < show.duration:
            seconds = min(BEAT, left, show.duration - position)
            clock, position, left = clock + seconds, position + seconds, left - seconds
            view.beats.append(Beat(clock, position, seconds, bitrate))
            if dice.random() < 0.012:
                stall = self._trouble(clock, position, dice.randrange(300, 9000))
                view.troubles.append(stall)
                clock += math.ceil(stall.stall_ms / 1000)
            if not view.live and dice.random() < 0.01:
                position = min(show.duration, position + dice.randrange(60, 600))
        if dice.random() < 0.02:
            view.troubles.append(self._trouble(clock, position))
        return clock + 5

    def _trouble(self, clock: int, position: int, stall_ms: int = 0) -> Trouble:
        return Trouble(clock, position, self._dice.choices(SIDES, OF_SIDES)[0], stall_ms)

    def _stop_at_the_end(self, visit: Visit) -> None:
        """Nothing happens after the season."""
        end = self._season.until
        visit.happenings = [one for one in visit.happenings if one[0] <= end]
        visit.views = [view for view in visit.views if _began(view) <= end]
        for view in visit.views:
            view.beats = [one for one in view.beats if one.at <= end]
            view.troubles = [one for one in view.troubles if one.at <= end]

    def _name(self, kind: str, number: int | str) -> str:
        """A name of 32 hexadecimal digits that is the same each time."""
        said = f"{self._season.seed}:{self._day}:{kind}:{number}"
        return blake2b(said.encode(), digest_size=16).hexdigest()


def _began(view: View) -> int:
    return view.first_at if view.first_at is not None else view.troubles[0].at
