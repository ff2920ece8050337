"""Expected reports of a season, computed from its visits independently of the product.

The module uses neither the store nor the reports, and shares no code with them.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from touchline.demo.audience import PlaybackHeartbeat, PlaybackIssue, View, Visit, WatchItem

JsonObject = dict[str, Any]
DEVICE_NAMES = {"phone": "Phone", "tablet": "Tablet", "computer": "Computer", "tv": "TV"}


@dataclass(frozen=True)
class DateRange:
    """A range of whole days in a zone."""

    first: date
    last: date
    zone: ZoneInfo

    def contains(self, at: int) -> bool:
        """Return whether a timestamp in seconds is in the range."""
        return self.first <= self.to_date(at) <= self.last

    def to_date(self, at: int) -> date:
        """Return the day of a timestamp in seconds."""
        return datetime.fromtimestamp(at, self.zone).date()

    def list_days(self) -> list[date]:
        """Return each day of the range."""
        return [self.first + timedelta(days=n) for n in range((self.last - self.first).days + 1)]

    def serialize(self) -> JsonObject:
        """Return the range as the report's first fields."""
        return {
            "from": str(self.first),
            "to": str(self.last),
            "time_zone": str(self.zone),
            "days": len(self.list_days()),
        }


ReportPart = tuple[str, int | None, str] | tuple[str, int, str, str]


class ExpectedReports:
    """Expected reports of a season. Each figure is computed from all visits."""

    def __init__(self, visits: Iterable[Visit]) -> None:
        self.human_visits = [visit for visit in visits if not visit.is_bot]

    def build_overview(self, days: DateRange, before: DateRange) -> JsonObject:
        """Return `GET /reports/overview`."""
        return {
            "span": days.serialize(),
            "before_span": before.serialize(),
            "totals": self._build_totals(days),
            "before": self._build_totals(before),
            "days": [{**day, "left_out": 0} for day in self._build_days(days)],
            "before_days": self._build_days(before),
            "left_out": 0,
        }

    def build_breakdown(
        self, days: DateRange, before: DateRange, parts: Callable[[Visit, WatchItem], Iterable[ReportPart]]
    ) -> JsonObject:
        """Return `GET /reports/by/…`.

        `parts` returns the (key, id, name) that a view counts for, and for an event also its start.
        """
        views, seconds = self._count_by(days, parts)
        old_views, old_seconds = self._count_by(before, parts)
        total_seconds = sum(heartbeat.seconds for _, _, heartbeat in self._list_heartbeats(days))
        keys = set(views) | set(seconds)
        rows = sorted(keys, key=lambda key: (-seconds[key], -views[key], key[0]))
        return {
            "span": days.serialize(),
            "left_out": 0,
            "rows": [
                {
                    "key": key[0],
                    "id": key[1],
                    "name": key[2],
                    "starts_at": key[3] if len(key) > 3 else None,
                    "views": views[key],
                    "minutes": round(seconds[key] / 60, 1),
                    "share": round(seconds[key] / total_seconds, 4),
                    "before_views": old_views[key],
                    "before_minutes": round(old_seconds[key] / 60, 1),
                }
                for key in rows
            ],
        }

    def build_quality(self, days: DateRange, before: DateRange, item: WatchItem | None = None) -> JsonObject:
        """Return `GET /reports/quality`."""
        started = self._list_started_views(days, item)
        issues = self._list_issues(days, item)
        stalls = [(view, issue) for view, issue in issues if issue.stall_ms]
        failures = [(view, issue) for view, issue in issues if not issue.stall_ms]
        heartbeats = [
            heartbeat for _, view, heartbeat in self._list_heartbeats(days) if item in (None, view.item)
        ]
        seconds = sum(heartbeat.seconds for heartbeat in heartbeats)
        by_bitrate = [
            heartbeat.bitrate // 250 * 250 for heartbeat in heartbeats for _ in range(heartbeat.seconds)
        ]
        return {
            "span": days.serialize(),
            "left_out": 0,
            "views": len(started),
            "startup": {
                "median_ms": _percentile(_bucket_startups(started), 0.5, 50),
                "p95_ms": _percentile(_bucket_startups(started), 0.95, 50),
                "steps": [
                    {"from_ms": step, "views": count}
                    for step, count in sorted(Counter(_bucket_startups(started)).items())
                ],
            },
            "stalls": {
                "views": len({view.uuid for view, _ in stalls}),
                "share": _ratio(len({view.uuid for view, _ in stalls}), len(started)),
                "count": len(stalls),
                "seconds": round(sum(stall.stall_ms for _, stall in stalls) / 1000, 1),
                "per_hour": round(len(stalls) * 3600 / seconds, 2) if seconds else None,
            },
            "bitrate": {"median": _percentile(by_bitrate, 0.5, 125)},
            "failures": {
                "views": len({view.uuid for view, _ in failures}),
                "share": self._get_issue_share(days, item, stalled=False),
            },
            "sides": [
                {
                    "side": side,
                    "stalls": sum(stall.side == side for _, stall in stalls),
                    "seconds": round(
                        sum(stall.stall_ms for _, stall in stalls if stall.side == side) / 1000, 1
                    ),
                    "failures": sum(failure.side == side for _, failure in failures),
                }
                for side in ("viewer", "delivery", "source", "unknown")
            ],
            "days": [self._build_quality_day(day, days, item) for day in days.list_days()],
            "before": {
                "startup_median_ms": _percentile(
                    _bucket_startups(self._list_started_views(before, item)), 0.5, 50
                ),
                "stall_share": self._get_issue_share(before, item, stalled=True),
                "failure_share": self._get_issue_share(before, item, stalled=False),
            },
        }

    def build_funnel(self, days: DateRange, before: DateRange) -> JsonObject:
        """Return `GET /reports/funnel`."""
        return {
            "span": days.serialize(),
            "steps": self._build_steps(days),
            "before": self._build_steps(before),
            "left_out": 0,
        }

    def build_retention(self, item: WatchItem, step: int, last: int) -> tuple[int, list[JsonObject]]:
        """Return the views and the points of `GET /reports/retention/…`."""
        watched: dict[int, set[str]] = defaultdict(set)
        for visit in self.human_visits:
            for view in visit.views:
                if view.item == item:
                    for heartbeat in view.heartbeats:
                        for second in range(heartbeat.position - heartbeat.seconds, heartbeat.position):
                            watched[second // step * step].add(view.uuid)
        views = sum(
            view.first_frame_at is not None
            for v in self.human_visits
            for view in v.views
            if view.item == item
        )
        return views, [
            {"position": at, "views": len(watched[at]), "share": round(len(watched[at]) / views, 4)}
            for at in range(0, last + 1, step)
        ]

    def build_now(self, until: int, names: Mapping[tuple[str, int], str]) -> JsonObject:
        """Return `GET /reports/now`."""
        present: dict[tuple[str, int], set[str]] = defaultdict(set)
        minutes: dict[int, set[str]] = defaultdict(set)
        for visit in self.human_visits:
            for view in visit.views:
                for heartbeat in view.heartbeats:
                    minutes[heartbeat.at // 60 * 60].add(visit.session)
                    if heartbeat.at >= until - 60:
                        present[(view.item.kind, view.item.id)].add(visit.session)
        keys = sorted(present, key=lambda key: (-len(present[key]), *key))
        first = until // 60 * 60 - 30 * 60
        return {
            "at": _format_instant(until),
            "viewers": len(set().union(*present.values())),
            "things": [
                {"kind": kind, "id": id, "name": names[(kind, id)], "viewers": len(present[(kind, id)])}
                for kind, id in keys
            ],
            "minutes": [
                {"at": _format_instant(at), "viewers": len(minutes[at])}
                for at in range(first, first + 1800, 60)
            ],
        }

    def _build_totals(self, days: DateRange) -> JsonObject:
        started = [
            visit.session
            for visit in self.human_visits
            for view in visit.views
            if _is_within(days, view.first_frame_at)
        ]
        return {
            "sessions": len(
                {v.session for v in self.human_visits if any(days.contains(at) for at in _list_times(v))}
            ),
            "page_visits": sum(
                days.contains(at) and name == "visit_page"
                for v in self.human_visits
                for at, name, _ in v.events
            ),
            "views": len(started),
            "minutes": round(
                sum(heartbeat.seconds for _, _, heartbeat in self._list_heartbeats(days)) / 60, 1
            ),
            "viewers": len({*started, *(visit.session for visit, _, _ in self._list_heartbeats(days))}),
        }

    def _build_days(self, days: DateRange) -> list[JsonObject]:
        views = Counter(
            days.to_date(view.first_frame_at)
            for view in self._list_started_views(days, None)
            if view.first_frame_at
        )
        seconds: Counter[date] = Counter()
        for _, _, heartbeat in self._list_heartbeats(days):
            seconds[days.to_date(heartbeat.at)] += heartbeat.seconds
        return [
            {"day": str(day), "views": views[day], "minutes": round(seconds[day] / 60, 1)}
            for day in days.list_days()
        ]

    def _count_by(self, days: DateRange, parts: Any) -> tuple[Counter[Any], Counter[Any]]:
        views: Counter[Any] = Counter()
        seconds: Counter[Any] = Counter()
        for visit in self.human_visits:
            for view in visit.views:
                for part in parts(visit, view.item):
                    views[part] += _is_within(days, view.first_frame_at)
                    seconds[part] += sum(
                        heartbeat.seconds for heartbeat in view.heartbeats if days.contains(heartbeat.at)
                    )
        return +views, +seconds

    def _build_quality_day(self, day: date, days: DateRange, item: WatchItem | None) -> JsonObject:
        one_day = DateRange(day, day, days.zone)
        startups = [view.startup_ms for view in self._list_started_views(one_day, item)]
        issues = [issue for _, issue in self._list_issues(one_day, item)]
        return {
            "day": str(day),
            "startup_ms": round(sum(startups) / len(startups)) if startups else None,
            "stalls": sum(issue.stall_ms > 0 for issue in issues),
            "failures": sum(issue.stall_ms == 0 for issue in issues),
        }

    def _get_issue_share(self, days: DateRange, item: WatchItem | None, *, stalled: bool) -> float:
        affected = {
            view.uuid for view, issue in self._list_issues(days, item) if bool(issue.stall_ms) is stalled
        }
        started = {view.uuid for view in self._list_started_views(days, item)}
        return _ratio(len(affected), len(started if stalled else started | affected))

    def _build_steps(self, days: DateRange) -> list[JsonObject]:
        names = {
            "visit": {"visit_page"},
            "offer": {"view_item_list", "select_item"},
            "checkout": {"begin_checkout"},
            "purchase": {"purchase"},
        }
        sessions = {
            step: {
                v.session
                for v in self.human_visits
                for at, name, _ in v.events
                if name in event_names and days.contains(at)
            }
            for step, event_names in names.items()
        }
        return [
            {
                "step": step,
                "sessions": len(step_sessions),
                "share": _ratio(len(step_sessions), len(sessions["visit"])),
            }
            for step, step_sessions in sessions.items()
        ]

    def _list_started_views(self, days: DateRange, item: WatchItem | None) -> list[View]:
        return [
            view
            for visit in self.human_visits
            for view in visit.views
            if _is_within(days, view.first_frame_at) and item in (None, view.item)
        ]

    def _list_heartbeats(self, days: DateRange) -> Iterator[tuple[Visit, View, PlaybackHeartbeat]]:
        for visit in self.human_visits:
            for view in visit.views:
                yield from (
                    (visit, view, heartbeat) for heartbeat in view.heartbeats if days.contains(heartbeat.at)
                )

    def _list_issues(self, days: DateRange, item: WatchItem | None) -> list[tuple[View, PlaybackIssue]]:
        return [
            (view, issue)
            for visit in self.human_visits
            for view in visit.views
            for issue in view.issues
            if days.contains(issue.at) and item in (None, view.item)
        ]


def _list_times(visit: Visit) -> Iterator[int]:
    yield visit.at
    yield from (at for at, _, _ in visit.events)
    for view in visit.views:
        yield from (heartbeat.at for heartbeat in view.heartbeats)
        yield from (issue.at for issue in view.issues)
        if view.first_frame_at is not None:
            yield view.first_frame_at


def _is_within(days: DateRange, at: int | None) -> bool:
    return at is not None and days.contains(at)


def _bucket_startups(views: Sequence[View]) -> list[int]:
    return [min(view.startup_ms, 10_000) // 100 * 100 for view in views]


def _percentile(values: Sequence[int], share: float, half_bucket: int) -> int | None:
    """Return the percentile as the middle of its histogram bucket, or None without values. The last start-up
    bucket has no middle.
    """
    if not values:
        return None
    lower_bound = sorted(values)[math.ceil(len(values) * share) - 1]
    return lower_bound if lower_bound == 10_000 else lower_bound + half_bucket


def _ratio(part: int, total: int) -> float:
    return round(min(1.0, part / max(part, total)), 4) if part else 0.0


def _format_instant(at: int) -> str:
    return datetime.fromtimestamp(at, ZoneInfo("UTC")).strftime("%Y-%m-%dT%H:%M:%SZ")
