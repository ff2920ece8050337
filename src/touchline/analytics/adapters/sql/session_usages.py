"""Session usage in the database (port `SessionUsages`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from sqlalchemy import delete, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from touchline.analytics.adapters.sql.data_errors import translate_data_errors
from touchline.analytics.adapters.sql.tables import SessionUsageRow
from touchline.analytics.domain.session_usage import SessionUsage
from touchline.analytics.ports.session_usages import SessionKey
from touchline.shared.ids import ChannelId

_BATCH_SIZE = 400
_COLUMNS = ("began", "minute", "minute_points", "hour", "hour_points", "watched", "seen_at")


class SqlSessionUsages:
    """`SessionUsages` in the current transaction. Rows are locked in a fixed order, which prevents
    deadlocks."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    @translate_data_errors()
    def lock(self, keys: Collection[SessionKey], began: int) -> Mapping[SessionKey, SessionUsage]:
        """Insert missing rows, then lock and read all rows."""
        session, sorted_keys = self._session(), sorted(keys)
        new_rows = [
            {"channel_id": channel_id, "session": name, **_values(SessionUsage(began))}
            for channel_id, name in sorted_keys
        ]
        session.connection().execute(_insert_statement(session), new_rows)
        usages_by_key: dict[SessionKey, SessionUsage] = {}
        for start in range(0, len(sorted_keys), _BATCH_SIZE):
            batch = sorted_keys[start : start + _BATCH_SIZE]
            for row in session.execute(_locking_query(batch)):
                usages_by_key[ChannelId(row.channel_id), row.session] = SessionUsage(
                    *(getattr(row, name) for name in _COLUMNS)
                )
        return usages_by_key

    @translate_data_errors()
    def save(self, usages: Mapping[SessionKey, SessionUsage]) -> None:
        """Run one statement for all sessions."""
        insert_statement = _insert_statement(self._session(), should_overwrite=True)
        rows = [
            {"channel_id": channel_id, "session": name, **_values(usage)}
            for (channel_id, name), usage in sorted(usages.items(), key=lambda item: item[0])
        ]
        self._session().connection().execute(insert_statement, rows)

    def delete_before(self, second: int) -> None:
        """Use the index on `seen_at`."""
        expired = delete(SessionUsageRow).where(SessionUsageRow.seen_at < second)
        self._session().execute(expired, execution_options={"synchronize_session": False})


def _locking_query(keys: list[SessionKey]) -> Any:
    """Return the locking query, on the Core table because ingestion runs in a transaction without a
    channel."""
    table = SessionUsageRow.__table__.c
    query = select(table.channel_id, table.session, *(table[name] for name in _COLUMNS))
    return (
        query.where(tuple_(table.channel_id, table.session).in_(keys))
        .order_by(table.channel_id, table.session)
        .with_for_update()
    )


def _values(usage: SessionUsage) -> dict[str, int]:
    return {name: getattr(usage, name) for name in _COLUMNS}


def _insert_statement(session: Session, *, should_overwrite: bool = False) -> Any:
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    insert_statement = dialect.insert(SessionUsageRow.__table__)
    if not should_overwrite:
        return insert_statement.on_conflict_do_nothing()
    return insert_statement.on_conflict_do_update(
        index_elements=["channel_id", "session"],
        set_={name: insert_statement.excluded[name] for name in _COLUMNS},
    )
