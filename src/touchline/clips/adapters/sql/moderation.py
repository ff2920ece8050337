"""SQL repositories of reports and blocked creators."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from uuid import uuid4

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.orm import Session

from touchline.clips.adapters.sql.tables import ClipCreatorBlockRow, ClipReportRow
from touchline.clips.domain.moderation import Report, ReportReason
from touchline.clips.ports.moderation import ReportedClip
from touchline.platform.db.inserts import insert_if_absent
from touchline.shared.ids import AccountId


class SqlReports:
    """`Reports` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(self, report: Report) -> bool:
        """Insert the report unless the unique constraint finds an existing one."""
        return insert_if_absent(
            self._session(),
            ClipReportRow,
            clip_id=report.clip_id,
            account_id=report.account_id,
            reporter=report.reporter,
            reason=report.reason.value,
            text=report.text,
            created_at=report.created_at,
            resolved_at=None,
        )

    def exists_since(self, clip_id: int, since: datetime) -> bool:
        """Return whether there is a row."""
        query = select(ClipReportRow.id).where(
            ClipReportRow.clip_id == clip_id, ClipReportRow.created_at > since
        )
        return self._session().scalar(query.limit(1)) is not None

    def count_open(self, clip_id: int) -> int:
        """Count the rows that are not resolved."""
        query = select(func.count(ClipReportRow.id)).where(*_open_report_filters(clip_id))
        return int(self._session().scalar(query) or 0)

    def list_open(self, limit: int) -> Sequence[ReportedClip]:
        """Group the open rows by clip."""
        count = func.count(ClipReportRow.id)
        is_open = ClipReportRow.resolved_at.is_(None)
        grouped = (
            select(ClipReportRow.clip_id)
            .where(is_open)
            .group_by(ClipReportRow.clip_id)
            .order_by(count.desc(), ClipReportRow.clip_id)
            .limit(limit)
        )
        clip_ids = list(self._session().scalars(grouped))
        rows = self._session().scalars(
            select(ClipReportRow)
            .where(is_open, ClipReportRow.clip_id.in_(clip_ids))
            .order_by(ClipReportRow.id)
        )
        by_clip: dict[int, list[ClipReportRow]] = {clip_id: [] for clip_id in clip_ids}
        for row in rows:
            by_clip[row.clip_id].append(row)
        return [_build_reported_clip(clip_id, reports) for clip_id, reports in by_clip.items() if reports]

    def list_open_for_clips(self, clip_ids: Collection[int]) -> Mapping[int, Sequence[Report]]:
        """Select the open rows of all clips, newest first."""
        query = select(ClipReportRow).where(
            ClipReportRow.clip_id.in_(clip_ids), ClipReportRow.resolved_at.is_(None)
        )
        by_clip: dict[int, list[Report]] = defaultdict(list)
        for row in self._session().scalars(query.order_by(ClipReportRow.id.desc())):
            by_clip[row.clip_id].append(_to_report(row))
        return by_clip

    def resolve(self, clip_id: int, now: datetime) -> int:
        """Set `resolved_at` on all open rows."""
        resolve_query = update(ClipReportRow).where(*_open_report_filters(clip_id)).values(resolved_at=now)
        return len(self._session().scalars(resolve_query.returning(ClipReportRow.id)).all())

    def anonymize_reporter(self, account_id: AccountId) -> None:
        """Erase the reporter. A random digest keeps the unique constraint satisfied."""
        account_query = select(ClipReportRow).where(ClipReportRow.account_id == account_id)
        for row in self._session().scalars(account_query).all():
            row.account_id, row.text, row.reporter = None, "", f"erased-{uuid4().hex}"
        self._session().flush()

    def list_for_account(self, account_id: AccountId) -> Sequence[Report]:
        """Select the reporter's rows, newest first."""
        account_query = select(ClipReportRow).where(ClipReportRow.account_id == account_id)
        rows = self._session().scalars(account_query.order_by(ClipReportRow.id.desc()))
        return [_to_report(row) for row in rows]


class SqlBlockedCreators:
    """`BlockedCreators` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def exists(self, account_id: AccountId) -> bool:
        """Return whether there is a row."""
        query = select(ClipCreatorBlockRow.id).where(ClipCreatorBlockRow.account_id == account_id)
        return self._session().scalar(query) is not None

    def list_blocked(self, account_ids: Collection[AccountId]) -> frozenset[AccountId]:
        """Select the rows of these viewers."""
        query = select(ClipCreatorBlockRow.account_id).where(ClipCreatorBlockRow.account_id.in_(account_ids))
        return frozenset(map(AccountId, self._session().scalars(query)))

    def add(self, account_id: AccountId, now: datetime) -> bool:
        """Insert the block unless the unique constraint finds an existing one."""
        return insert_if_absent(self._session(), ClipCreatorBlockRow, account_id=account_id, blocked_at=now)

    def remove(self, account_id: AccountId) -> bool:
        """Delete the row."""
        delete_query = delete(ClipCreatorBlockRow).where(ClipCreatorBlockRow.account_id == account_id)
        return bool(self._session().scalars(delete_query.returning(ClipCreatorBlockRow.id)).all())


def _to_report(row: ClipReportRow) -> Report:
    return Report(
        row.clip_id,
        ReportReason(row.reason),
        row.text,
        row.reporter,
        row.created_at,
        AccountId(row.account_id) if row.account_id is not None else None,
        row.id,
    )


def _open_report_filters(clip_id: int) -> tuple[ColumnElement[bool], ...]:
    return (ClipReportRow.clip_id == clip_id, ClipReportRow.resolved_at.is_(None))


def _build_reported_clip(clip_id: int, rows: Sequence[ClipReportRow]) -> ReportedClip:
    return ReportedClip(
        clip_id,
        len(rows),
        dict(Counter(row.reason for row in rows)),
        tuple(row.text for row in rows if row.text),
        rows[0].created_at,
        rows[-1].created_at,
    )
