"""Whether an address that was given out may still be used: the rule of access, asked again while it plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.catalog.application.asking import Asking, Desk
from touchline.catalog.application.event_parts import EventParts, Gathered
from touchline.catalog.application.library_answers import LibraryAnswers
from touchline.catalog.application.show_stream_test import CheckTestPlayback, is_test
from touchline.catalog.domain.event import Event
from touchline.catalog.domain.library import LibraryItem
from touchline.catalog.domain.media import LIVE_ROOM
from touchline.catalog.ports.delivery import ClipPlayback, Scope, Ticket
from touchline.catalog.ports.events import EventStore
from touchline.catalog.ports.library import LibraryStore
from touchline.catalog.ports.media import FolderOwners
from touchline.shared.geo import EVERYWHERE, UNKNOWN_COUNTRY, GeoRule
from touchline.shared.ids import EventId, LibraryItemId
from touchline.shared.principal import Principal

KEPT = timedelta(seconds=10)
"""How long it is remembered what a folder shows; that is the same for all of its viewers."""
MOST_KEPT = 2_000
_CLIPS = ("clips/", "downloads/")


@dataclass(frozen=True)
class FolderContents:
    """The events (each with the length of its recording) and library items that a folder shows."""

    events: Sequence[tuple[Event, timedelta | None]]
    items: Sequence[LibraryItem]


class CheckPlayback:
    """Decides for one viewer and one path, by the functions that decide `has_access` in answers.

    A viewer costs one query for the channel's facts and one for what they hold, where the event costs money.
    """

    def __init__(
        self,
        owners: FolderOwners,
        events: EventStore,
        library: LibraryStore,
        parts: EventParts,
        answers: LibraryAnswers,
        clips: ClipPlayback,
        desk: Desk,
        tests: CheckTestPlayback,
    ) -> None:
        self._owners = owners
        self._events = events
        self._library = library
        self._parts = parts
        self._answers = answers
        self._clips = clips
        self._desk = desk
        self._tests = tests
        self._kept: dict[tuple[int, str], tuple[FolderContents, datetime]] = {}

    def __call__(self, principal: Principal, ticket: Ticket, path: str) -> bool:
        """Whether the viewer may play it now; in a transaction of the viewer's channel."""
        if path.startswith(_CLIPS):
            return self._clips.may_play(principal, ticket, path)
        folder = "/".join(path.split("/")[:2])
        if is_test(path):
            return self._tests(principal, folder)
        asking = self._desk.take(principal)
        contents = self._contents(folder, asking)
        return any(
            self._plays_event(event, length, asking, ticket, folder) for event, length in contents.events
        ) or any(self._plays_item(item, asking, ticket) for item in contents.items)

    def _plays_event(
        self, event: Event, length: timedelta | None, asking: Asking, ticket: Ticket, folder: str
    ) -> bool:
        if event.recording_state.is_taken_down or not _is_bound(ticket, asking, event.geo):
            return False
        showing = event.simulation(length)
        hides = showing is not None and showing.hides_the_recording(asking.now)
        if hides and ticket.scope is Scope.FOLDER and not folder.startswith(LIVE_ROOM):
            return False
        return self._parts.access_alone(event, asking).may_play

    def _plays_item(self, item: LibraryItem, asking: Asking, ticket: Ticket) -> bool:
        return _is_bound(ticket, asking) and self._answers.access(item, asking).may_play

    def _contents(self, folder: str, asking: Asking) -> FolderContents:
        key, now = (asking.principal.channel_id, folder), asking.now
        found = self._kept.get(key)
        if found is not None and found[1] <= now < found[1] + KEPT:
            return found[0]
        contents = self._read(folder, asking)
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[key] = (contents, now)
        return contents

    def _read(self, folder: str, asking: Asking) -> FolderContents:
        owners = self._owners.of_folder(folder)
        events = [self._events.get(EventId(one.id)) for one in owners if one.kind == "event"]
        items = [self._library.get(LibraryItemId(one.id)) for one in owners if one.kind != "event"]
        shown = [event for event in events if event is not None]
        gathered = self._parts.media_of(shown) if shown else Gathered({})
        return FolderContents(
            [(event, gathered.recording_of(event)) for event in shown],
            [item for item in items if item is not None],
        )


def playing_principal(ticket: Ticket, principal: Principal) -> Principal:
    """The viewer as the rule of regions sees them: in the country that their address is good for."""
    country = None if ticket.region in (None, UNKNOWN_COUNTRY) else ticket.region
    return Principal(
        principal.channel_id, principal.session_id, principal.account_id, principal.language, country
    )


def _is_bound(ticket: Ticket, asking: Asking, rule: GeoRule = EVERYWHERE) -> bool:
    """Where a rule looks at countries, only an address for one country is good: one that was given out before
    the rule was set is not."""
    return ticket.region is not None or asking.region(rule) is None
