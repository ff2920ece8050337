"""The sports of the channel's pack in the database, and those that ship with Touchline."""

from collections.abc import Callable, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from touchline.catalog.adapters.sports.shipped_sports import load_shipped_sports
from touchline.catalog.adapters.sql.scoring.sport_tables import SportRow
from touchline.catalog.domain.ids import SportId
from touchline.catalog.domain.scoring.channel_sport import ChannelSport
from touchline.catalog.domain.scoring.sport import Sport
from touchline.catalog.domain.scoring.sport_parser import parse_sport
from touchline.shared.strings.folding import fold_text


class SqlSports:
    """`Sports` in the current transaction. Each call takes one query."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def get(self, key: str) -> Sport | None:
        """Return the sport with a key; None if there is none. Categories have their key as folded text."""
        return next((sport for sport in self.list() if fold_text(sport.key) == fold_text(key)), None)

    def list(self) -> Sequence[Sport]:
        """Return all sports, sorted by key."""
        own = (parse_sport(sport.entry) for sport in self.list_own())
        by_key = {**load_shipped_sports(), **{sport.key: sport for sport in own}}
        return [by_key[key] for key in sorted(by_key)]

    def list_own(self) -> Sequence[ChannelSport]:
        """Return the sports of the channel's pack, sorted by key."""
        query = select(SportRow).where(SportRow.withdrawn.is_(False)).order_by(SportRow.key)
        return [ChannelSport(SportId(row.id), row.key, row.entry) for row in self._session().scalars(query)]
