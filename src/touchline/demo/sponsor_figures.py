"""Simulated figures of a channel's sponsors, so that their reports show data."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, timedelta
from random import Random
from zoneinfo import ZoneInfo

from touchline.analytics.domain.sponsors.figures import AdFigures
from touchline.analytics.ports.sponsors import AdViews
from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelFacade
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId

MAX_EVENTS = 12
REPLAY_DAYS = 3
"""Days after an event on which its recording is watched."""
FigureKey = tuple[ChannelId, str, date, int]


class AddSponsorFigures:
    """Use case: add the figures of a season. Does nothing for sponsors that have some."""

    def __init__(self, channels: ChannelFacade, catalog: CatalogFacade, views: AdViews, clock: Clock) -> None:
        self._channels = channels
        self._catalog = catalog
        self._views = views
        self._clock = clock

    def __call__(self, days: int, seed: int) -> None:
        """Add figures before the latest events of the last days. Call it in a transaction of the channel."""
        details = self._channels.get_current()
        zone = ZoneInfo(details.time_zone)
        today = self._clock.now().astimezone(zone).date()
        first = today - timedelta(days=days - 1)
        known = self._views.sum_by_sponsor(first, today)
        sponsors = [item.key for item in self._channels.sponsors.list_sponsors(details.language)]
        ids = list(self._catalog.list_ids_by_key("event").values())
        events = self._catalog.reported_items.list_events(ids, details.language).values()
        starts = {event.id: event.starts_at.astimezone(zone).date() for event in events}
        played = {event_id: day for event_id, day in starts.items() if first <= day <= today}
        figures: dict[FigureKey, AdFigures] = {}
        for sponsor in sponsors:
            if sponsor not in known:
                for (day, event_id), added in simulate_figures(played, today, seed).items():
                    figures[details.id, sponsor, day, event_id] = added
        if figures:
            self._views.add_figures(figures)


def simulate_figures(
    starts: Mapping[int, date], today: date, seed: int
) -> Mapping[tuple[date, int], AdFigures]:
    """Return figures of the latest events by day and event. The same seed gives the same figures."""
    random = Random(seed)  # noqa: S311
    figures = {}
    latest: Collection[tuple[int, date]] = sorted(starts.items(), key=lambda item: (item[1], item[0]))
    for event_id, start in list(latest)[-MAX_EVENTS:]:
        viewers = random.randint(40, 160)
        for offset in range(REPLAY_DAYS):
            day = start + timedelta(days=offset)
            if day <= today:
                figures[day, event_id] = _simulate_day(viewers // 2**offset, random)
    return figures


def _simulate_day(impressions: int, random: Random) -> AdFigures:
    counts = [impressions]
    for _ in range(4):
        counts.append(round(counts[-1] * random.uniform(0.86, 0.97)))
    counts.append(round(impressions * random.uniform(0.005, 0.04)))
    return AdFigures(*counts)
