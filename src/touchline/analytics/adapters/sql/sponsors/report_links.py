"""Links to reports of sponsors in the database (port `ReportLinks`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from touchline.analytics.adapters.sql.sponsors.tables import ReportLinkRow
from touchline.analytics.domain.sponsors.report_links import ReportLink


class SqlReportLinks:
    """`ReportLinks` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(self, link: ReportLink, token_hash: str) -> ReportLink:
        """Insert the row."""
        row = ReportLinkRow(
            sponsor=link.sponsor,
            label=link.label,
            token_hash=token_hash,
            created_at=link.created_at,
            expires_at=link.expires_at,
        )
        self._session().add(row)
        self._session().flush()
        return _to_link(row)

    def list_for_sponsor(self, sponsor: str) -> Sequence[ReportLink]:
        """Run one query."""
        query = select(ReportLinkRow).where(ReportLinkRow.sponsor == sponsor)
        return [_to_link(row) for row in self._session().scalars(query.order_by(ReportLinkRow.id.desc()))]

    def find(self, token_hash: str) -> ReportLink | None:
        """Use the unique index."""
        row = self._session().scalar(select(ReportLinkRow).where(ReportLinkRow.token_hash == token_hash))
        return _to_link(row) if row else None

    def revoke(self, sponsor: str, link_id: int, at: datetime) -> bool:
        """Update the row. The first revocation stays."""
        query = select(ReportLinkRow).where(ReportLinkRow.id == link_id, ReportLinkRow.sponsor == sponsor)
        row = self._session().scalar(query)
        if row is None:
            return False
        row.revoked_at = row.revoked_at or at
        self._session().flush()
        return True


def _to_link(row: ReportLinkRow) -> ReportLink:
    return ReportLink(row.sponsor, row.label, row.created_at, row.expires_at, row.revoked_at, row.id)
