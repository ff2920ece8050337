"""What the server recorded of viewers and of the video of events."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from touchline.analytics.domain.evidence.time_slots import get_end_slot, get_slot
from touchline.analytics.domain.evidence.viewer_requests import ViewerRequests
from touchline.shared.ids import AccountId, ChannelId, EventId


@dataclass(frozen=True, slots=True)
class EventRecords:
    """The records of an event: the requests of each account, and the slots with video and supervision."""

    requests: Mapping[AccountId, ViewerRequests] = field(default_factory=dict)
    on_air: frozenset[int] = frozenset()
    supervised: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class RequestKey:
    """The minute (since 1970) of an account's requests for an event."""

    channel_id: ChannelId
    event_id: EventId
    account_id: AccountId
    minute: int


@dataclass(frozen=True, slots=True)
class BroadcastKey:
    """The minute (since 1970) of an event's video."""

    channel_id: ChannelId
    event_id: EventId
    minute: int


SlotBits = dict[str, int]
"""The bits of the slots of a minute, by kind."""


class EvidenceRecords(Protocol):
    """The stored records. A bit that is set stays set, so storing is repeatable, in any order."""

    def add(
        self, requests: Mapping[RequestKey, SlotBits], broadcasts: Mapping[BroadcastKey, SlotBits]
    ) -> None:
        """Add bits to the minutes of all channels. Call it in a transaction that sees all channels."""
        ...

    def get_event(self, event_id: EventId) -> EventRecords:
        """Return the records of an event of the current channel. Two queries."""
        ...

    def list_broadcasts(self, event_ids: Collection[EventId]) -> Mapping[EventId, EventRecords]:
        """Return the video of events of which anything was recorded, by id, without requests. Two queries."""
        ...

    def export_account(self, account_id: AccountId) -> list[dict[str, Any]]:
        """Return the records of an account of the current channel, by event and minute."""
        ...

    def erase_account(self, account_id: AccountId) -> None:
        """Delete the records of an account of the current channel."""
        ...

    def list_accounts_since(self, minute: int) -> Collection[tuple[ChannelId, AccountId]]:
        """Return the accounts of all channels with records since a minute."""
        ...

    def prune(self, minute: int) -> int:
        """Delete the records of all channels before a minute. Return their number."""
        ...


@dataclass(frozen=True, slots=True)
class EventTimes:
    """The planned start and length of an event. `takes_place` is False for a canceled or postponed event."""

    starts_at: datetime
    seconds: int
    takes_place: bool = True

    @property
    def slots(self) -> range:
        """The slots from the planned start to the planned end."""
        start = self.starts_at.timestamp()
        return range(get_slot(start), get_end_slot(start + self.seconds))


class EventSchedule(Protocol):
    """The schedule of the current channel's events."""

    def get_times(self, event_id: EventId) -> EventTimes | None:
        """Return the times of an event; None if the channel does not show it."""
        ...

    def list_times(self, event_ids: Collection[EventId]) -> Mapping[EventId, EventTimes]:
        """Return the times of the events that the channel shows, by id. Two queries."""
        ...


class OpenAccounts(Protocol):
    """The accounts of the current channel."""

    def list_open(self, account_ids: Collection[AccountId]) -> Collection[AccountId]:
        """Return those of the accounts that are not closed."""
        ...
