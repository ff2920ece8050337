"""The table versions (`change_tracking`). While nothing changes, a read fetches one number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ScalarSelect, func, select

from touchline.platform.db.change_tracking import TableVersionRow
from touchline.platform.db.prepared_queries import PreparedQueries


def versions_total_query() -> ScalarSelect[Any]:
    """Return the sum of all versions as a column for another query.

    The sum changes with every version. It is NULL if there are no versions.
    """
    return select(func.sum(TableVersionRow.mark)).scalar_subquery()


class VersionSnapshot(NamedTuple):
    """The versions of all tables at one moment, and their sum, which differs after every change."""

    total: int
    by_table: Mapping[str, int]

    def select(self, tables: Sequence[str]) -> tuple[int, ...]:
        """Return the versions of these tables."""
        return tuple([self.by_table.get(table, 0) for table in tables])


class TableVersions:
    """The current versions of all tables."""

    def __init__(self, queries: PreparedQueries) -> None:
        self._total_query = queries.prepare(select(versions_total_query()))
        self._versions_query = queries.prepare(select(TableVersionRow.name, TableVersionRow.mark))
        self._latest = VersionSnapshot(-1, {})

    def current(self, total: int | None = None) -> VersionSnapshot:
        """Return the current versions. Raises `QueryFailedError`.

        `total` is the sum of versions, if the caller has just read it.
        """
        if total is None:
            total = int(self._total_query()[0][0] or 0)
        snapshot = self._latest
        if snapshot.total != total:
            versions = {name: int(version) for name, version in self._versions_query()}
            snapshot = self._latest = VersionSnapshot(sum(versions.values()), versions)
        return snapshot
