"""Applies the catalog part of a channel pack.

The part is already validated and parsed: texts by language, instants in UTC, durations in seconds, prices as
`Money`, images as stored paths. An item keeps its id as long as it keeps its `key`. Items that are no longer
in the pack are withdrawn. Applying a part is idempotent.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, cast

from touchline.catalog.application.packs import pack_events, pack_taxonomy
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.events.participation import group_parents_by_child, list_parent_participants
from touchline.catalog.domain.events.schedule import merge_pack_schedule
from touchline.catalog.domain.library import LibraryCategory, LibraryItem, LibraryRail
from touchline.catalog.domain.media.assets import MediaOwner
from touchline.catalog.domain.scoring.channel_sport import ChannelSport
from touchline.catalog.domain.taxonomy import Category, Group, GroupProperty, Location
from touchline.catalog.ports.media.assets import MediaItems
from touchline.catalog.ports.pack_store import PackStore
from touchline.shared.errors import InvalidInputError
from touchline.shared.ids import ParticipantId

PackEntry = Mapping[str, Any]
Entity = TypeVar("Entity")
Item = TypeVar("Item")


class ItemsByKey(dict[str, Item]):
    """The saved items of a section by key. A missing key raises `InvalidInputError`."""

    def __init__(self, section: str) -> None:
        super().__init__()
        self.section = section

    def __missing__(self, key: str) -> Item:
        raise InvalidInputError({self.section: [f"`{key}` is not a key of {self.section}"]})


def _with_id(entity: Entity, permanent_id: int) -> Entity:
    """Return a copy of the entity with its permanent id."""
    entity_with_id: Entity = replace(cast(Any, entity), id=permanent_id)
    return entity_with_id


class ApplyPack:
    """Use case: apply the sections of a pack in the order of their references."""

    def __init__(self, store: PackStore, media_items: MediaItems) -> None:
        self._store = store
        self._media_items = media_items

    def __call__(
        self,
        pack_part: Mapping[str, Any],
        event_keys: Collection[str] | None = None,
        unchanged: Collection[str] = (),
    ) -> None:
        """Apply the pack part. Names are sorted by its `language`, the channel's own.

        With `event_keys`, the part has only these events, and the others stay. Sections that are `unchanged`
        since the last apply are not written. Raises `InvalidInputError`, which names the section, if a used
        key does not exist.
        """
        run = _PackRun(self._store, pack_part["language"], event_keys, unchanged)
        library = pack_part.get("library") or {}
        run.save_taxonomy(pack_part)
        run.save_participants(pack_part.get("participants") or ())
        events = run.save_section("events", Event, pack_part.get("events"), run.build_event, event_keys)
        self._save_external_media(pack_part.get("events") or (), events)
        if "library" not in unchanged:
            run.save_library(library)

    def _save_external_media(self, entries: Iterable[PackEntry], events: ItemsByKey[Event]) -> None:
        """Save the external streams and players of events. Added videos are kept."""
        existing = self._media_items.list_for_owners("event", [event.id for event in events.values()])
        for entry in entries:
            owner = MediaOwner("event", events[entry["key"]].id)
            rows = pack_events.build_external_media(entry, owner)
            if rows or any(row.url for row in existing.get(owner.id, ())):
                self._media_items.replace_external(owner, rows)


class _PackRun:
    """One run: the items saved so far, by section and key."""

    def __init__(
        self,
        store: PackStore,
        language: str,
        event_keys: Collection[str] | None,
        unchanged: Collection[str],
    ) -> None:
        self._store = store
        self._unchanged = unchanged
        self._language = language
        self._planned_starts = store.get_planned_starts(event_keys)
        self._categories: ItemsByKey[Category] = ItemsByKey("categories")
        self._locations: ItemsByKey[Location] = ItemsByKey("locations")
        self._groups: ItemsByKey[Group] = ItemsByKey("groups")
        self._participants: ItemsByKey[Participant] = ItemsByKey("participants")
        self._parents: Mapping[ParticipantId, Sequence[Participant]] = {}

    def save_section(
        self,
        section: str,
        entity_type: type[Entity],
        entries: Iterable[PackEntry] | None,
        build: Callable[[PackEntry], Entity],
        keys: Collection[str] | None = None,
    ) -> ItemsByKey[Entity]:
        """Save the items of a section, withdraw the missing ones, and return the saved ones with permanent
        ids. With `keys`, other items stay. An unchanged section is not written.
        """
        saved: ItemsByKey[Entity] = ItemsByKey(section)
        entities = {entry["key"]: build(entry) for entry in entries or ()}
        if section in self._unchanged:
            ids = self._store.list_ids_by_key(entity_type, keys)
            saved.update({key: _with_id(entity, ids[key]) for key, entity in entities.items()})
            return saved
        collection = self._store.get_collection(entity_type, self._language, keys)
        for (key, entity), permanent_id in zip(
            entities.items(), collection.save_all([*entities.values()]), strict=True
        ):
            saved[key] = _with_id(entity, permanent_id)
        collection.withdraw_missing()
        return saved

    def save_taxonomy(self, pack_part: Mapping[str, Any]) -> None:
        """Save the sections that do not depend on others."""
        self.save_section("sports", ChannelSport, pack_part.get("sports"), pack_taxonomy.build_sport)
        self._categories = self.save_section(
            "categories", Category, pack_part.get("categories"), pack_taxonomy.build_category
        )
        self._locations = self.save_section(
            "locations", Location, pack_part.get("locations"), pack_taxonomy.build_location
        )
        self._groups = self.save_section("groups", Group, pack_part.get("groups"), pack_taxonomy.build_group)
        positions = {entry["key"]: index for index, entry in enumerate(pack_part.get("properties") or ())}
        self.save_section(
            "properties",
            GroupProperty,
            pack_part.get("properties"),
            lambda entry: pack_taxonomy.build_group_property(entry, positions[entry["key"]]),
        )

    def save_participants(self, entries: Iterable[PackEntry]) -> None:
        """Save participants, children before the participants that stand for them."""
        by_key: ItemsByKey[PackEntry] = ItemsByKey("participants")
        by_key.update((entry["key"], entry) for entry in entries)
        if "participants" in self._unchanged:
            ids = self._store.list_ids_by_key(Participant)
            for key in by_key:
                self._save_participant(key, by_key, lambda teams: [ids[team.key] for team in teams], ())
        else:
            collection = self._store.get_collection(Participant, self._language)
            for key in by_key:
                self._save_participant(key, by_key, collection.save_all, ())
            collection.withdraw_missing()
        self._parents = group_parents_by_child(self._participants.values())

    def build_event(self, entry: PackEntry) -> Event:
        """Build an event with everything that it refers to."""
        entity = pack_events.build_event(entry, self._participants, self._categories, self._locations)
        starts_at, schedule = merge_pack_schedule(
            entry.get("status"),
            entry["starts"],
            entry.get("postponed_to"),
            self._planned_starts.get(entry["key"]),
            is_time_known=entry.get("is_time_known", True),
        )
        parent_participants = list_parent_participants(
            (side.participant for side in entity.sides), self._parents
        )
        entity = replace(
            entity, starts_at=starts_at, schedule=schedule, parent_participants=parent_participants
        )
        return replace(entity, replay=entity.replay.resolve(entity.status_ends_at))

    def save_library(self, entries: Mapping[str, Any]) -> None:
        """Save the three sections of the library."""
        section = "library_categories"
        categories = self.save_section(
            section, LibraryCategory, entries.get("categories"), pack_events.build_library_category
        )
        build_item = partial(pack_events.build_library_item, categories=categories)
        items = self.save_section("library_items", LibraryItem, entries.get("items"), build_item)
        build_rail = partial(pack_events.build_library_rail, categories=categories, items=items)
        self.save_section("library_rails", LibraryRail, entries.get("rails"), build_rail)

    def _save_participant(
        self,
        key: str,
        entries: ItemsByKey[PackEntry],
        save: Callable[[Sequence[Participant]], Sequence[int]],
        ancestors: tuple[str, ...],
    ) -> Participant:
        if key in ancestors:
            raise InvalidInputError(
                {"participants": [f"`{key}` contains itself: {' → '.join((*ancestors, key))}"]}
            )
        if key not in self._participants:
            entry = entries[key]
            children = tuple(
                self._save_participant(child, entries, save, (*ancestors, key))
                for child in entry.get("children") or ()
            )
            entity = pack_taxonomy.build_participant(entry, self._groups, self._categories, children)
            self._participants[key] = _with_id(entity, *save([entity]))
        return self._participants[key]
