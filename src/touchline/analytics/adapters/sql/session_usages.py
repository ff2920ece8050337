"""How much each session has reported, in the database (port `SessionUsages`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from sqlalchemy import delete, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from touchline.analytics.adapters.sql.tables import SessionUsageRow
from touchline.analytics.domain.session_usage import SessionUsage
from touchline.analytics.ports.session_usages import SessionKey
from touchline.shared.ids import ChannelId

_AT_ONCE = 400
_COLUMNS = ("began", "minute", "minute_points", "hour", "hour_points", "watched", "seen_at")


class SqlSessionUsages:
    """`SessionUsages` in the present transaction. Rows are locked in one order, so two processes do not wait
    for each other."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def hold(self, keys: Collection[SessionKey], began: int) -> Mapping[SessionKey, SessionUsage]:
        """Insert what is missing, then lock and read."""
        session, ordered = self._session(), sorted(keys)
        new = [
            {"channel_id": channel_id, "session": name, **_values(SessionUsage(began))}
            for channel_id, name in ordered
        ]
        session.connection().execute(_insertion(session), new)
        found: dict[SessionKey, SessionUsage] = {}
        for first in range(0, len(ordered), _AT_ONCE):
            wanted = ordered[first : first + _AT_ONCE]
            for row in session.execute(_select(wanted)):
                found[ChannelId(row.channel_id), row.session] = SessionUsage(
                    *(getattr(row, name) for name in _COLUMNS)
                )
        return found

    def save(self, usages: Mapping[SessionKey, SessionUsage]) -> None:
        """One statement, executed for each session."""
        insertion = _insertion(self._session(), overwrite=True)
        rows = [
            {"channel_id": channel_id, "session": name, **_values(usage)}
            for (channel_id, name), usage in sorted(usages.items(), key=lambda each: each[0])
        ]
        self._session().connection().execute(insertion, rows)

    def forget_before(self, second: int) -> None:
        """By the index on `seen_at`."""
        old = delete(SessionUsageRow).where(SessionUsageRow.seen_at < second)
        self._session().execute(old, execution_options={"synchronize_session": False})


def _select(keys: list[SessionKey]) -> Any:
    """On the table itself: the intake runs in a transaction that is bound to no channel."""
    table = SessionUsageRow.__table__.c
    wanted = select(table.channel_id, table.session, *(table[name] for name in _COLUMNS))
    return (
        wanted.where(tuple_(table.channel_id, table.session).in_(keys))
        .order_by(table.channel_id, table.session)
        .with_for_update()
    )


def _values(usage: SessionUsage) -> dict[str, int]:
    return {name: getattr(usage, name) for name in _COLUMNS}


def _insertion(session: Session, *, overwrite: bool = False) -> Any:
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    insertion = dialect.insert(SessionUsageRow.__table__)
    if not overwrite:
        return insertion.on_conflict_do_nothing()
    return insertion.on_conflict_do_update(
        index_elements=["channel_id", "session"],
        set_={name: insertion.excluded[name] for name in _COLUMNS},
    )
