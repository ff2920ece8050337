"""Applying the catalogue's part of a channel pack.

The part comes checked and read: texts by language, instants in UTC, spans in seconds, prices as `Money`,
pictures as stored paths. A thing keeps its id as long as it keeps its `key`; what is no longer in the pack is
withdrawn. Applying the same part twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, cast

from touchline.catalog.application import pack_places, pack_shows
from touchline.catalog.domain.event import Event
from touchline.catalog.domain.library import LibraryCategory, LibraryItem, LibraryRail
from touchline.catalog.domain.media import Owner
from touchline.catalog.domain.participant import Participant
from touchline.catalog.domain.participation import having_besides_sides, parents_by_child
from touchline.catalog.domain.places import Category, Group, GroupProperty, Location
from touchline.catalog.domain.schedule import read_pack
from touchline.catalog.ports.media import MediaRows
from touchline.catalog.ports.pack_store import PackStore
from touchline.shared.errors import Invalid
from touchline.shared.ids import ParticipantId

Entry = Mapping[str, Any]
Thing = TypeVar("Thing")
Named = TypeVar("Named")


class ByKey(dict[str, Named]):
    """What a section brought, by key; a key that it did not bring is `Invalid`."""

    def __init__(self, section: str) -> None:
        super().__init__()
        self.section = section

    def __missing__(self, key: str) -> Named:
        raise Invalid({self.section: [f"`{key}` is used, but is no key of {self.section}"]})


def _kept(thing: Thing, lasting_id: int) -> Thing:
    """The same thing under the id that it was kept with."""
    kept: Thing = replace(cast(Any, thing), id=lasting_id)
    return kept


class ApplyPack:
    """Takes the sections in the order in which they refer to each other."""

    def __init__(self, store: PackStore, media: MediaRows) -> None:
        self._store = store
        self._media = media

    def __call__(self, part: Mapping[str, Any]) -> None:
        """`Invalid` names the section that uses a key which no section brings.

        `language` in the part is the channel's own, by which names are sorted.
        """
        applied = _Applied(self._store, part["language"])
        library = part.get("library") or {}
        applied.places(part)
        applied.participants(part.get("participants") or ())
        events = applied.put("events", Event, part.get("events"), applied.event)
        self._put_addresses(part.get("events") or (), events)
        applied.library(library)

    def _put_addresses(self, entries: Iterable[Entry], events: ByKey[Event]) -> None:
        """Streams and players that are elsewhere; videos that were added stay."""
        there = self._media.rows_for("event", [event.id for event in events.values()])
        for entry in entries:
            owner = Owner("event", events[entry["key"]].id)
            rows = pack_shows.addresses(entry, owner)
            if rows or any(row.url for row in there.get(owner.id, ())):
                self._media.put_addresses(owner, rows)


class _Applied:
    """One run: what was put so far, by section and key."""

    def __init__(self, store: PackStore, language: str) -> None:
        self._store = store
        self._language = language
        self._plans = store.plans()
        self._categories: ByKey[Category] = ByKey("categories")
        self._locations: ByKey[Location] = ByKey("locations")
        self._groups: ByKey[Group] = ByKey("groups")
        self._participants: ByKey[Participant] = ByKey("participants")
        self._parents: Mapping[ParticipantId, Sequence[Participant]] = {}

    def put(
        self, section: str, kind: type[Thing], entries: Iterable[Entry] | None, read: Callable[[Entry], Thing]
    ) -> ByKey[Thing]:
        """Put a section's things on their shelf; answers them with their lasting ids."""
        found: ByKey[Thing] = ByKey(section)
        shelf = self._store.shelf(kind, self._language)
        things = {entry["key"]: read(entry) for entry in entries or ()}
        for (key, thing), lasting_id in zip(things.items(), shelf.put([*things.values()]), strict=True):
            found[key] = _kept(thing, lasting_id)
        shelf.close()
        return found

    def places(self, part: Mapping[str, Any]) -> None:
        """What refers to nothing else."""
        self._categories = self.put("categories", Category, part.get("categories"), pack_places.category)
        self._locations = self.put("locations", Location, part.get("locations"), pack_places.location)
        self._groups = self.put("groups", Group, part.get("groups"), pack_places.group)
        positions = {entry["key"]: place for place, entry in enumerate(part.get("properties") or ())}
        self.put(
            "properties",
            GroupProperty,
            part.get("properties"),
            lambda entry: pack_places.group_property(entry, positions[entry["key"]]),
        )

    def participants(self, entries: Iterable[Entry]) -> None:
        """Children before those who stand for them."""
        by_key: ByKey[Entry] = ByKey("participants")
        by_key.update((entry["key"], entry) for entry in entries)
        shelf = self._store.shelf(Participant, self._language)
        for key in by_key:
            self._put_participant(key, by_key, shelf.put, ())
        shelf.close()
        self._parents = parents_by_child(self._participants.values())

    def event(self, entry: Entry) -> Event:
        """An event with everything it refers to."""
        thing = pack_shows.event(entry, self._participants, self._categories, self._locations)
        starts_at, schedule = read_pack(
            entry.get("status"), entry["starts"], entry.get("postponed_to"), self._plans.get(entry["key"])
        )
        also_of = having_besides_sides((side.participant for side in thing.sides), self._parents)
        return replace(thing, starts_at=starts_at, schedule=schedule, also_of=also_of)

    def library(self, entries: Mapping[str, Any]) -> None:
        """The library's three sections."""
        section = "library_categories"
        categories = self.put(
            section, LibraryCategory, entries.get("categories"), pack_shows.library_category
        )
        read_item = partial(pack_shows.library_item, categories=categories)
        items = self.put("library_items", LibraryItem, entries.get("items"), read_item)
        read_rail = partial(pack_shows.library_rail, categories=categories, items=items)
        self.put("library_rails", LibraryRail, entries.get("rails"), read_rail)

    def _put_participant(
        self,
        key: str,
        entries: ByKey[Entry],
        put: Callable[[Sequence[Participant]], Sequence[int]],
        above: tuple[str, ...],
    ) -> Participant:
        if key in above:
            raise Invalid({"participants": [f"`{key}` stands for itself: {' → '.join((*above, key))}"]})
        if key not in self._participants:
            entry = entries[key]
            children = tuple(
                self._put_participant(child, entries, put, (*above, key))
                for child in entry.get("children") or ()
            )
            thing = pack_places.participant(entry, self._groups, self._categories, children)
            self._participants[key] = _kept(thing, *put([thing]))
        return self._participants[key]
