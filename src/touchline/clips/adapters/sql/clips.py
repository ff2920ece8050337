"""SQL repository of clips."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, delete, func, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError

from touchline.clips.adapters.sql.columns import clip_columns, to_clip
from touchline.clips.adapters.sql.tables import ClipDownloadRow, ClipReportRow, ClipRow
from touchline.clips.domain.clip import Clip, ClipOrigin
from touchline.clips.domain.fair_queue import RECENT_WINDOW, QueuedClip, fair_order
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.moderation import ModerationGroup
from touchline.clips.domain.moments import ClippedSpan
from touchline.clips.ports.clips import DuplicateClipError
from touchline.platform.db.inserts import insert_if_absent
from touchline.platform.db.locks import select_for_update
from touchline.shared.ids import AccountId, EventId
from touchline.shared.strings.folding import matches_all_words
from touchline.shared.tasks.work import WorkState

_MAX_SPANS = 20_000
_PROCESSING = WorkState.PROCESSING.value
_QUEUED_STATES = (WorkState.QUEUED.value, WorkState.PROCESSING.value)


class SqlClips:
    """`Clips` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(self, clip: Clip) -> Clip:
        """Insert the clip. A unique constraint resolves concurrent inserts."""
        insert_if_absent(self._session(), ClipRow, **clip_columns(clip), version=1)
        saved = (
            self.find_duplicate(clip) if clip.account_id is not None else self._find_by_folder(clip.folder)
        )
        if saved is None:
            raise StaleDataError("The conflicting clip no longer exists.")
        return saved

    def find_duplicate(self, clip: Clip) -> Clip | None:
        """Select by viewer, medium, range and name."""
        query = select(ClipRow).where(
            ClipRow.account_id == clip.account_id,
            ClipRow.media_id == clip.media_id,
            ClipRow.start_ms == clip.range.start_ms,
            ClipRow.duration_ms == clip.range.duration_ms,
            ClipRow.name == clip.details.name,
        )
        row = self._session().scalars(query).one_or_none()
        return to_clip(row) if row else None

    def get(self, clip_id: ClipId) -> Clip | None:
        """Select by id."""
        row = self._session().scalars(select(ClipRow).where(ClipRow.id == clip_id)).one_or_none()
        return to_clip(row) if row else None

    def list_by_ids(self, clip_ids: Collection[ClipId]) -> Mapping[ClipId, Clip]:
        """Select by ids. Without ids, no query."""
        if not clip_ids:
            return {}
        rows = self._session().scalars(select(ClipRow).where(ClipRow.id.in_(clip_ids)))
        return {ClipId(row.id): to_clip(row) for row in rows}

    def get_for_update(self, clip_id: ClipId) -> Clip | None:
        """Select the current row by id, locked."""
        row = select_for_update(self._session(), select(ClipRow).where(ClipRow.id == clip_id))
        return to_clip(row) if row else None

    def save(self, clip: Clip) -> None:
        """Write all columns. Raises `StaleDataError` if the row changed since it was read.

        The unique constraint resolves concurrent renames.
        """
        row = self._session().scalars(select(ClipRow).where(ClipRow.id == clip.id)).one_or_none()
        if row is None or row.version != clip.version:
            raise StaleDataError(f"Clip {clip.id} was changed by another process.")
        for name, value in clip_columns(clip).items():
            setattr(row, name, value)
        try:
            self._session().flush()
        except IntegrityError as error:
            raise DuplicateClipError from error
        clip.version = row.version

    def remove(self, clip_id: ClipId) -> None:
        """Delete the row."""
        self._session().execute(delete(ClipRow).where(ClipRow.id == clip_id))

    def remove_for_account(self, account_id: AccountId) -> Sequence[Clip]:
        """Read and delete the rows."""
        is_owner = ClipRow.account_id == account_id
        removed = [to_clip(row) for row in self._session().scalars(select(ClipRow).where(is_owner))]
        self._session().execute(delete(ClipRow).where(is_owner))
        return removed

    def remove_for_event(self, event_id: EventId) -> Sequence[Clip]:
        """Read and delete the rows."""
        is_in_event = ClipRow.event_id == event_id
        removed = [to_clip(row) for row in self._session().scalars(select(ClipRow).where(is_in_event))]
        self._session().execute(delete(ClipRow).where(is_in_event))
        return removed

    def list_ids_for_event(self, event_id: EventId) -> Sequence[ClipId]:
        """Select the ids of all clips but reels."""
        is_clip = (ClipRow.event_id == event_id, ClipRow.origin != ClipOrigin.REEL)
        return [ClipId(number) for number in self._session().scalars(select(ClipRow.id).where(*is_clip))]

    def list_for_event(self, event_id: EventId, limit: int, offset: int) -> tuple[Sequence[Clip], int]:
        """Select the visible clips, newest first."""
        return self._list_page(select(ClipRow).where(*_is_listed(event_id)), limit, offset)

    def list_for_account(self, account_id: AccountId, limit: int, offset: int) -> tuple[Sequence[Clip], int]:
        """Select the viewer's clips, newest first."""
        return self._list_page(select(ClipRow).where(ClipRow.account_id == account_id), limit, offset)

    def list_for_channel(self, state: WorkState | None, limit: int) -> tuple[Sequence[Clip], int]:
        """Select the channel's clips, newest first."""
        query = select(ClipRow)
        return self._list_page(query.where(ClipRow.state == state.value) if state else query, limit, 0)

    def list_for_moderation(
        self, group: ModerationGroup, search: str, limit: int, offset: int
    ) -> tuple[Sequence[Clip], int]:
        """Select the clips of the group. Names are compared in Python, as in all searches."""
        newest_report = (
            select(func.max(ClipReportRow.id))
            .where(ClipReportRow.clip_id == ClipRow.id, ClipReportRow.resolved_at.is_(None))
            .correlate(ClipRow)
            .scalar_subquery()
        )
        conditions = {
            ModerationGroup.REPORTED: newest_report.is_not(None),
            ModerationGroup.HIDDEN: ClipRow.hidden_at.is_not(None),
            ModerationGroup.FAILED: ClipRow.state == WorkState.FAILED.value,
            ModerationGroup.FEATURED: ClipRow.featured_at.is_not(None),
        }
        query = select(ClipRow)
        if group in conditions:
            query = query.where(conditions[group])
        if search:
            names = self._session().execute(query.with_only_columns(ClipRow.id, ClipRow.name))
            query = query.where(ClipRow.id.in_([id for id, name in names if matches_all_words(search, name)]))
        orders = {
            ModerationGroup.REPORTED: newest_report.desc(),
            ModerationGroup.FEATURED: ClipRow.featured_at.desc(),
        }
        return self._list_page(query, limit, offset, orders.get(group))

    def list_featured(self, limit: int) -> Sequence[Clip]:
        """Select by the index of featured clips."""
        is_featured = ClipRow.featured_at.is_not(None)
        query = select(ClipRow).where(is_featured).order_by(ClipRow.featured_at.desc(), ClipRow.id.desc())
        return [to_clip(row) for row in self._session().scalars(query.limit(limit))]

    def count_for_moderation(self) -> Mapping[ModerationGroup, int]:
        """Count the clips with open reports, and the failed clips."""
        reported = select(func.count(ClipReportRow.clip_id.distinct())).where(
            ClipReportRow.resolved_at.is_(None), ClipReportRow.clip_id.in_(select(ClipRow.id))
        )
        failed = select(func.count(ClipRow.id)).where(ClipRow.state == WorkState.FAILED.value)
        counts = select(reported.scalar_subquery(), failed.scalar_subquery())
        groups = (ModerationGroup.REPORTED, ModerationGroup.FAILED)
        return dict(zip(groups, self._session().execute(counts).one(), strict=True))

    def list_downloaded_by(
        self, account_id: AccountId, limit: int, offset: int
    ) -> tuple[Sequence[Clip], int]:
        """Select the downloaded clips, latest download first."""
        is_downloaded = and_(ClipDownloadRow.thing_id == ClipRow.id, ClipDownloadRow.kind == "clip")
        is_visible = or_(ClipRow.hidden_at.is_(None), ClipRow.account_id == account_id)
        query = select(ClipRow).join(ClipDownloadRow, is_downloaded)
        query = query.where(ClipDownloadRow.account_id == account_id, is_visible)
        return self._list_page(query, limit, offset, ClipDownloadRow.id.desc())

    def count_ahead(self, clips: Sequence[Clip]) -> Mapping[ClipId, int]:
        """Count by `fair_order`, over all channels.

        Reads the table directly, because the channel filter does not apply to it. A clip that is being cut is
        ahead of all waiting clips.
        """
        queued_ids = {clip.id for clip in clips if clip.state is WorkState.QUEUED}
        if not queued_ids:
            return {}
        waiting, recent_counts = load_queued_clips(
            self._session(), lambda row: bool(row.state == _PROCESSING)
        )
        processing_count = sum(clip.is_processing for clip in waiting)
        return {
            ClipId(clip_id): processing_count + position
            for position, clip_id in enumerate(fair_order(waiting, recent_counts))
            if clip_id in queued_ids
        }

    def count_for_event(self, event_id: EventId) -> int:
        """Count the visible clips."""
        return self._count(select(ClipRow).where(*_is_listed(event_id)))

    def list_spans(self, event_id: EventId) -> Sequence[ClippedSpan]:
        """Select three columns of each clip."""
        query = (
            select(ClipRow.start_ms, ClipRow.duration_ms, ClipRow.name)
            .where(*_is_listed(event_id), ClipRow.state != WorkState.FAILED.value)
            .order_by(ClipRow.id)
            .limit(_MAX_SPANS)
        )
        return [ClippedSpan(*row) for row in self._session().execute(query)]

    def count_created_since(self, account_id: AccountId, since: datetime | None) -> int:
        """Count the viewer's clips."""
        query = select(ClipRow).where(ClipRow.account_id == account_id)
        return self._count(query.where(ClipRow.created_at >= since) if since else query)

    def _find_by_folder(self, folder: str) -> Clip | None:
        row = self._session().scalars(select(ClipRow).where(ClipRow.folder == folder)).one_or_none()
        return to_clip(row) if row else None

    def _list_page(
        self, query: Select[Any], limit: int, offset: int, order: Any = None
    ) -> tuple[Sequence[Clip], int]:
        ordered = query.order_by(ClipRow.id.desc() if order is None else order)
        rows = self._session().scalars(ordered.limit(limit).offset(offset))
        return [to_clip(row) for row in rows], self._count(query)

    def _count(self, query: Select[Any]) -> int:
        count_query = query.with_only_columns(func.count(), maintain_column_froms=True)
        return int(self._session().scalar(count_query) or 0)


def _is_listed(event_id: EventId) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions of an event's visible clips by viewers."""
    is_by_viewer = ClipRow.origin == ClipOrigin.VIEWER.value
    return (ClipRow.event_id == event_id, ClipRow.hidden_at.is_(None), is_by_viewer)


def load_queued_clips(
    session: Session, is_processing: Callable[[Any], bool]
) -> tuple[list[QueuedClip], Mapping[Hashable, int]]:
    """Read the visible clips of all channels that are not cut yet, and their creators' recent counts.

    A recent count is how many of a creator's clips were cut in the hour before the newest waiting clip. Two
    queries.
    """
    table = ClipRow.__table__.c
    columns = (
        table.id,
        table.channel_id,
        table.account_id,
        table.state,
        table.leased_until,
        table.created_at,
    )
    is_queued = (table.state.in_(_QUEUED_STATES), table.hidden_at.is_(None))
    rows = session.execute(select(*columns).where(*is_queued)).all()
    waiting = [QueuedClip(row.id, (row.channel_id, row.account_id), is_processing(row)) for row in rows]
    if not rows:
        return [], {}
    recent_query = (
        select(table.channel_id, table.account_id, func.count())
        .where(
            table.account_id.in_(select(table.account_id).where(*is_queued)),
            table.state.not_in(_QUEUED_STATES),
            table.created_at >= max(row.created_at for row in rows) - RECENT_WINDOW,
        )
        .group_by(table.channel_id, table.account_id)
    )
    return waiting, {(channel, account): count for channel, account, count in session.execute(recent_query)}
