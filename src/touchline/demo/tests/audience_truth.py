"""What a season's reports have to say, counted by hand from its visits. It knows neither the store nor the
reports, and shares no line of code with them."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from touchline.demo.audience import Beat, Show, Trouble, View, Visit

Answer = dict[str, Any]
DEVICE_NAMES = {"phone": "Phone", "tablet": "Tablet", "computer": "Computer", "tv": "TV"}


@dataclass(frozen=True)
class Days:
    """Whole days of a zone."""

    first: date
    last: date
    zone: ZoneInfo

    def has(self, at: int) -> bool:
        """Whether a second lies in one of them."""
        return self.first <= self.of(at) <= self.last

    def of(self, at: int) -> date:
        """The day of a second."""
        return datetime.fromtimestamp(at, self.zone).date()

    def all(self) -> list[date]:
        """Each of them."""
        return [self.first + timedelta(days=n) for n in range((self.last - self.first).days + 1)]

    def told(self) -> Answer:
        """As a report begins."""
        return {
            "from": str(self.first),
            "to": str(self.last),
            "time_zone": str(self.zone),
            "days": len(self.all()),
        }


Part = tuple[str, int | None, str] | tuple[str, int, str, str]


class Truth:
    """A season, looked through again for each figure."""

    def __init__(self, visits: Iterable[Visit]) -> None:
        self.people = [visit for visit in visits if not visit.is_bot]

    def overview(self, days: Days, before: Days) -> Answer:
        """`GET /reports/overview`."""
        return {
            "span": days.told(),
            "before_span": before.told(),
            "totals": self._totals(days),
            "before": self._totals(before),
            "days": [{**day, "left_out": 0} for day in self._days(days)],
            "before_days": self._days(before),
            "left_out": 0,
        }

    def by(self, days: Days, before: Days, parts: Callable[[Visit, Show], Iterable[Part]]) -> Answer:
        """`GET /reports/by/…`; `parts` are (key, id, name) of what a view counts for, and of a game when
        it began."""
        views, seconds = self._by(days, parts)
        old_views, old_seconds = self._by(before, parts)
        whole = sum(beat.seconds for _, _, beat in self._beats(days))
        keys = set(views) | set(seconds)
        rows = sorted(keys, key=lambda key: (-seconds[key], -views[key], key[0]))
        return {
            "span": days.told(),
            "left_out": 0,
            "rows": [
                {
                    "key": key[0],
                    "id": key[1],
                    "name": key[2],
                    "starts_at": key[3] if len(key) > 3 else None,
                    "views": views[key],
                    "minutes": round(seconds[key] / 60, 1),
                    "share": round(seconds[key] / whole, 4),
                    "before_views": old_views[key],
                    "before_minutes": round(old_seconds[key] / 60, 1),
                }
                for key in rows
            ],
        }

    def quality(self, days: Days, before: Days, show: Show | None = None) -> Answer:
        """`GET /reports/quality`."""
        begun = self._begun(days, show)
        troubles = self._troubles(days, show)
        stalls = [(view, one) for view, one in troubles if one.stall_ms]
        failures = [(view, one) for view, one in troubles if not one.stall_ms]
        beats = [beat for _, view, beat in self._beats(days) if show in (None, view.show)]
        seconds = sum(beat.seconds for beat in beats)
        by_bitrate = [beat.bitrate // 250 * 250 for beat in beats for _ in range(beat.seconds)]
        return {
            "span": days.told(),
            "left_out": 0,
            "views": len(begun),
            "startup": {
                "median_ms": _ranked(_startups(begun), 0.5, 50),
                "p95_ms": _ranked(_startups(begun), 0.95, 50),
                "steps": [
                    {"from_ms": step, "views": count}
                    for step, count in sorted(Counter(_startups(begun)).items())
                ],
            },
            "stalls": {
                "views": len({view.uuid for view, _ in stalls}),
                "share": _share(len({view.uuid for view, _ in stalls}), len(begun)),
                "count": len(stalls),
                "seconds": round(sum(one.stall_ms for _, one in stalls) / 1000, 1),
                "per_hour": round(len(stalls) * 3600 / seconds, 2) if seconds else None,
            },
            "bitrate": {"median": _ranked(by_bitrate, 0.5, 125)},
            "failures": {
                "views": len({view.uuid for view, _ in failures}),
                "share": self._trouble_share(days, show, stalled=False),
            },
            "sides": [
                {
                    "side": side,
                    "stalls": sum(one.side == side for _, one in stalls),
                    "seconds": round(sum(one.stall_ms for _, one in stalls if one.side == side) / 1000, 1),
                    "failures": sum(one.side == side for _, one in failures),
                }
                for side in ("viewer", "delivery", "source", "unknown")
            ],
            "days": [self._quality_of(day, days, show) for day in days.all()],
            "before": {
                "startup_median_ms": _ranked(_startups(self._begun(before, show)), 0.5, 50),
                "stall_share": self._trouble_share(before, show, stalled=True),
                "failure_share": self._trouble_share(before, show, stalled=False),
            },
        }

    def funnel(self, days: Days, before: Days) -> Answer:
        """`GET /reports/funnel`."""
        return {"span": days.told(), "steps": self._steps(days), "before": self._steps(before), "left_out": 0}

    def retention(self, show: Show, step: int, last: int) -> tuple[int, list[Answer]]:
        """Views, and the points of `GET /reports/retention/…`."""
        watched: dict[int, set[str]] = defaultdict(set)
        for visit in self.people:
            for view in visit.views:
                if view.show == show:
                    for beat in view.beats:
                        for second in range(beat.position - beat.seconds, beat.position):
                            watched[second // step * step].add(view.uuid)
        views = sum(view.first_at is not None for v in self.people for view in v.views if view.show == show)
        return views, [
            {"position": at, "views": len(watched[at]), "share": round(len(watched[at]) / views, 4)}
            for at in range(0, last + 1, step)
        ]

    def now(self, until: int, names: Mapping[tuple[str, int], str]) -> Answer:
        """`GET /reports/now`."""
        present: dict[tuple[str, int], set[str]] = defaultdict(set)
        minutes: dict[int, set[str]] = defaultdict(set)
        for visit in self.people:
            for view in visit.views:
                for beat in view.beats:
                    minutes[beat.at // 60 * 60].add(visit.session)
                    if beat.at >= until - 60:
                        present[(view.show.kind, view.show.id)].add(visit.session)
        shown = sorted(present, key=lambda thing: (-len(present[thing]), *thing))
        first = until // 60 * 60 - 30 * 60
        return {
            "at": _instant(until),
            "viewers": len(set().union(*present.values())),
            "things": [
                {"kind": kind, "id": id, "name": names[(kind, id)], "viewers": len(present[(kind, id)])}
                for kind, id in shown
            ],
            "minutes": [
                {"at": _instant(at), "viewers": len(minutes[at])} for at in range(first, first + 1800, 60)
            ],
        }

    def _totals(self, days: Days) -> Answer:
        begun = [visit.session for visit in self.people for view in visit.views if _in(days, view.first_at)]
        return {
            "sessions": len({v.session for v in self.people if any(days.has(at) for at in _moments(v))}),
            "page_visits": sum(
                days.has(at) and name == "visit_page" for v in self.people for at, name, _ in v.happenings
            ),
            "views": len(begun),
            "minutes": round(sum(beat.seconds for _, _, beat in self._beats(days)) / 60, 1),
            "viewers": len({*begun, *(visit.session for visit, _, _ in self._beats(days))}),
        }

    def _days(self, days: Days) -> list[Answer]:
        views = Counter(days.of(view.first_at) for view in self._begun(days, None) if view.first_at)
        seconds: Counter[date] = Counter()
        for _, _, beat in self._beats(days):
            seconds[days.of(beat.at)] += beat.seconds
        return [
            {"day": str(day), "views": views[day], "minutes": round(seconds[day] / 60, 1)}
            for day in days.all()
        ]

    def _by(self, days: Days, parts: Any) -> tuple[Counter[Any], Counter[Any]]:
        views: Counter[Any] = Counter()
        seconds: Counter[Any] = Counter()
        for visit in self.people:
            for view in visit.views:
                for part in parts(visit, view.show):
                    views[part] += _in(days, view.first_at)
                    seconds[part] += sum(beat.seconds for beat in view.beats if days.has(beat.at))
        return +views, +seconds

    def _quality_of(self, day: date, days: Days, show: Show | None) -> Answer:
        one = Days(day, day, days.zone)
        startups = [view.startup_ms for view in self._begun(one, show)]
        troubles = [trouble for _, trouble in self._troubles(one, show)]
        return {
            "day": str(day),
            "startup_ms": round(sum(startups) / len(startups)) if startups else None,
            "stalls": sum(trouble.stall_ms > 0 for trouble in troubles),
            "failures": sum(trouble.stall_ms == 0 for trouble in troubles),
        }

    def _trouble_share(self, days: Days, show: Show | None, *, stalled: bool) -> float:
        found = {view.uuid for view, one in self._troubles(days, show) if bool(one.stall_ms) is stalled}
        begun = {view.uuid for view in self._begun(days, show)}
        return _share(len(found), len(begun if stalled else begun | found))

    def _steps(self, days: Days) -> list[Answer]:
        names = {
            "visit": {"visit_page"},
            "offer": {"view_item_list", "select_item"},
            "checkout": {"begin_checkout"},
            "purchase": {"purchase"},
        }
        came = {
            step: {
                v.session for v in self.people for at, name, _ in v.happenings if name in own and days.has(at)
            }
            for step, own in names.items()
        }
        return [
            {"step": step, "sessions": len(found), "share": _share(len(found), len(came["visit"]))}
            for step, found in came.items()
        ]

    def _begun(self, days: Days, show: Show | None) -> list[View]:
        return [
            view
            for visit in self.people
            for view in visit.views
            if _in(days, view.first_at) and show in (None, view.show)
        ]

    def _beats(self, days: Days) -> Iterator[tuple[Visit, View, Beat]]:
        for visit in self.people:
            for view in visit.views:
                yield from ((visit, view, beat) for beat in view.beats if days.has(beat.at))

    def _troubles(self, days: Days, show: Show | None) -> list[tuple[View, Trouble]]:
        return [
            (view, one)
            for visit in self.people
            for view in visit.views
            for one in view.troubles
            if days.has(one.at) and show in (None, view.show)
        ]


def _moments(visit: Visit) -> Iterator[int]:
    yield visit.at
    yield from (at for at, _, _ in visit.happenings)
    for view in visit.views:
        yield from (beat.at for beat in view.beats)
        yield from (trouble.at for trouble in view.troubles)
        if view.first_at is not None:
            yield view.first_at


def _in(days: Days, at: int | None) -> bool:
    return at is not None and days.has(at)


def _startups(views: Sequence[View]) -> list[int]:
    return [min(view.startup_ms, 10_000) // 100 * 100 for view in views]


def _ranked(figures: Sequence[int], share: float, middle: int) -> int | None:
    """The figure of that rank, told as the middle of its step; the last step of start-up has none."""
    if not figures:
        return None
    found = sorted(figures)[math.ceil(len(figures) * share) - 1]
    return found if found == 10_000 else found + middle


def _share(part: int, whole: int) -> float:
    return round(min(1.0, part / max(part, whole)), 4) if part else 0.0


def _instant(at: int) -> str:
    return datetime.fromtimestamp(at, ZoneInfo("UTC")).strftime("%Y-%m-%dT%H:%M:%SZ")
