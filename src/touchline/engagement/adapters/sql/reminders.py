"""Reminders in the database, and whom they are due to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Executable, Select, case, delete, exists, or_, select
from sqlalchemy.orm import Session

from touchline.engagement.adapters.sql.preferences import settings_of
from touchline.engagement.adapters.sql.tables import (
    NewsSettingsRow,
    PushSubscriptionRow,
    ReminderRow,
    ToldRow,
)
from touchline.engagement.domain.ids import ReminderId
from touchline.engagement.domain.reminders import LiveGame, Reminder
from touchline.engagement.domain.things import About, AboutType
from touchline.engagement.ports.reminders import Waiting
from touchline.platform.db.inserts import insert_once
from touchline.platform.db.locks import locked
from touchline.shared.ids import AccountId

_NEAREST = case({kind.value: place for place, kind in enumerate(AboutType)}, value=ReminderRow.about_type)


class SqlReminders:
    """`Reminders` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def of(self, account_id: AccountId) -> Sequence[Reminder]:
        """The newest first."""
        wanted = select(ReminderRow).where(ReminderRow.account_id == account_id)
        return [_reminder(row) for row in self._session().scalars(wanted.order_by(ReminderRow.id.desc()))]

    def add(self, account_id: AccountId, about: About, at: datetime) -> tuple[Reminder, bool]:
        """The database decides who comes first."""
        mine = _of(account_id, about)
        is_new = insert_once(self._session(), ReminderRow, **mine, created_at=at)
        return _reminder(self._session().scalars(select(ReminderRow).filter_by(**mine)).one()), is_new

    def remove(self, account_id: AccountId, reminder_id: ReminderId) -> bool:
        """Delete it."""
        mine = delete(ReminderRow).where(ReminderRow.id == reminder_id, ReminderRow.account_id == account_id)
        return self._session().execute(mine.returning(ReminderRow.id)).first() is not None

    def remove_about(self, account_id: AccountId, about: About) -> None:
        """Delete it."""
        self._session().execute(delete(ReminderRow).filter_by(**_of(account_id, about)))

    def nearest(self, account_id: AccountId, abouts: Collection[About]) -> About | None:
        """In the order of `AboutType`."""
        wanted = select(ReminderRow).where(ReminderRow.account_id == account_id, _about_any(abouts))
        row = self._session().scalars(wanted.order_by(_NEAREST, ReminderRow.id).limit(1)).one_or_none()
        return _about(row) if row else None

    def waiting(self, game: LiveGame, after: AccountId, limit: int) -> Sequence[Waiting]:
        """Rows of one viewer stand together; the rest of the last one's is passed over with them."""
        rows = self._session().execute(_waiting(game, after, limit))
        mine = (next(found) for _, found in groupby(rows, lambda row: row.ReminderRow.account_id))
        return [
            Waiting(
                AccountId(row.ReminderRow.account_id),
                _about(row.ReminderRow),
                settings_of(row.NewsSettingsRow),
                row.has_browser,
            )
            for row in mine
        ]

    def events(self, after: int, limit: int) -> Sequence[int]:
        """Each once."""
        wanted = select(ReminderRow.about_id).where(
            ReminderRow.about_type == AboutType.EVENT.value, ReminderRow.about_id > after
        )
        return self._session().scalars(wanted.distinct().order_by(ReminderRow.about_id).limit(limit)).all()

    def remove_of_events(self, event_ids: Collection[int]) -> None:
        """Delete them."""
        these = (ReminderRow.about_type == AboutType.EVENT.value, ReminderRow.about_id.in_(event_ids))
        self._session().execute(delete(ReminderRow).where(*these))


class SqlTold:
    """`Told` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def first(self, account_id: AccountId, event_id: int, at: datetime) -> bool:
        """The database decides who comes first."""
        note = {"account_id": account_id, "event_id": event_id, "told_at": at, "pushed": []}
        return insert_once(self._session(), ToldRow, **note)

    def reached(self, account_id: AccountId, event_id: int) -> frozenset[int] | None:
        """None without a row."""
        row = self._session().scalars(_told(account_id, event_id)).one_or_none()
        return frozenset(row.pushed) if row else None

    def reach(self, account_id: AccountId, event_id: int, subscription_id: int) -> None:
        """Where it is not noted yet; a job that runs twice notes at the same time."""
        row = locked(self._session(), _told(account_id, event_id))
        if row is not None and subscription_id not in row.pushed:
            row.pushed = [*row.pushed, subscription_id]
            self._session().flush()

    def all_of(self, account_id: AccountId) -> Sequence[tuple[int, datetime]]:
        """The last first."""
        wanted = select(ToldRow.event_id, ToldRow.told_at).where(ToldRow.account_id == account_id)
        found = self._session().execute(wanted.order_by(ToldRow.told_at.desc(), ToldRow.id.desc()))
        return [(row.event_id, row.told_at) for row in found]

    def forget(self, before: datetime) -> int:
        """Along the index of `told_at`."""
        old = delete(ToldRow).where(ToldRow.told_at < before).returning(ToldRow.id)
        return len(self._session().execute(old).all())


def _told(account_id: AccountId, event_id: int) -> Select[ToldRow]:
    return select(ToldRow).where(ToldRow.event_id == event_id, ToldRow.account_id == account_id)


def _waiting(game: LiveGame, after: AccountId, limit: int) -> Executable:
    told = exists().where(ToldRow.account_id == ReminderRow.account_id, ToldRow.event_id == game.event_id)
    browser = exists().where(PushSubscriptionRow.account_id == ReminderRow.account_id)
    any_way = or_(NewsSettingsRow.id.is_(None), NewsSettingsRow.by_mail, NewsSettingsRow.by_push)
    return (
        select(ReminderRow, NewsSettingsRow, browser.label("has_browser"))
        .outerjoin(NewsSettingsRow, NewsSettingsRow.account_id == ReminderRow.account_id)
        .where(
            _about_any(game.abouts),
            ReminderRow.created_at < game.started_at,
            ReminderRow.account_id > after,
            ~told,
            any_way,
        )
        .order_by(ReminderRow.account_id, _NEAREST, ReminderRow.id)
        .limit(limit)
    )


def _about_any(abouts: Iterable[About]) -> ColumnElement[bool]:
    by_type = groupby(sorted(abouts, key=lambda one: (one.type, one.id)), lambda one: one.type)
    return or_(
        *(
            (ReminderRow.about_type == kind.value) & ReminderRow.about_id.in_([one.id for one in found])
            for kind, found in by_type
        )
    )


def _of(account_id: AccountId, about: About) -> dict[str, Any]:
    return {"account_id": account_id, "about_type": about.type.value, "about_id": about.id}


def _about(row: ReminderRow) -> About:
    return About(AboutType(row.about_type), row.about_id)


def _reminder(row: ReminderRow) -> Reminder:
    return Reminder(ReminderId(row.id), _about(row), row.created_at)
