"""Which notices of the provider were heard, in the database. They belong to no channel."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.order_tables import WebhookCursorRow, WebhookEventRow
from touchline.platform.db.inserts import insert_if_absent

_CURSOR_ID = 1


class SqlProcessedWebhooks:
    """`Heard` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def record(self, webhook_event_id: str, kind: str, at: datetime) -> bool:
        """Note a notice; False where it was heard before."""
        return insert_if_absent(self._session(), WebhookEventRow, id=webhook_event_id, kind=kind, heard_at=at)

    def get_cursor(self) -> datetime | None:
        """Up to when all notices were read."""
        return (
            self._session()
            .scalars(select(WebhookCursorRow.until).where(WebhookCursorRow.id == _CURSOR_ID))
            .one_or_none()
        )

    def set_cursor(self, until: datetime) -> None:
        """Note up to when all notices were read."""
        self._session().merge(WebhookCursorRow(id=_CURSOR_ID, until=until))

    def delete_before(self, before: datetime) -> int:
        """Delete notices heard before an instant; answers how many."""
        deleted = self._session().execute(delete(WebhookEventRow).where(WebhookEventRow.heard_at < before))
        return int(deleted.rowcount)  # type: ignore[attr-defined]
