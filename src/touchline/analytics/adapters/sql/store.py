"""The store of facts in the relational database: the one that needs no other machine (ADR 31)."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.orm import Session

from touchline.analytics.adapters.sql.audience_queries import AudienceQueries
from touchline.analytics.adapters.sql.quality_queries import QualityQueries
from touchline.analytics.adapters.sql.record_writer import RecordWriter


class SqlAnalyticsStore(RecordWriter, AudienceQueries, QualityQueries):
    """`AnalyticsStore` in the present transaction; what is asked for is one channel's, by its id."""

    def __init__(self, session: Callable[[], Session], check_database: Callable[[], None]) -> None:
        """`check_database` raises when the database does not answer; it needs no transaction."""
        super().__init__(session)
        self._check_database = check_database

    def check(self) -> None:
        """It stands where the database stands."""
        self._check_database()
