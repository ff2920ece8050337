"""`UnitOfWorkFactory` over the database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError

from touchline.platform.db.availability import is_unavailable
from touchline.platform.db.session import Database
from touchline.shared.ids import ChannelId
from touchline.shared.unit_of_work import UnitOfWork


class SqlUnitOfWorkFactory:
    """Opens a separate database session for each unit of work, with the channel filter of `Database`.

    With `unavailable_error`, a unit of work raises this error if the database is unavailable.
    """

    def __init__(self, database: Database, unavailable_error: Callable[[], Exception] | None = None) -> None:
        self._database = database
        self._unavailable_error = unavailable_error

    def __call__(self, channel_id: ChannelId) -> UnitOfWork:
        """Return a unit of work that sees one channel."""
        return self._open(channel_id, unscoped=False)

    def all_channels(self) -> UnitOfWork:
        """Return a unit of work that sees every channel."""
        return self._open(None, unscoped=True)

    def _open(self, channel_id: ChannelId | None, *, unscoped: bool) -> UnitOfWork:
        if self._unavailable_error is None:
            return self._database.transaction(channel_id, unscoped=unscoped)
        return self._open_translated(channel_id, unscoped, self._unavailable_error)

    @contextmanager
    def _open_translated(
        self, channel_id: ChannelId | None, unscoped: bool, unavailable_error: Callable[[], Exception]
    ) -> Iterator[None]:
        try:
            with self._database.transaction(channel_id, unscoped=unscoped):
                yield
        except SQLAlchemyError as error:
            if is_unavailable(error):
                raise unavailable_error() from error
            raise
