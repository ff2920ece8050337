"""The marks that changes of tables leave (`watched`), read again and again at the price of one number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import ScalarSelect, func, select

from touchline.platform.db.change_tracking import TableVersionRow
from touchline.platform.db.prepared_queries import PreparedQueries


def versions_total_query() -> ScalarSelect[Any]:
    """Changes with every mark; a column for a question that asks for more. NULL where there is none."""
    return select(func.sum(TableVersionRow.mark)).scalar_subquery()


class VersionSnapshot(NamedTuple):
    """The marks of all tables at one moment, and their sum: with every change another one."""

    total: int
    by_table: Mapping[str, int]


class TableVersions:
    """The marks of all tables as they are now."""

    def __init__(self, prepared_queries: PreparedQueries) -> None:
        self._total_query = prepared_queries.prepare(select(versions_total_query()))
        self._versions_query = prepared_queries.prepare(select(TableVersionRow.name, TableVersionRow.mark))
        self._latest = VersionSnapshot(-1, {})

    def current(self, total: int | None = None) -> VersionSnapshot:
        """What they are. `total`: the sum of marks, where it was just read; `QueryFailedError`."""
        if total is None:
            total = int(self._total_query()[0][0] or 0)
        snapshot = self._latest
        if snapshot.total != total:
            versions = {name: int(version) for name, version in self._versions_query()}
            snapshot = self._latest = VersionSnapshot(sum(versions.values()), versions)
        return snapshot
