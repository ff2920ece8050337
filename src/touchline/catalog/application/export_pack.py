"""Saying the catalogue of a channel as the part of a pack that would make it again.

The opposite of `apply_pack`: texts by language, instants, spans in seconds, prices as `Money`, pictures as
stored paths. What is withdrawn is no part of it, nor are videos, clips and streams.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from touchline.catalog.domain.event import Event
from touchline.catalog.domain.filters import EventFilter, LibraryFilter, ParticipantFilter
from touchline.catalog.domain.library import LibraryItem, LibraryRail
from touchline.catalog.domain.media import MediaRow, MediaType
from touchline.catalog.domain.participant import Participant
from touchline.catalog.domain.places import Category, Gender, Group, GroupProperty, Location
from touchline.catalog.domain.schedule import ScheduleStatus
from touchline.catalog.ports.events import EventStore
from touchline.catalog.ports.library import LibraryStore
from touchline.catalog.ports.media import MediaRows
from touchline.catalog.ports.places import Places
from touchline.shared.clock import Clock
from touchline.shared.paging import PageRequest

Entry = dict[str, Any]
EVERYTHING = 1_000_000


class ExportPack:
    """Reads everything that is not withdrawn."""

    def __init__(
        self, places: Places, events: EventStore, library: LibraryStore, media: MediaRows, clock: Clock
    ) -> None:
        self._places = places
        self._events = events
        self._library = library
        self._media = media
        self._clock = clock

    def __call__(self) -> dict[str, Any]:
        """The part, in the form that `ApplyPack` takes, but for `language`, which is the channel's."""
        categories = self._places.categories()
        by_id = {one.id: one.key for one in categories}
        everybody = PageRequest(EVERYTHING, 0, "id")
        people = self._places.participants(ParticipantFilter(), everybody).items
        events = self._events.page(EventFilter(), PageRequest(EVERYTHING, 0, "id"), self._clock.now()).items
        media = self._media.rows_for("event", [one.id for one in events])
        return {
            "categories": [_category(one) for one in categories],
            "locations": [_location(one) for one in self._places.locations()],
            "groups": [_group(one) for one in self._places.groups()],
            "properties": [_group_property(one) for one in self._places.group_properties()],
            "participants": [_participant(one, by_id) for one in people],
            "events": [{**_event(one), **_addresses(media.get(one.id, ()))} for one in events],
            "library": self._whole_library(),
        }

    def _whole_library(self) -> Entry:
        categories = self._library.categories()
        items = self._library.page(LibraryFilter(), PageRequest(EVERYTHING, 0, "title")).items
        category_keys = {one.id: one.key for one in categories}
        item_keys = {one.id: one.key for one in items}
        return {
            "categories": [{"key": one.key, "name": one.name, "weight": one.weight} for one in categories],
            "items": [_item(one) for one in items],
            "rails": [_rail(one, category_keys, item_keys) for one in self._library.rails()],
        }


def _category(one: Category) -> Entry:
    return {
        "key": one.key,
        "name": one.name,
        "short_name": one.short_name or None,
        "sport": one.sport or None,
        "gender": _gender(one.gender),
        "weight": one.weight,
        "image": one.image,
        "clip_tags": list(one.clip_tags),
    }


def _location(one: Location) -> Entry:
    return {
        "key": one.key,
        "name": one.name,
        "city": one.city or None,
        "state": one.state or None,
        "country": one.country or None,
        "time_zone": one.time_zone,
    }


def _group(one: Group) -> Entry:
    return {
        "key": one.key,
        "name": one.name,
        "short_name": one.short_name or None,
        "nickname": one.nickname or None,
        "logo": one.logo,
        "colors": list(one.colors),
        "city": one.city or None,
        "state": one.state or None,
        "properties": dict(one.properties),
    }


def _group_property(one: GroupProperty) -> Entry:
    values = [{"key": value.key, "name": value.name} for value in one.values]
    return {"key": one.key, "name": one.name, "values": values}


def _participant(one: Participant, categories: dict[Any, str]) -> Entry:
    return {
        "key": one.key,
        "name": one.name,
        "short_name": one.short_name or None,
        "group": one.group.key if one.group else None,
        "sport": one.sport or None,
        "gender": _gender(one.gender),
        "category": categories.get(one.category_id),
        "color": one.color,
        "color_2": one.color_2,
        "image": one.image,
        "children": [child.key for child in one.children],
    }


def _event(one: Event) -> Entry:
    sides = {"home" if side.is_home else "away": side.participant.key for side in one.sides}
    score, price = one.score, one.price
    geo = {"allow": sorted(one.geo.allow), "block": sorted(one.geo.block)}
    return {
        "key": one.key,
        "away": sides.get("away"),
        "home": sides.get("home"),
        "name": one.title or None,
        "category": one.category.key if one.category else None,
        "location": one.location.key if one.location else None,
        **_plan(one),
        "duration": int(one.duration.total_seconds()),
        "pass": one.pass_type.value,
        "price": {"base": price.base, "fee": price.fee} if price else None,
        "score": {"away": score.away, "home": score.home, "note": score.note or None} if score else None,
        "label": one.label or None,
        "description": one.description or None,
        "images": {name: one.images.get(name) for name in ("card", "poster")},
        "geo": {name: countries for name, countries in geo.items() if countries},
        "simulate_at": one.simulate_at,
    }


def _plan(one: Event) -> Entry:
    """The start that was announced, and what became of it; a rescheduled event has both times."""
    status, moved_from = one.schedule.status, one.schedule.moved_from
    if status is ScheduleStatus.RESCHEDULED and moved_from:
        return {"starts": moved_from, "status": "postponed", "postponed_to": one.starts_at}
    told = None if status is ScheduleStatus.SCHEDULED else status.value
    return {"starts": one.starts_at, "status": told, "postponed_to": None}


def _addresses(rows: Iterable[MediaRow]) -> Entry:
    by_type = {row.type: row.url for row in rows if row.url and not row.is_ingested}
    live = by_type.get(MediaType.LIVE)
    return {"live": {"url": live} if live else None, "embed_url": by_type.get(MediaType.EMBEDDED)}


def _item(one: LibraryItem) -> Entry:
    return {
        "key": one.key,
        "title": one.title,
        "description": one.description or None,
        "date": one.date,
        "duration": int(one.duration.total_seconds()) or None,
        "categories": [category.key for category in one.categories],
        "author": one.author or None,
        "pass": one.pass_type.value,
        "image": one.image,
        "preview": one.preview,
    }


def _rail(one: LibraryRail, categories: dict[Any, str], items: dict[Any, str]) -> Entry:
    return {
        "key": one.key,
        "title": one.title,
        "items": [items[item_id] for item_id in one.item_ids if item_id in items],
        "category": categories.get(one.category_id),
        "weight": one.weight,
    }


def _gender(gender: Gender) -> str | None:
    return None if gender is Gender.NOT_IDENTIFIED else gender.value
