"""Alerts operators about faults that viewers notice, once for each fault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.catalog.application.events.followable_queries import FollowableQueries
from touchline.catalog.application.events.require_event import require_event_id
from touchline.catalog.domain.media.encoder_slots import EncoderSlot
from touchline.catalog.domain.media.fault_texts import describe_fault_in
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.domain.media.stream_alerts import is_alert_time, needs_alert
from touchline.catalog.domain.media.stream_faults import (
    FAULT_WINDOW,
    StreamFault,
    detect_faults,
    list_stream_faults,
)
from touchline.catalog.events import StreamFaultFound
from touchline.catalog.ports.events.event_media import EventMediaLookup
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.media.stream_alerts import AlertRecipients, StreamAlerts
from touchline.catalog.ports.media.stream_health import HealthSamples
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId
from touchline.shared.unit_of_work import Announce, UnitOfWorkFactory

ALERT_RETENTION = timedelta(days=7)


@dataclass(frozen=True)
class AlertOperators:
    """Use case of the ingest process, for one stream every few seconds."""

    uow: UnitOfWorkFactory
    samples: HealthSamples
    alerts: StreamAlerts
    recipients: AlertRecipients
    events: Events
    announce: Announce

    def __call__(self, stream: LiveStream, now: datetime) -> None:
        """Announce new faults, to operators who chose alerts. Stream tests have no alerts.

        The alert is stored in the transaction of its announcement, so each is announced once.
        """
        if stream.is_test:
            return
        with self.uow(stream.channel_id):
            faults = [found for found in self._find_faults(stream, now) if needs_alert(found[1], now)]
            event = self.events.get(stream.event_id) if faults else None
            if event is None or not is_alert_time(event.starts_at, stream.planned_end, now):
                return
            for slot, fault in faults:
                alert = self.alerts.get_or_add(stream.event_id, slot, fault.code, now)
                is_due = alert.record_fault(fault, now) and not self._is_known(stream, fault, now)
                self.alerts.save(alert)
                account_ids = tuple(self.recipients.list_for_event(stream.event_id)) if is_due else ()
                if account_ids:
                    self.announce(StreamFaultFound(stream.channel_id, alert.id, alert.number, account_ids))

    def _is_known(self, stream: LiveStream, fault: StreamFault, now: datetime) -> bool:
        """Return whether operators already know of a lost encoder, because no data had arrived from it."""
        if fault.code != "disconnected":
            return False
        return self.alerts.get_or_add(stream.event_id, stream.on_air.value, "no_data", now).is_recent(now)

    def _find_faults(self, stream: LiveStream, now: datetime) -> Iterator[tuple[str, StreamFault]]:
        samples = self.samples.list_since(stream.event_id, now - FAULT_WINDOW, is_test=False)
        for fault in list_stream_faults(stream, set(), now):
            yield "", fault
        for slot in sorted({sample.slot for sample in samples}):
            for fault in detect_faults([sample for sample in samples if sample.slot == slot], now):
                yield slot, fault


@dataclass(frozen=True)
class StreamAlertText:
    """What an operator reads. `path` is the page of the event in the studio."""

    event_id: int
    event_name: str
    message: str
    remedy: str
    path: str


@dataclass(frozen=True)
class StreamAlertQueries:
    """Query: the text of an alert, for emails and push messages."""

    alerts: StreamAlerts
    events: Events
    followable: FollowableQueries

    def write(self, alert_id: int, language: str) -> StreamAlertText | None:
        """Return the text in a language; None if the alert or its event is gone."""
        alert = self.alerts.get(alert_id)
        event = self.events.get(alert.event_id) if alert else None
        if alert is None or event is None:
            return None
        name = self.followable.list_events([event.id], language).get(event.id)
        message, remedy = describe_fault_in(
            language, alert.code, alert.values, is_backup=alert.slot == EncoderSlot.BACKUP
        )
        return StreamAlertText(
            event.id, name.name if name else event.key, message, remedy, f"/studio/schedule/{event.key}/live"
        )


@dataclass(frozen=True)
class AlertChoices:
    """Use cases of an operator: whether they are alerted about the stream of an event."""

    event_media: EventMediaLookup
    recipients: AlertRecipients

    def get(self, key: str, account_id: AccountId) -> bool:
        """Return whether the operator gets alerts. Raises `NotFoundError`."""
        return bool(self.recipients.get_choice(require_event_id(self.event_media, key), account_id))

    def set(self, key: str, account_id: AccountId, is_alerted: bool) -> None:
        """Store the choice. Raises `NotFoundError`."""
        self.recipients.set_choice(require_event_id(self.event_media, key), account_id, is_alerted)

    def add_by_default(self, key: str, account_id: AccountId) -> None:
        """Alert the operator who opens the stream, unless they have chosen otherwise."""
        event_id = require_event_id(self.event_media, key)
        if self.recipients.get_choice(event_id, account_id) is None:
            self.recipients.set_choice(event_id, account_id, is_alerted=True)


@dataclass(frozen=True)
class DeleteOldAlerts:
    """Use case: delete alerts of past events. A worker runs this once a day."""

    uow: UnitOfWorkFactory
    alerts: StreamAlerts
    clock: Clock

    def __call__(self) -> None:
        """Delete the old alerts of all channels."""
        with self.uow.all_channels():
            self.alerts.delete_before(self.clock.now() - ALERT_RETENTION)
