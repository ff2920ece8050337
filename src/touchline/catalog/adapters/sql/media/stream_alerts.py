"""Alerts about faults of streams in the database (ports `StreamAlerts` and `AlertRecipients`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import JSON, ForeignKey, UniqueConstraint, delete, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from touchline.catalog.domain.media.stream_alerts import StreamAlert
from touchline.platform.db.base import Base, ChannelScoped
from touchline.shared.ids import AccountId, EventId


class StreamAlertRow(ChannelScoped, Base):
    """A fault of a stream, and how often operators were alerted about it."""

    __tablename__ = "catalog_stream_alert"
    __table_args__ = (UniqueConstraint("event_id", "slot", "code"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("catalog_event.id", ondelete="CASCADE"))
    slot: Mapped[str]
    code: Mapped[str]
    values: Mapped[dict[str, int]] = mapped_column(JSON)
    number: Mapped[int]
    last_seen_at: Mapped[datetime] = mapped_column(index=True)


class AlertRecipientRow(ChannelScoped, Base):
    """Whether an operator gets alerts about the stream of an event."""

    __tablename__ = "catalog_stream_alert_recipient"
    __table_args__ = (UniqueConstraint("event_id", "account_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("catalog_event.id", ondelete="CASCADE"))
    account_id: Mapped[int] = mapped_column(index=True)
    is_alerted: Mapped[bool]


class SqlStreamAlerts:
    """`StreamAlerts` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def get(self, alert_id: int) -> StreamAlert | None:
        """Return an alert; None if it was deleted."""
        row = self._session().scalar(select(StreamAlertRow).where(StreamAlertRow.id == alert_id))
        return _to_alert(row) if row else None

    def get_or_add(self, event_id: EventId, slot: str, code: str, now: datetime) -> StreamAlert:
        """Return the alert of a fault. Only the process that supervises the stream adds one."""
        query = select(StreamAlertRow).where(
            StreamAlertRow.event_id == event_id, StreamAlertRow.slot == slot, StreamAlertRow.code == code
        )
        row = self._session().scalar(query)
        if row is None:
            row = StreamAlertRow(
                event_id=event_id, slot=slot, code=code, values={}, number=0, last_seen_at=now
            )
            self._session().add(row)
            self._session().flush()
        return _to_alert(row)

    def save(self, alert: StreamAlert) -> None:
        """Write what may change."""
        row = self._session().scalars(select(StreamAlertRow).where(StreamAlertRow.id == alert.id)).one()
        row.values, row.number, row.last_seen_at = alert.values, alert.number, alert.last_seen_at

    def delete_before(self, before: datetime) -> None:
        """Delete old alerts."""
        self._session().execute(delete(StreamAlertRow).where(StreamAlertRow.last_seen_at < before))


class SqlAlertRecipients:
    """`AlertRecipients` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_for_event(self, event_id: EventId) -> Sequence[AccountId]:
        """Return the accounts that get alerts."""
        query = (
            select(AlertRecipientRow.account_id)
            .where(AlertRecipientRow.event_id == event_id, AlertRecipientRow.is_alerted.is_(True))
            .order_by(AlertRecipientRow.account_id)
        )
        return [AccountId(account_id) for account_id in self._session().scalars(query)]

    def get_choice(self, event_id: EventId, account_id: AccountId) -> bool | None:
        """Return the choice of an operator; None if they never chose."""
        row = self._get_row(event_id, account_id)
        return row.is_alerted if row else None

    def set_choice(self, event_id: EventId, account_id: AccountId, is_alerted: bool) -> None:
        """Insert or change the choice."""
        row = self._get_row(event_id, account_id)
        if row is None:
            row = AlertRecipientRow(event_id=event_id, account_id=account_id)
            self._session().add(row)
        row.is_alerted = is_alerted
        self._session().flush()

    def delete_for_account(self, account_id: AccountId) -> None:
        """Delete the choices of a closed account."""
        self._session().execute(delete(AlertRecipientRow).where(AlertRecipientRow.account_id == account_id))

    def _get_row(self, event_id: EventId, account_id: AccountId) -> AlertRecipientRow | None:
        query = select(AlertRecipientRow).where(
            AlertRecipientRow.event_id == event_id, AlertRecipientRow.account_id == account_id
        )
        return self._session().scalar(query)


def _to_alert(row: StreamAlertRow) -> StreamAlert:
    return StreamAlert(
        row.id, EventId(row.event_id), row.slot, row.code, dict(row.values), row.number, row.last_seen_at
    )
