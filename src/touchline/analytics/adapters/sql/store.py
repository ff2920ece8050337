"""The store of facts in the relational database: the one that needs no other machine (ADR 31)."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.orm import Session

from touchline.analytics.adapters.sql.audience import Audience
from touchline.analytics.adapters.sql.playing import Playing
from touchline.analytics.adapters.sql.writing import Writing


class SqlAnalyticsStore(Writing, Audience, Playing):
    """`AnalyticsStore` in the present transaction; what is asked for is one channel's, by its id."""

    def __init__(self, session: Callable[[], Session], answers: Callable[[], None]) -> None:
        """`answers` raises when the database does not answer; it needs no transaction."""
        super().__init__(session)
        self._answers = answers

    def check(self) -> None:
        """It stands where the database stands."""
        self._answers()
