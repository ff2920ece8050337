"""SQL repositories of reminders and sent notifications."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Executable, Select, case, delete, exists, or_, select, update
from sqlalchemy.orm import Session

from touchline.engagement.adapters.sql.preferences import to_notification_settings
from touchline.engagement.adapters.sql.tables import (
    NotificationSettingsRow,
    PushSubscriptionRow,
    ReminderRow,
    SentNotificationRow,
)
from touchline.engagement.domain.ids import ReminderId
from touchline.engagement.domain.reminders import OngoingEvent, Reminder
from touchline.engagement.domain.targets import ReminderTarget, ReminderTargetType
from touchline.engagement.ports.reminders import Recipient
from touchline.platform.db.inserts import insert_if_absent
from touchline.platform.db.locks import select_for_update
from touchline.shared.ids import AccountId

SPECIFICITY = case(
    {kind.value: rank for rank, kind in enumerate(ReminderTargetType)}, value=ReminderRow.about_type
)
"""Sorts rows by how specific their target is, the most specific first."""


class SqlReminders:
    """`Reminders` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_for_account(self, account_id: AccountId) -> Sequence[Reminder]:
        """Select the viewer's reminders, newest first."""
        query = select(ReminderRow).where(ReminderRow.account_id == account_id)
        return [_to_reminder(row) for row in self._session().scalars(query.order_by(ReminderRow.id.desc()))]

    def add(self, account_id: AccountId, target: ReminderTarget, at: datetime) -> tuple[Reminder, bool]:
        """Insert the reminder. A unique constraint resolves concurrent inserts."""
        key = _reminder_key(account_id, target)
        is_new = insert_if_absent(self._session(), ReminderRow, **key, created_at=at)
        return _to_reminder(self._session().scalars(select(ReminderRow).filter_by(**key)).one()), is_new

    def set_score_alerts(self, account_id: AccountId, target: ReminderTarget, *, is_on: bool) -> None:
        """Update the row."""
        statement = update(ReminderRow).filter_by(**_reminder_key(account_id, target))
        self._session().execute(statement.values(score_alerts=is_on))

    def remove(self, account_id: AccountId, reminder_id: ReminderId) -> bool:
        """Delete the row."""
        statement = delete(ReminderRow).where(
            ReminderRow.id == reminder_id, ReminderRow.account_id == account_id
        )
        return self._session().execute(statement.returning(ReminderRow.id)).first() is not None

    def remove_by_target(self, account_id: AccountId, target: ReminderTarget) -> None:
        """Delete the row."""
        self._session().execute(delete(ReminderRow).filter_by(**_reminder_key(account_id, target)))

    def find_most_specific(
        self, account_id: AccountId, targets: Collection[ReminderTarget]
    ) -> ReminderTarget | None:
        """Select in the order of `ReminderTargetType`."""
        query = select(ReminderRow).where(ReminderRow.account_id == account_id, matches_any(targets))
        row = self._session().scalars(query.order_by(SPECIFICITY, ReminderRow.id).limit(1)).one_or_none()
        return to_target(row) if row else None

    def list_recipients(self, event: OngoingEvent, after: AccountId, limit: int) -> Sequence[Recipient]:
        """Group the rows by viewer and use the first row of each.

        The query limit may cut off the last viewer's other rows, which are not needed.
        """
        rows = self._session().execute(_recipients_query(event, after, limit))
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

    def list_event_ids(self, after: int, limit: int) -> Sequence[int]:
        """Select each id once."""
        query = select(ReminderRow.about_id).where(
            ReminderRow.about_type == ReminderTargetType.EVENT.value, ReminderRow.about_id > after
        )
        return self._session().scalars(query.distinct().order_by(ReminderRow.about_id).limit(limit)).all()

    def remove_for_events(self, event_ids: Collection[int]) -> None:
        """Delete the rows."""
        conditions = (
            ReminderRow.about_type == ReminderTargetType.EVENT.value,
            ReminderRow.about_id.in_(event_ids),
        )
        self._session().execute(delete(ReminderRow).where(*conditions))


class SqlSentNotifications:
    """`SentNotifications` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(self, account_id: AccountId, event_id: int, at: datetime) -> bool:
        """Insert the notification. A unique constraint resolves concurrent inserts."""
        values = {"account_id": account_id, "event_id": event_id, "told_at": at, "pushed": []}
        return insert_if_absent(self._session(), SentNotificationRow, **values)

    def list_delivered(self, account_id: AccountId, event_id: int) -> frozenset[int] | None:
        """Return None if there is no row."""
        row = self._session().scalars(_sent_query(account_id, event_id)).one_or_none()
        return frozenset(row.pushed) if row else None

    def add_delivery(self, account_id: AccountId, event_id: int, subscription_id: int) -> None:
        """Add the subscription to the row unless it is there.

        The row is locked against a concurrent run of the job.
        """
        row = select_for_update(self._session(), _sent_query(account_id, event_id))
        if row is not None and subscription_id not in row.pushed:
            row.pushed = [*row.pushed, subscription_id]
            self._session().flush()

    def list_for_account(self, account_id: AccountId) -> Sequence[tuple[int, datetime]]:
        """Select the viewer's rows, latest first."""
        query = select(SentNotificationRow.event_id, SentNotificationRow.told_at).where(
            SentNotificationRow.account_id == account_id
        )
        sent_rows = self._session().execute(
            query.order_by(SentNotificationRow.told_at.desc(), SentNotificationRow.id.desc())
        )
        return [(row.event_id, row.told_at) for row in sent_rows]

    def delete_before(self, before: datetime) -> int:
        """Delete the rows, using the index on `told_at`."""
        delete_query = (
            delete(SentNotificationRow)
            .where(SentNotificationRow.told_at < before)
            .returning(SentNotificationRow.id)
        )
        return len(self._session().execute(delete_query).all())


def _sent_query(account_id: AccountId, event_id: int) -> Select[SentNotificationRow]:
    return select(SentNotificationRow).where(
        SentNotificationRow.event_id == event_id, SentNotificationRow.account_id == account_id
    )


def _recipients_query(event: OngoingEvent, after: AccountId, limit: int) -> Executable:
    is_notified = exists().where(
        SentNotificationRow.account_id == ReminderRow.account_id,
        SentNotificationRow.event_id == event.event_id,
    )
    has_subscription = exists().where(PushSubscriptionRow.account_id == ReminderRow.account_id)
    has_channel = or_(
        NotificationSettingsRow.id.is_(None), NotificationSettingsRow.by_mail, NotificationSettingsRow.by_push
    )
    return (
        select(ReminderRow, NotificationSettingsRow, has_subscription.label("has_push_subscription"))
        .outerjoin(NotificationSettingsRow, NotificationSettingsRow.account_id == ReminderRow.account_id)
        .where(
            matches_any(event.targets),
            ReminderRow.created_at < event.started_at,
            ReminderRow.account_id > after,
            ~is_notified,
            has_channel,
        )
        .order_by(ReminderRow.account_id, SPECIFICITY, ReminderRow.id)
        .limit(limit)
    )


def matches_any(targets: Iterable[ReminderTarget]) -> ColumnElement[bool]:
    """Return the condition that a row has one of the targets."""
    by_type = groupby(
        sorted(targets, key=lambda target: (target.type, target.id)), lambda target: target.type
    )
    return or_(
        *(
            (ReminderRow.about_type == kind.value)
            & ReminderRow.about_id.in_([target.id for target in targets_of_type])
            for kind, targets_of_type in by_type
        )
    )


def _reminder_key(account_id: AccountId, target: ReminderTarget) -> dict[str, Any]:
    return {"account_id": account_id, "about_type": target.type.value, "about_id": target.id}


def to_target(row: ReminderRow) -> ReminderTarget:
    """Return the target of a row."""
    return ReminderTarget(ReminderTargetType(row.about_type), row.about_id)


def _to_reminder(row: ReminderRow) -> Reminder:
    return Reminder(ReminderId(row.id), to_target(row), row.created_at, row.score_alerts)
