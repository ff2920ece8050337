"""Port to the catalog: footage, access and serialized events."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from touchline.clips.domain.captions import Run, RunCaptions
from touchline.clips.domain.footage import Footage
from touchline.shared.ids import AccountId, ChannelId, EventId
from touchline.shared.principal import Principal


class CaptionSource(Protocol):
    """The captions of footage, in the current transaction."""

    def list_captions(
        self, event_id: EventId, media_id: int, runs: Sequence[Run]
    ) -> Sequence[RunCaptions] | None:
        """Return the captions of runs of an event's footage, the main language first. Does not check who may
        watch.

        None if the event no longer has the video that they are from.
        """
        ...


class Recordings(CaptionSource, Protocol):
    """Recordings, as jobs need them, in the current transaction."""

    def find_recording(self, channel_id: ChannelId, event_id: EventId) -> Footage | None:
        """Return the recording of an event; None if there is none."""
        ...


class EventCatalog(CaptionSource, Protocol):
    """The catalog's events, in the current transaction."""

    def get_footage(self, principal: Principal, event_id: EventId, media_id: int | None = None) -> Footage:
        """Return the footage that this viewer may watch now; the recording if `media_id` is None.

        Raises `NotFoundError` or `ForbiddenError`.
        """
        ...

    def can_watch(self, principal: Principal, event_id: EventId) -> bool:
        """Return whether the viewer may watch the event now."""
        ...

    def can_download(self, principal: Principal, event_id: EventId, *, is_country_bound: bool) -> bool:
        """Return whether the viewer may download the recording now: the event allows it, and they may watch
        it.

        `is_country_bound`: the URL is valid in one country only.
        """
        ...

    def check_rights(
        self, account_id: AccountId, moments: Sequence[tuple[EventId, datetime]]
    ) -> Sequence[bool]:
        """Return, for each event and instant, whether the account's right at that instant is still valid.

        A refund, chargeback or revocation makes it invalid. Uses a fixed number of queries.
        """
        ...

    def get_region(self, principal: Principal, event_id: EventId) -> str | None:
        """Return the country in which URLs of the event are valid; None if they are not bound to one.

        Raises `ForbiddenError` if the viewer's region is blocked. Raises `NotFoundError` if the channel no
        longer shows the event.
        """
        ...

    def list_regions(self, principal: Principal, event_ids: Collection[int]) -> Mapping[int, str | None]:
        """Return the country in which URLs of each event are valid, by event id.

        Does not check for blocked regions. Uses a fixed number of queries.
        """
        ...

    def list_event_names(self, event_ids: Collection[int], language: str) -> Mapping[int, str]:
        """Return the names of events. Deleted events are left out."""
        ...

    def list_event_rows(
        self, principal: Principal, event_ids: Collection[int]
    ) -> Mapping[int, Mapping[str, Any]]:
        """Return the rows of `GET /events` for these events and this viewer, by event id.

        Uses a fixed number of queries.
        """
        ...

    def list_public_event_rows(
        self, event_ids: Collection[int], language: str
    ) -> Mapping[int, Mapping[str, Any]]:
        """Return the rows of these events as a visitor of any country gets them, by event id.

        Uses a fixed number of queries.
        """
        ...
