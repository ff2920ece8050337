"""What other contexts may know of the footage of an event: for one viewer, or for a job."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from touchline.catalog.application.asking import Asking, Desk
from touchline.catalog.application.event_parts import EventParts, Gathered
from touchline.catalog.application.read_footage import ReadFootage, instant_of
from touchline.catalog.domain.access import AccessReason
from touchline.catalog.domain.event import Event
from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.domain.footage import Footage, FootageRendition
from touchline.catalog.domain.media import MediaRow, MediaType, recording
from touchline.catalog.ports.delivery import OtherRegion
from touchline.catalog.ports.events import EventStore
from touchline.shared.errors import Forbidden, NotFound
from touchline.shared.ids import AccountId, EventId
from touchline.shared.paging import PageRequest
from touchline.shared.principal import Principal

LOCKED = "You may not watch this event."


class ShowFootage:
    """Finds the footage of an event's recording or live stream."""

    def __init__(self, events: EventStore, parts: EventParts, read: ReadFootage, desk: Desk) -> None:
        self._events = events
        self._parts = parts
        self._read = read
        self._desk = desk

    def __call__(self, principal: Principal, event_id: EventId, media_id: int | None = None) -> Footage:
        """The footage that this viewer may watch now; without a `media_id` the recording.

        `NotFound` where there is none, `Forbidden` where the viewer may not watch, `OtherRegion` where the
        event is blocked for their country. Of a simulated showing: what has been shown.
        """
        event, asking = self._event(event_id), self._desk.take(principal)
        gathered = self._parts.gather([event], asking)
        self._admit(event, asking, gathered)
        row = _chosen(gathered.shown_of(event), media_id)
        if row is None:
            raise NotFound()
        footage = replace(self._of(event, row), region=asking.region(event.geo))
        return self._shown_of(footage, event, asking, gathered)

    def recorded(self, principal: Principal, event_id: EventId) -> Footage | None:
        """The whole recording, for a job: `principal` stands for nobody. None where there is none."""
        event = self._events.get(event_id)
        if event is None:
            return None
        gathered = self._parts.gather([event], self._desk.take(principal))
        row = recording(gathered.media.get(event.id, ()))
        return self._of(event, row) if row else None

    def may_watch(self, principal: Principal, event_id: EventId) -> bool:
        """Whether the viewer may watch the event now; a blocked country may not."""
        event, asking = self._events.get(event_id), self._desk.take(principal)
        if event is None or event.recording_state.is_taken_down:
            return False
        return self._parts.access_alone(event, asking).may_play

    def rights_kept(
        self, account_id: AccountId, moments: Sequence[tuple[EventId, datetime]]
    ) -> Sequence[bool]:
        """Whether the account may still use what it made of each event at that instant: the right that it had
        then was not taken back by a refund, a chargeback or a revocation. False for an event that is not
        shown. The same few queries however many are asked for."""
        wanted = EventFilter(ids=frozenset(int(event_id) for event_id, _ in moments))
        page = self._events.page(wanted, PageRequest(limit=len(wanted.ids)), self._desk.now())
        shown = {event.id: event for event in page.items}
        there = [(shown[event_id], at) for event_id, at in moments if event_id in shown]
        found = iter(self._parts.kept(account_id, there))
        return [event_id in shown and next(found) for event_id, _ in moments]

    def region(self, principal: Principal, event_id: EventId) -> str | None:
        """The country that an address of the event's pictures is good for, None for everywhere;
        `OtherRegion` where it is blocked for the asker's, `NotFound` where no such event is shown."""
        event, asking = self._event(event_id), self._desk.take(principal)
        if asking.facts.geo.blocks(principal.country) or event.geo.blocks(principal.country):
            raise OtherRegion
        return asking.region(event.geo)

    def regions(self, principal: Principal, event_ids: Collection[int]) -> Mapping[int, str | None]:
        """`region` of many events, whoever is blocked; those that are not shown are left out. The same few
        queries however many are asked for."""
        if not event_ids:
            return {}
        wanted, asking = EventFilter(ids=frozenset(event_ids)), self._desk.take(principal)
        page = self._events.page(wanted, PageRequest(limit=len(wanted.ids)), asking.now)
        return {event.id: asking.region(event.geo) for event in page.items}

    def _event(self, event_id: EventId) -> Event:
        event = self._events.get(event_id)
        if event is None:
            raise NotFound()
        return event

    def _admit(self, event: Event, asking: Asking, gathered: Gathered) -> None:
        access = gathered.access_to(event, asking)
        if access.reason is AccessReason.GEO_BLOCKED:
            raise OtherRegion
        if not access.may_play:
            raise Forbidden(LOCKED)

    def _of(self, event: Event, row: MediaRow) -> Footage:
        if row.made:
            made = row.made
            found = self._read.recording(made.folder)
            footage = Footage(
                event.id, row.id, False, 0, _end(found.renditions), made.frame_rate, found.renditions
            )
            return replace(footage, sounds=found.sounds, closed_captions=found.closed_captions)
        origin = instant_of(row.start_ts)
        found = self._read.stream(row.url.rpartition("/")[0], origin)
        begin, end = _start(found.renditions), _end(found.renditions)
        footage = Footage(event.id, row.id, True, begin, end, 0.0, found.renditions, origin)
        return replace(footage, sounds=found.sounds, closed_captions=found.closed_captions)

    def _shown_of(self, footage: Footage, event: Event, asking: Asking, gathered: Gathered) -> Footage:
        showing = event.simulation(gathered.recording_of(event))
        if showing is None or footage.live or not showing.hides_the_recording(asking.now):
            return footage
        shown = max(timedelta(0), asking.now - showing.starts_at) // timedelta(milliseconds=1)
        return replace(footage, ends_ms=min(footage.ends_ms, shown), origin=showing.starts_at)


def _chosen(rows: Sequence[MediaRow], media_id: int | None) -> MediaRow | None:
    if media_id is None:
        return recording(rows)
    playable = (row for row in rows if row.is_ingested or (row.made and row.type is MediaType.VOD))
    return next((row for row in playable if row.id == media_id), None)


def _start(renditions: Sequence[FootageRendition]) -> int:
    return max((one.pieces[0].start_ms for one in renditions if one.pieces), default=0)


def _end(renditions: Sequence[FootageRendition]) -> int:
    return min((one.pieces[-1].end_ms for one in renditions if one.pieces), default=0)
