"""Ports for alerts about faults of streams: which were sent, and who gets them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from touchline.catalog.domain.media.stream_alerts import StreamAlert
from touchline.shared.ids import AccountId, EventId


class StreamAlerts(Protocol):
    """The alerts of the channel's streams, in the current transaction."""

    def get(self, alert_id: int) -> StreamAlert | None:
        """Return an alert; None if it was deleted."""
        ...

    def get_or_add(self, event_id: EventId, slot: str, code: str, now: datetime) -> StreamAlert:
        """Return the alert of a fault, or a new one that was never sent."""
        ...

    def save(self, alert: StreamAlert) -> None:
        """Write the alert."""
        ...

    def delete_before(self, before: datetime) -> None:
        """Delete alerts whose faults were last seen before a time."""
        ...


class AlertRecipients(Protocol):
    """The operators who chose to be alerted about the stream of an event, in the current transaction."""

    def list_for_event(self, event_id: EventId) -> Sequence[AccountId]:
        """Return the accounts that get alerts."""
        ...

    def get_choice(self, event_id: EventId, account_id: AccountId) -> bool | None:
        """Return the choice of an operator; None if they never chose."""
        ...

    def set_choice(self, event_id: EventId, account_id: AccountId, is_alerted: bool) -> None:
        """Store the choice of an operator."""
        ...

    def delete_for_account(self, account_id: AccountId) -> None:
        """Delete the choices of a closed account."""
        ...
