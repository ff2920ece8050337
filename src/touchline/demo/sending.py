"""Sends a season of visits to a channel's own games through the intake that browsers use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from zoneinfo import ZoneInfo

from touchline.analytics.domain.spans import Span
from touchline.analytics.ports.store import AnalyticsStore
from touchline.catalog.domain.filters import LibraryFilter
from touchline.catalog.facade import CatalogFacade
from touchline.catalog.ports.library import LibraryStore
from touchline.channel.facade import ChannelFacade
from touchline.demo.audience import Season, Show
from touchline.demo.audience_calls import lines_of, send
from touchline.platform.db.session import Database
from touchline.shared.clock import Clock
from touchline.shared.errors import Refused
from touchline.shared.ids import ChannelId
from touchline.shared.paging import PageRequest

MOST_FILMS = 100


class SendAudience:
    """Makes a season that ends now, and stores it. `profiles` are the keys of channels whose visits are
    counted."""

    def __init__(
        self,
        database: Database,
        channels: ChannelFacade,
        catalog: CatalogFacade,
        library: LibraryStore,
        store: AnalyticsStore,
        profiles: Callable[[], Mapping[str, ChannelId]],
        append: Callable[[bytes], bool],
        drain: Callable[[], int],
        clock: Clock,
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

    def __call__(self, channel_id: ChannelId, days: int, seed: int, visits_a_day: int, *, again: bool) -> int:
        """How many facts were stored; `Refused` where no visit of the channel is counted, where it shows
        nothing, or where there are visits already, unless it is to be done `again`."""
        now = self._clock.now()
        with self._database.transaction(None, unscoped=True):
            keys = [key for key, one in self._profiles().items() if one == channel_id]
        if not keys:
            raise Refused("No visit of this channel is counted: give it an analytics_key in its pack.")
        with self._database.transaction(channel_id):
            zone = ZoneInfo(self._channels.present().time_zone)
            last = now.astimezone(zone).date()
            first = last - timedelta(days=days - 1)
            if not again and self._store.totals(Span(channel_id, first, last, zone)).sessions:
                raise Refused("There are visits already in these days; --again adds these to them.")
            shows = self._shows()
        if not shows:
            raise Refused("This channel shows nothing that could be watched.")
        season = Season(shows, zone, first, int(now.timestamp()), seed, visits_a_day)
        lines = (line for visit in season.visits() for line in lines_of(visit, keys[0]))
        return send(lines, self._append, self._drain)

    def _shows(self) -> list[Show]:
        """The games and films of the present channel."""
        events = self._catalog.reported.events(list(self._catalog.ids_by_key("event").values()), "")
        films = self._library.page(LibraryFilter(), PageRequest(limit=MOST_FILMS)).items
        games = [
            Show("event", one.id, int(one.starts_at.timestamp()), one.duration) for one in events.values()
        ]
        return [*games, *(Show("vod", int(film.id), 0, _length(film.duration)) for film in films)]


def _length(duration: timedelta) -> int:
    """A film of which nobody said how long it is lasts five minutes."""
    return int(duration.total_seconds()) or 300
