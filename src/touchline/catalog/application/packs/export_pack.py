"""Exports the catalog of a channel as the pack part that would recreate it.

The opposite of `apply_pack`: texts by language, instants, durations in seconds, prices as `Money`, images as
stored paths. Withdrawn items, videos, clips and streams are not included.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from touchline.catalog.domain.events.blackouts import Blackout
from touchline.catalog.domain.events.event import EVENT_IMAGES, Event
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.events.replay import ReplayWindow
from touchline.catalog.domain.events.schedule import ScheduleStatus
from touchline.catalog.domain.filters import EventFilter, LibraryFilter, ParticipantFilter
from touchline.catalog.domain.library import LibraryItem, LibraryRail
from touchline.catalog.domain.media.assets import MediaItem, MediaType
from touchline.catalog.domain.taxonomy import Category, Gender, Group, GroupProperty, Location
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.events.taxonomy import Taxonomy
from touchline.catalog.ports.library_items import LibraryItems
from touchline.catalog.ports.media.assets import MediaItems
from touchline.catalog.ports.pack_store import PackStore
from touchline.catalog.ports.scoring.sports import Sports
from touchline.shared.clock import Clock
from touchline.shared.ids import EventId
from touchline.shared.paging import PageRequest

PackEntry = dict[str, Any]
NO_LIMIT = 1_000_000
CATALOG_SECTIONS = (
    *("sports", "categories", "locations", "groups", "properties"),
    *("participants", "events", "library"),
)


class ExportPack:
    """Use case: export everything that is not withdrawn."""

    def __init__(
        self,
        taxonomy: Taxonomy,
        sports: Sports,
        events: Events,
        library_items: LibraryItems,
        media_items: MediaItems,
        pack_store: PackStore,
        clock: Clock,
    ) -> None:
        self._pack_store = pack_store
        self._taxonomy = taxonomy
        self._sports = sports
        self._events = events
        self._library_items = library_items
        self._media_items = media_items
        self._clock = clock

    def __call__(
        self, event_keys: Collection[str] | None = None, sections: Collection[str] = CATALOG_SECTIONS
    ) -> dict[str, Any]:
        """Return sections of the part in the form that `ApplyPack` takes, without the channel's `language`.

        With `event_keys`, it has only these events.
        """
        exports: Mapping[str, Callable[[], Any]] = {
            "sports": lambda: [dict(sport.entry) for sport in self._sports.list_own()],
            "categories": lambda: [*map(_export_category, self._taxonomy.list_categories())],
            "locations": lambda: [*map(_export_location, self._taxonomy.list_locations())],
            "groups": lambda: [*map(_export_group, self._taxonomy.list_groups())],
            "properties": lambda: [*map(_export_group_property, self._taxonomy.list_group_properties())],
            "participants": self._export_participants,
            "events": lambda: self._export_events(event_keys),
            "library": self._export_library,
        }
        return {name: exports[name]() for name in CATALOG_SECTIONS if name in sections}

    def _export_participants(self) -> list[PackEntry]:
        categories = self._taxonomy.list_categories()
        by_id = {category.id: category.key for category in categories}
        all_participants = PageRequest(NO_LIMIT, 0, "id")
        participants = self._taxonomy.list_participants(ParticipantFilter(), all_participants).items
        return [_export_participant(participant, by_id) for participant in participants]

    def _export_events(self, keys: Collection[str] | None) -> list[PackEntry]:
        events = self._list_events(keys)
        media_items = self._media_items.list_for_owners("event", [event.id for event in events])
        return [
            {**_export_event(event), **_export_media_urls(media_items.get(event.id, ()))} for event in events
        ]

    def _list_events(self, keys: Collection[str] | None) -> Sequence[Event]:
        event_filter = EventFilter(with_unlisted=True)
        if keys is not None:
            ids = self._pack_store.list_ids_by_key(Event, keys).values()
            if not ids:
                return ()
            event_filter = EventFilter(ids=frozenset(ids))
        return self._events.list_page(event_filter, PageRequest(NO_LIMIT, 0, "id"), self._clock.now()).items

    def export_event(self, event_id: EventId) -> PackEntry | None:
        """Return the entry of one event; None if there is none."""
        event = self._events.get(event_id)
        if event is None:
            return None
        media_items = self._media_items.list_for_owners("event", [event_id])
        return {**_export_event(event), **_export_media_urls(media_items.get(event_id, ()))}

    def _export_library(self) -> PackEntry:
        categories = self._library_items.list_categories()
        items = self._library_items.list_page(LibraryFilter(), PageRequest(NO_LIMIT, 0, "title")).items
        category_keys = {category.id: category.key for category in categories}
        item_keys = {item.id: item.key for item in items}
        return {
            "categories": [
                {"key": category.key, "name": category.name, "weight": category.weight}
                for category in categories
            ],
            "items": [_export_item(item) for item in items],
            "rails": [
                _export_rail(rail, category_keys, item_keys) for rail in self._library_items.list_rails()
            ],
        }


def _export_category(category: Category) -> PackEntry:
    return {
        "key": category.key,
        "name": category.name,
        "short_name": category.short_name or None,
        "sport": category.sport or None,
        "gender": _export_gender(category.gender),
        "weight": category.weight,
        "image": category.image,
        "clip_tags": list(category.clip_tags),
        "blackouts": [_export_blackout(blackout) for blackout in category.blackouts],
    }


def _export_location(location: Location) -> PackEntry:
    return {
        "key": location.key,
        "name": location.name,
        "city": location.city or None,
        "state": location.state or None,
        "country": location.country or None,
        "time_zone": location.time_zone,
    }


def _export_group(group: Group) -> PackEntry:
    return {
        "key": group.key,
        "name": group.name,
        "short_name": group.short_name or None,
        "nickname": group.nickname or None,
        "logo": group.logo,
        "colors": list(group.colors),
        "city": group.city or None,
        "state": group.state or None,
        "properties": dict(group.properties),
    }


def _export_group_property(group_property: GroupProperty) -> PackEntry:
    values = [{"key": value.key, "name": value.name} for value in group_property.values]
    return {"key": group_property.key, "name": group_property.name, "values": values}


def _export_participant(participant: Participant, categories: dict[Any, str]) -> PackEntry:
    return {
        "key": participant.key,
        "name": participant.name,
        "short_name": participant.short_name or None,
        "group": participant.group.key if participant.group else None,
        "sport": participant.sport or None,
        "gender": _export_gender(participant.gender),
        "category": categories.get(participant.category_id),
        "color": participant.color,
        "color_2": participant.color_2,
        "image": participant.image,
        "children": [child.key for child in participant.children],
    }


def _export_event(event: Event) -> PackEntry:
    sides = {"home" if side.is_home else "away": side.participant.key for side in event.sides}
    score, price = event.score, event.price
    geo = {"allow": sorted(event.geo.allow), "block": sorted(event.geo.block)}
    return {
        "key": event.key,
        "away": sides.get("away"),
        "home": sides.get("home"),
        "name": event.title or None,
        "category": event.category.key if event.category else None,
        "location": event.location.key if event.location else None,
        "neutral_site": event.is_neutral_site,
        **_export_schedule(event),
        "duration": int(event.duration.total_seconds()),
        "pass": event.pass_type.value,
        "price": {"base": price.base, "fee": price.fee} if price else None,
        "score": {**score.to_dict(), "note": score.note or None} if score else None,
        "label": event.label or None,
        "description": event.description or None,
        "images": {name: event.images.get(name) for name in EVENT_IMAGES},
        "geo": {name: countries for name, countries in geo.items() if countries},
        "simulate_at": event.simulate_at,
        "visibility": event.visibility.value,
        "replay": _export_replay(event.replay),
        "availability": {
            "live": event.has_live,
            "download": event.allows_downloads,
            "audio_only": not event.has_video,
        },
        "blackouts": [_export_blackout(blackout) for blackout in event.blackouts],
        "prerolls": None if event.preroll_keys is None else list(event.preroll_keys),
    }


def _export_replay(replay: ReplayWindow) -> PackEntry | None:
    if not replay.is_limited:
        return None
    return {
        "offered": replay.is_offered,
        "from": None if replay.delay else replay.since,
        "until": replay.until,
        "delay": replay.delay.to_dict() if replay.delay else None,
    }


def _export_blackout(blackout: Blackout) -> PackEntry:
    return {
        "regions": list(blackout.regions),
        "from": blackout.since,
        "until": blackout.until,
        "hours_after_end": blackout.hours_after_end,
    }


def _export_schedule(event: Event) -> PackEntry:
    """Return the announced start and the schedule status. A rescheduled event has both times."""
    status, moved_from = event.schedule.status, event.schedule.moved_from
    time = {"is_time_known": event.is_time_known}
    if status is ScheduleStatus.RESCHEDULED and moved_from:
        return {"starts": moved_from, "status": "postponed", "postponed_to": event.starts_at, **time}
    status_name = None if status is ScheduleStatus.SCHEDULED else status.value
    return {"starts": event.starts_at, "status": status_name, "postponed_to": None, **time}


def _export_media_urls(rows: Iterable[MediaItem]) -> PackEntry:
    by_type = {row.type: row.url for row in rows if row.url and not row.is_ingested}
    live = by_type.get(MediaType.LIVE)
    return {"live": {"url": live} if live else None, "embed_url": by_type.get(MediaType.EMBEDDED)}


def _export_item(item: LibraryItem) -> PackEntry:
    return {
        "key": item.key,
        "title": item.title,
        "description": item.description or None,
        "date": item.date,
        "duration": int(item.duration.total_seconds()) or None,
        "categories": [category.key for category in item.categories],
        "author": item.author or None,
        "pass": item.pass_type.value,
        "availability": {
            "from": item.available_from,
            "until": item.available_until,
            "audio_only": not item.has_video,
        },
        "blackouts": [_export_blackout(blackout) for blackout in item.blackouts],
        "devices": item.streams,
        "image": item.image,
        "preview": item.preview,
    }


def _export_rail(rail: LibraryRail, categories: dict[Any, str], items: dict[Any, str]) -> PackEntry:
    return {
        "key": rail.key,
        "title": rail.title,
        "items": [items[item_id] for item_id in rail.item_ids if item_id in items],
        "category": categories.get(rail.category_id),
        "weight": rail.weight,
    }


def _export_gender(gender: Gender) -> str | None:
    return None if gender is Gender.NOT_IDENTIFIED else gender.value
