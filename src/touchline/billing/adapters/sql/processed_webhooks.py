"""Repository of processed webhook events in SQL. They belong to no channel."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.order_tables import WebhookCursorRow, WebhookEventRow
from touchline.platform.db.inserts import insert_if_absent

_CURSOR_ID = 1


class SqlProcessedWebhooks:
    """Implements `ProcessedWebhooks` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def record(self, webhook_event_id: str, kind: str, at: datetime) -> bool:
        """Record a webhook event. Return False if it was already recorded."""
        return insert_if_absent(self._session(), WebhookEventRow, id=webhook_event_id, kind=kind, heard_at=at)

    def get_cursor(self) -> datetime | None:
        """Return the instant up to which all events were read; None if never."""
        return (
            self._session()
            .scalars(select(WebhookCursorRow.until).where(WebhookCursorRow.id == _CURSOR_ID))
            .one_or_none()
        )

    def set_cursor(self, until: datetime) -> None:
        """Store the instant up to which all events were read."""
        self._session().merge(WebhookCursorRow(id=_CURSOR_ID, until=until))

    def delete_before(self, before: datetime) -> int:
        """Delete webhook events recorded before an instant; return how many were deleted."""
        deleted = self._session().execute(delete(WebhookEventRow).where(WebhookEventRow.heard_at < before))
        return int(deleted.rowcount)  # type: ignore[attr-defined]
