"""`UnitOfWorkFactory` over the database."""

from __future__ import annotations

from touchline.platform.db.session import Database
from touchline.shared.ids import ChannelId
from touchline.shared.unit_of_work import UnitOfWork


class SqlUnitOfWorkFactory:
    """Opens a separate database session for each unit of work, with the channel filter of `Database`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def __call__(self, channel_id: ChannelId) -> UnitOfWork:
        """Return a unit of work that sees one channel."""
        return self._database.transaction(channel_id)

    def all_channels(self) -> UnitOfWork:
        """Return a unit of work that sees every channel."""
        return self._database.transaction(None, unscoped=True)
