"""SQL repository of score alerts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import Executable, Select, delete, exists, or_, select, update
from sqlalchemy.orm import Session

from touchline.engagement.adapters.sql.preferences import to_notification_settings
from touchline.engagement.adapters.sql.reminders import SPECIFICITY, matches_any, to_target
from touchline.engagement.adapters.sql.tables import (
    NotificationSettingsRow,
    PushSubscriptionRow,
    ReminderRow,
    ScoreAlertRow,
    SentScoreAlertRow,
    WatchSettingsRow,
)
from touchline.engagement.domain.score_alerts import AlertProgress
from touchline.engagement.domain.targets import ReminderTarget
from touchline.engagement.ports.reminders import Recipient
from touchline.engagement.ports.score_alerts import SentAlert
from touchline.platform.db.inserts import insert_if_absent
from touchline.platform.db.locks import select_for_update
from touchline.shared.ids import AccountId


class SqlScoreAlerts:
    """`ScoreAlerts` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def get(self, event_id: int) -> AlertProgress:
        """Return the progress before the first alert if there is no row."""
        row = self._session().scalars(_progress_query(event_id)).one_or_none()
        return _to_progress(row) if row else AlertProgress()

    def lock(self, event_id: int, at: datetime) -> AlertProgress:
        """Lock the row, and create it for the first moment."""
        session, query = self._session(), _progress_query(event_id)
        row = select_for_update(session, query)
        if row is None:
            values = vars(AlertProgress())
            insert_if_absent(session, ScoreAlertRow, event_id=event_id, **values, changed_at=at)
            row = select_for_update(session, query)
        return _to_progress(row) if row else AlertProgress()

    def save(self, event_id: int, progress: AlertProgress, at: datetime) -> None:
        """Update the row."""
        statement = update(ScoreAlertRow).where(ScoreAlertRow.event_id == event_id)
        self._session().execute(statement.values(**vars(progress), changed_at=at))

    def list_due(self, now: datetime) -> Sequence[int]:
        """Select the rows by the index on `due_at`."""
        query = select(ScoreAlertRow.event_id).where(ScoreAlertRow.due_at <= now)
        return self._session().scalars(query.order_by(ScoreAlertRow.due_at, ScoreAlertRow.id)).all()

    def list_recipients(
        self, event_id: int, number: int, targets: Collection[ReminderTarget], after: AccountId, limit: int
    ) -> Sequence[Recipient]:
        """Group the rows by viewer and use the first row of each, as for live notifications."""
        rows = self._session().execute(_recipients_query(event_id, number, targets, after, limit))
        first_reminders = (
            next(account_rows) for _, account_rows in groupby(rows, lambda row: row.ReminderRow.account_id)
        )
        return [
            Recipient(
                AccountId(row.ReminderRow.account_id),
                to_target(row.ReminderRow),
                to_notification_settings(row.NotificationSettingsRow),
                row.has_push_subscription,
            )
            for row in first_reminders
        ]

    def find_target(
        self, account_id: AccountId, targets: Collection[ReminderTarget]
    ) -> ReminderTarget | None:
        """Select in the order of `ReminderTargetType`."""
        query = select(ReminderRow).where(
            ReminderRow.account_id == account_id, ReminderRow.score_alerts, matches_any(targets)
        )
        row = self._session().scalars(query.order_by(SPECIFICITY, ReminderRow.id).limit(1)).one_or_none()
        return to_target(row) if row else None

    def add_sent(self, account_id: AccountId, event_id: int, number: int, at: datetime) -> bool:
        """Insert the row, or update one with a lower number. The database resolves concurrent calls."""
        session, key = self._session(), {"account_id": account_id, "event_id": event_id}
        values: dict[str, Any] = {"number": number, "sent_at": at, "pushed": []}
        if insert_if_absent(session, SentScoreAlertRow, **key, **values):
            return True
        statement = update(SentScoreAlertRow).filter_by(**key).where(SentScoreAlertRow.number < number)
        updated = session.execute(statement.values(**values).returning(SentScoreAlertRow.id))
        return updated.first() is not None

    def get_sent(self, account_id: AccountId, event_id: int) -> SentAlert | None:
        """Select the row."""
        row = self._session().scalars(_sent_query(account_id, event_id)).one_or_none()
        return SentAlert(row.number, frozenset(row.pushed)) if row else None

    def add_delivery(self, account_id: AccountId, event_id: int, number: int, subscription_id: int) -> None:
        """Add the subscription to the row of the same number unless it is there.

        The row is locked against a concurrent run of the job.
        """
        row = select_for_update(self._session(), _sent_query(account_id, event_id))
        if row is not None and row.number == number and subscription_id not in row.pushed:
            row.pushed = [*row.pushed, subscription_id]
            self._session().flush()

    def list_for_account(self, account_id: AccountId) -> Sequence[tuple[int, datetime]]:
        """Select the viewer's rows, latest first."""
        query = select(SentScoreAlertRow.event_id, SentScoreAlertRow.sent_at).where(
            SentScoreAlertRow.account_id == account_id
        )
        rows = self._session().execute(
            query.order_by(SentScoreAlertRow.sent_at.desc(), SentScoreAlertRow.id.desc())
        )
        return [(row.event_id, row.sent_at) for row in rows]

    def delete_before(self, before: datetime) -> int:
        """Delete the rows, using the indexes on their times."""
        self._session().execute(delete(ScoreAlertRow).where(ScoreAlertRow.changed_at < before))
        statement = delete(SentScoreAlertRow).where(SentScoreAlertRow.sent_at < before)
        return len(self._session().execute(statement.returning(SentScoreAlertRow.id)).all())


def _progress_query(event_id: int) -> Select[ScoreAlertRow]:
    return select(ScoreAlertRow).where(ScoreAlertRow.event_id == event_id)


def _sent_query(account_id: AccountId, event_id: int) -> Select[SentScoreAlertRow]:
    return select(SentScoreAlertRow).where(
        SentScoreAlertRow.event_id == event_id, SentScoreAlertRow.account_id == account_id
    )


def _to_progress(row: ScoreAlertRow) -> AlertProgress:
    return AlertProgress(row.number, row.moment_id, row.at_ms, row.content, row.is_sending, row.due_at)


def _recipients_query(
    event_id: int, number: int, targets: Collection[ReminderTarget], after: AccountId, limit: int
) -> Executable:
    has_alert = exists().where(
        SentScoreAlertRow.account_id == ReminderRow.account_id,
        SentScoreAlertRow.event_id == event_id,
        SentScoreAlertRow.number >= number,
    )
    hides_scores = exists().where(
        WatchSettingsRow.account_id == ReminderRow.account_id, WatchSettingsRow.hide_scores
    )
    has_subscription = exists().where(PushSubscriptionRow.account_id == ReminderRow.account_id)
    has_channel = or_(
        NotificationSettingsRow.id.is_(None), NotificationSettingsRow.by_mail, NotificationSettingsRow.by_push
    )
    return (
        select(ReminderRow, NotificationSettingsRow, has_subscription.label("has_push_subscription"))
        .outerjoin(NotificationSettingsRow, NotificationSettingsRow.account_id == ReminderRow.account_id)
        .where(
            matches_any(targets),
            ReminderRow.score_alerts,
            ReminderRow.account_id > after,
            ~has_alert,
            ~hides_scores,
            has_channel,
        )
        .order_by(ReminderRow.account_id, SPECIFICITY, ReminderRow.id)
        .limit(limit)
    )
