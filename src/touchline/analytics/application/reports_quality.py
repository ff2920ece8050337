"""How it played, and how far it was watched."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from touchline.analytics.application.reports_asked import (
    Answer,
    Question,
    answered,
    left_out_of,
    share_of,
    told_instant,
)
from touchline.analytics.domain.counting import BITRATE_STEP, LAST_STARTUP, STARTUP_STEP
from touchline.analytics.domain.facts import Side, ThingKind
from touchline.analytics.domain.folding import by_day
from touchline.analytics.domain.histograms import percentile
from touchline.analytics.domain.spans import Span
from touchline.analytics.ports.catalogue import Catalogue, Game
from touchline.analytics.ports.channel_facts import ChannelFacts
from touchline.analytics.ports.moments import Moments
from touchline.analytics.ports.store import AnalyticsStore, Quality, Thing
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFound
from touchline.shared.ids import ChannelId

MOST_POINTS = 120
MOST_MOMENTS = 20
STEPS = (5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600)
_LONGER, _USUAL_DURATION, _FEW = 3, 14_400, 50
_EARLIEST = timedelta(days=3650)


class PlayedHow:
    """Tells of start-up, stalls, bitrates and failures."""

    def __init__(self, store: AnalyticsStore) -> None:
        self._store = store

    @answered
    def __call__(self, asked: Question, thing: Thing | None = None) -> Answer:
        """Of all that was watched, or of one thing."""
        quality = self._store.quality(asked.span, thing)
        before = self._store.quality(asked.before, thing) if asked.before else None
        stalls = sum(quality.stalls.values())
        return {
            "span": asked.told(),
            "views": quality.views,
            "startup": {
                "median_ms": _startup(quality, 0.5),
                "p95_ms": _startup(quality, 0.95),
                "steps": [
                    {"from_ms": step, "views": views} for step, views in sorted(quality.startups.items())
                ],
            },
            "stalls": {
                "views": quality.views_stalled,
                "share": _share(quality.views_stalled, quality),
                "count": stalls,
                "seconds": _seconds(sum(quality.stall_ms.values())),
                "per_hour": round(stalls * 3600 / quality.seconds, 2) if quality.seconds else None,
            },
            "bitrate": {"median": percentile(quality.bitrates, 0.5, BITRATE_STEP)},
            "failures": {"views": quality.views_failed, "share": _failed(quality)},
            "sides": [_side(side, quality) for side in Side],
            "days": self._days(asked.span, thing),
            "before": _before(before) if before else None,
            "left_out": left_out_of(self._store, asked.span),
        }

    def _days(self, span: Span, thing: Thing | None) -> list[Answer]:
        days = by_day(span, self._store.quality_through(span, thing))
        told: list[Answer] = []
        for day, found in days.items():
            views = sum(one.views for one in found)
            startup = round(sum(one.startup_ms for one in found) / views) if views else None
            told.append(
                {
                    "day": day.isoformat(),
                    "startup_ms": startup,
                    "stalls": sum(one.stalls for one in found),
                    "failures": sum(one.failures for one in found),
                }
            )
        return told


class WatchedHowFar:
    """Tells how many still watched at each place of an event's film, and what of it was clipped."""

    def __init__(
        self,
        store: AnalyticsStore,
        catalogue: Catalogue,
        moments: Moments,
        channel_facts: ChannelFacts,
        clock: Clock,
    ) -> None:
        self._store = store
        self._catalogue = catalogue
        self._moments = moments
        self._channel_facts = channel_facts
        self._clock = clock

    @answered
    def __call__(self, event_id: int, language: str = "") -> Answer:
        """At most 120 points from the beginning on, of all views there ever were; `NotFound`."""
        facts = self._channel_facts.now()
        game = self._catalogue.games([event_id], language or facts.language).get(event_id)
        if game is None:
            raise NotFound
        thing = (ThingKind.EVENT, event_id)
        today = self._clock.now().astimezone(facts.zone).date()
        always = Span(facts.id, today - _EARLIEST, today, facts.zone)
        views = self._store.quality(always, thing).views
        step, places = self._places(facts.id, game)
        last = max(places, default=-step)
        return {
            "event": {
                "id": game.id,
                "name": game.name,
                "starts_at": told_instant(game.starts_at),
                "duration": game.duration,
            },
            "step": step,
            "views": views,
            "points": [
                {
                    "position": at,
                    "views": places.get(at, 0),
                    "share": share_of(places.get(at, 0), views),
                }
                for at in range(0, last + step, step)
            ],
            "moments": [vars(one) for one in self._moments.of(event_id, MOST_MOMENTS)],
        }

    def _places(self, channel_id: ChannelId, game: Game) -> tuple[int, Mapping[int, int]]:
        """By a step for the time that was planned, or by a longer one where the film is longer. Places are
        said by browsers: those far beyond the plan are no film's, and a few views of many make no film
        longer."""
        step, end = _step_for(game.duration), _LONGER * (game.duration or _USUAL_DURATION)
        found = self._store.retention(channel_id, (ThingKind.EVENT, game.id), step)
        found = {at: views for at, views in found.items() if at < end}
        most_views = max(found.values(), default=0)
        last = max((at for at, views in found.items() if views * _FEW >= most_views), default=0)
        longer = _step_for(last + step)
        if longer > step:
            step = longer
            found = self._store.retention(channel_id, (ThingKind.EVENT, game.id), step)
        most = min(step * MOST_POINTS, end)
        return step, {at: views for at, views in found.items() if at < most}


def _step_for(seconds: int) -> int:
    return next((step for step in STEPS if seconds <= step * MOST_POINTS), STEPS[-1])


def _startup(quality: Quality, share: float) -> int | None:
    return percentile(quality.startups, share, STARTUP_STEP, LAST_STARTUP)


def _share(views: int, quality: Quality) -> float:
    """Of those that began; one may have begun on the day before."""
    return share_of(views, max(views, quality.views))


def _failed(quality: Quality) -> float:
    """Of those that began or would have: a view that failed may never have begun."""
    return share_of(quality.views_failed, quality.views_tried)


def _seconds(milliseconds: int) -> float:
    return round(milliseconds / 1000, 1)


def _side(side: Side, quality: Quality) -> Answer:
    return {
        "side": side.value,
        "stalls": quality.stalls.get(side, 0),
        "seconds": _seconds(quality.stall_ms.get(side, 0)),
        "failures": quality.failures.get(side, 0),
    }


def _before(quality: Quality) -> Answer:
    return {
        "startup_median_ms": _startup(quality, 0.5),
        "stall_share": _share(quality.views_stalled, quality),
        "failure_share": _failed(quality),
    }
