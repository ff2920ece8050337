"""What clips must know of events: their footage, who may watch them, how they are told."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from touchline.clips.domain.footage import Footage
from touchline.shared.ids import AccountId, ChannelId, EventId
from touchline.shared.principal import Principal


class Recordings(Protocol):
    """What jobs ask the catalogue, in the present transaction."""

    def find_recording(self, channel_id: ChannelId, event_id: EventId) -> Footage | None:
        """The recording of an event; None where there is none."""
        ...


class EventCatalog(Protocol):
    """Asks the catalogue, in the present transaction."""

    def get_footage(self, principal: Principal, event_id: EventId, media_id: int | None = None) -> Footage:
        """The footage that this viewer may watch now; without a medium the recording. `NotFoundError`,
        `ForbiddenError`."""
        ...

    def can_watch(self, principal: Principal, event_id: EventId) -> bool:
        """Whether the viewer may watch the event now."""
        ...

    def check_rights(
        self, account_id: AccountId, moments: Sequence[tuple[EventId, datetime]]
    ) -> Sequence[bool]:
        """Whether the right that the account had to each event at that instant was not taken back since by a
        refund, a chargeback or a revocation; a fixed number of queries."""
        ...

    def get_region(self, principal: Principal, event_id: EventId) -> str | None:
        """The country that addresses are good for; `ForbiddenError` where the viewer's is blocked,
        `NotFoundError` where the channel shows no such event any more."""
        ...

    def list_regions(self, principal: Principal, event_ids: Collection[int]) -> Mapping[int, str | None]:
        """The countries that addresses of these events are good for, by id, whoever is blocked there; a fixed
        number of queries."""
        ...

    def list_event_rows(
        self, principal: Principal, event_ids: Collection[int]
    ) -> Mapping[int, Mapping[str, Any]]:
        """How `GET /events` tells these events to the viewer, by id; a fixed number of queries."""
        ...
