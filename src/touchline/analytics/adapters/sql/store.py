"""The analytics store in the relational database. It needs no other machine (ADR 31)."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.orm import Session

from touchline.analytics.adapters.sql.audience_queries import AudienceQueries
from touchline.analytics.adapters.sql.quality_queries import QualityQueries
from touchline.analytics.adapters.sql.record_writer import RecordWriter


class SqlAnalyticsStore(RecordWriter, AudienceQueries, QualityQueries):
    """`AnalyticsStore` in the current transaction. Queries filter by channel id."""

    def __init__(self, session: Callable[[], Session], check_database: Callable[[], None]) -> None:
        """`check_database` raises if the database does not respond. It needs no transaction."""
        super().__init__(session)
        self._check_database = check_database

    def check(self) -> None:
        """Check the database, because the store is part of it."""
        self._check_database()
