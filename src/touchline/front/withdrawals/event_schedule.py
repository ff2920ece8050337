"""Cancels or postpones an event, with all consequences for its buyers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from touchline.catalog.facade import CatalogFacade
from touchline.channel.domain.document.revisions import RevisionSource
from touchline.channel.facade import ChannelFacade
from touchline.front.packs.document.event_revisions import EventRevisions
from touchline.front.packs.parser.dates import is_day
from touchline.front.withdrawals.apply_withdrawals import ApplyWithdrawals, WithdrawalResult
from touchline.front.withdrawals.confirmation import Confirmation
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.days import last_second_of_day
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import ChannelId
from touchline.shared.strings.validation import is_digits
from touchline.shared.unit_of_work import UnitOfWorkFactory

_INVALID_DATE = "{text} is not a date and time. Write 2026-12-03 19:00."

_ACTIONS = {"canceled": "cancel", "postponed": "postpone", "scheduled": "reinstate"}


@dataclass(frozen=True)
class ScheduleChangeResult:
    """The result of a schedule change. `is_changed` is False if the event already had this status."""

    event_id: int
    name: str
    is_changed: bool
    withdrawal: WithdrawalResult
    pending_refunds: list[int]


class ChangeEventSchedule:
    """Use case that changes an event's schedule status and its orders in one transaction, then makes the
    refunds.
    """

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        channel: ChannelFacade,
        catalog: CatalogFacade,
        apply_withdrawals: ApplyWithdrawals,
        event_revisions: EventRevisions,
        record_audit: RecordAudit,
    ) -> None:
        self._uow = uow
        self._channel = channel
        self._catalog = catalog
        self._apply_withdrawals = apply_withdrawals
        self._event_revisions = event_revisions
        self._record_audit = record_audit

    def __call__(
        self,
        channel_id: ChannelId,
        event: str,
        status: str,
        confirmation: Confirmation,
        author: str,
        source: RevisionSource = RevisionSource.COMMAND,
        *,
        to: str | None = None,
    ) -> ScheduleChangeResult:
        """Set the schedule status of an event by key or ID, as one revision of the document.

        The call is idempotent: a repeated call changes, emails and refunds nothing twice. With a refund, it
        makes the refunds that remain. Raises `ConfirmationRequiredError`, `NotFoundError` or `RefusedError`.
        """
        with self._uow(channel_id):
            self._event_revisions.acquire_lock()
            event_id = self._get_event_id(event)
            card = self._catalog.get_operator_event_card(event_id, self._channel.get_current().language)
            is_time_known = to is None or not is_day(to)
            start = self._parse_start(to, is_time_known=is_time_known) if to else None
            is_changed, revision = self._event_revisions.record(
                event_id,
                author,
                source,
                lambda: self._catalog.set_schedule(event_id, status, start, is_time_known=is_time_known),
            )
            if is_changed or confirmation.refund:
                subject = AuditSubject("event", str(event_id), card.full_name if card else "")
                before = {"status": card.schedule_status, "start": card.starts_at} if card else {}
                after = {
                    "status": status,
                    "start": start,
                    "refund": confirmation.refund,
                    "revision": revision,
                }
                self._record_audit(AuditRecord(f"event.{_ACTIONS[status]}", subject, before, after))
            withdrawal = self._apply_withdrawals(
                confirmation, refund_events={event_id}, changed_events={event_id}
            )
        pending_refunds = self._apply_withdrawals.refund_orders(channel_id, withdrawal)
        return ScheduleChangeResult(
            event_id, card.full_name if card else event, is_changed, withdrawal, pending_refunds
        )

    def _get_event_id(self, event: str) -> int:
        event_ids = self._catalog.list_ids_by_key("event")
        if event in event_ids:
            return event_ids[event]
        if is_digits(event) and int(event) in event_ids.values():
            return int(event)
        raise NotFoundError(f"There is no event {event} in this channel.")

    def _parse_start(self, text: str, *, is_time_known: bool) -> datetime:
        zone = ZoneInfo(self._channel.get_current().time_zone)
        try:
            parsed = datetime.fromisoformat(text)
        except ValueError:
            raise RefusedError(_INVALID_DATE.format(text=text)) from None
        if not is_time_known:
            return last_second_of_day(parsed.date(), zone)
        return (parsed if parsed.tzinfo else parsed.replace(tzinfo=zone)).astimezone(UTC)
