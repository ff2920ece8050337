"""Submission of a season of simulated visits through the ingest that browsers use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from zoneinfo import ZoneInfo

from touchline.analytics.domain.periods import Period
from touchline.analytics.ports.store import AnalyticsStore
from touchline.catalog.domain.filters import LibraryFilter
from touchline.catalog.facade import CatalogFacade
from touchline.catalog.ports.library_items import LibraryItems
from touchline.channel.facade import ChannelFacade
from touchline.demo.audience import AudienceSimulation, WatchItem
from touchline.demo.audience_payloads import build_spool_lines, send_lines
from touchline.platform.db.session import Database
from touchline.shared.clock import Clock
from touchline.shared.errors import RefusedError
from touchline.shared.ids import ChannelId
from touchline.shared.paging import PageRequest

MAX_LIBRARY_ITEMS = 100


class SendAudience:
    """Use case that creates and stores a season of visits that ends now, and figures of sponsors.

    `profiles` maps the analytics keys of channels to channel IDs.
    """

    def __init__(
        self,
        database: Database,
        channels: ChannelFacade,
        catalog: CatalogFacade,
        library: LibraryItems,
        store: AnalyticsStore,
        profiles: Callable[[], Mapping[str, ChannelId]],
        append: Callable[[bytes], bool],
        drain: Callable[[], int],
        clock: Clock,
        add_sponsor_figures: Callable[[int, int], None],
    ) -> None:
        self._database = database
        self._channels = channels
        self._catalog = catalog
        self._library = library
        self._store = store
        self._profiles = profiles
        self._append = append
        self._drain = drain
        self._clock = clock
        self._add_sponsor_figures = add_sponsor_figures

    def __call__(
        self, channel_id: ChannelId, days: int, seed: int, visits_per_day: int, *, force: bool
    ) -> int:
        """Store the visits and return the number of stored records.

        Raises `RefusedError` if the channel has no analytics key, if it has nothing to watch, or if the days
        already have visits. With `force`, visits are added to existing ones.
        """
        now = self._clock.now()
        with self._database.transaction(None, unscoped=True):
            keys = [
                key
                for key, profile_channel_id in self._profiles().items()
                if profile_channel_id == channel_id
            ]
        if not keys:
            raise RefusedError("This channel counts no visits. Add an analytics_key to its pack.")
        with self._database.transaction(channel_id):
            zone = ZoneInfo(self._channels.get_current().time_zone)
            last_day = now.astimezone(zone).date()
            first_day = last_day - timedelta(days=days - 1)
            if not force and self._store.get_totals(Period(channel_id, first_day, last_day, zone)).sessions:
                raise RefusedError("These days already have visits. To add more, use --force.")
            items = self._list_items()
        if not items:
            raise RefusedError("This channel has nothing to watch.")
        with self._database.transaction(channel_id):
            self._add_sponsor_figures(days, seed)
        simulation = AudienceSimulation(items, zone, first_day, int(now.timestamp()), seed, visits_per_day)
        lines = (line for visit in simulation.generate_visits() for line in build_spool_lines(visit, keys[0]))
        return send_lines(lines, self._append, self._drain)

    def _list_items(self) -> list[WatchItem]:
        """List the events and library items of the current channel."""
        events = self._catalog.reported_items.list_events(
            list(self._catalog.list_ids_by_key("event").values()), ""
        )
        library_items = self._library.list_page(LibraryFilter(), PageRequest(limit=MAX_LIBRARY_ITEMS)).items
        event_items = [
            WatchItem("event", event.id, int(event.starts_at.timestamp()), event.duration)
            for event in events.values()
        ]
        return [
            *event_items,
            *(
                WatchItem("vod", int(library_item.id), 0, _to_seconds(library_item.duration))
                for library_item in library_items
            ),
        ]


def _to_seconds(duration: timedelta) -> int:
    """Return a duration in seconds, or 300 (five minutes) if the duration is unknown."""
    return int(duration.total_seconds()) or 300
