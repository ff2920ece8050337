"""Builds domain objects from the events and library of a pack. Ids are 0 until the objects are saved."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from touchline.catalog.application.packs.pack_taxonomy import build_blackouts
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import EventSide, Participant
from touchline.catalog.domain.events.replay import ALWAYS, ReplayDelay, ReplayWindow
from touchline.catalog.domain.events.score import Score
from touchline.catalog.domain.events.visibility import Visibility
from touchline.catalog.domain.ids import LibraryCategoryId, LibraryRailId
from touchline.catalog.domain.library import LibraryCategory, LibraryItem, LibraryRail
from touchline.catalog.domain.media.assets import MediaItem, MediaOwner, MediaType
from touchline.catalog.domain.passes import PassType, Price
from touchline.catalog.domain.taxonomy import Category, Location
from touchline.shared.geo import GeoRule
from touchline.shared.ids import EventId, LibraryItemId

PackEntry = Mapping[str, Any]
DEFAULT_DURATION = timedelta(hours=2)


def build_event(
    entry: PackEntry,
    participants: Mapping[str, Participant],
    categories: Mapping[str, Category],
    locations: Mapping[str, Location],
) -> Event:
    """Build an event from an entry of `events.yaml`."""
    price = entry.get("price")
    return Event(
        id=EventId(0),
        key=entry["key"],
        starts_at=entry["starts"],
        duration=timedelta(seconds=entry["duration"]) if entry.get("duration") else DEFAULT_DURATION,
        pass_type=PassType(entry.get("pass") or "free"),
        title=entry.get("name") or {},
        label=entry.get("label") or {},
        description=entry.get("description") or {},
        sides=_build_sides(entry, participants),
        category=categories[entry["category"]] if entry.get("category") else None,
        location=locations[entry["location"]] if entry.get("location") else None,
        is_neutral_site=entry.get("neutral_site") or False,
        price=Price(base=price["base"], fee=price["fee"]) if price else None,
        score=Score.from_dict(entry["score"]) if entry.get("score") else None,
        images={name: path for name, path in (entry.get("images") or {}).items() if path},
        geo=GeoRule.from_dict(entry.get("geo")),
        simulate_at=entry.get("simulate_at"),
        visibility=Visibility(entry.get("visibility") or "public"),
        replay=_build_replay(entry.get("replay")),
        preroll_keys=_build_preroll_keys(entry),
        has_live=(entry.get("availability") or {}).get("live", True),
        has_video=not (entry.get("availability") or {}).get("audio_only", False),
        allows_downloads=(entry.get("availability") or {}).get("download", True),
        blackouts=build_blackouts(entry),
    )


def build_external_media(entry: PackEntry, owner: MediaOwner) -> list[MediaItem]:
    """Build the external stream and player from an entry of `events.yaml`."""
    media_urls = (
        (MediaType.LIVE, (entry.get("live") or {}).get("url")),
        (MediaType.EMBEDDED, entry.get("embed_url")),
    )
    return [MediaItem(0, owner, kind, url=url, position=int(kind)) for kind, url in media_urls if url]


def build_library_category(entry: PackEntry) -> LibraryCategory:
    """Build a category from an entry of `library.yaml`."""
    return LibraryCategory(LibraryCategoryId(0), entry["key"], entry["name"], entry.get("weight") or 0)


def build_library_item(entry: PackEntry, categories: Mapping[str, LibraryCategory]) -> LibraryItem:
    """Build an item from an entry of `library.yaml`."""
    availability = entry.get("availability") or {}
    return LibraryItem(
        id=LibraryItemId(0),
        key=entry["key"],
        title=entry["title"],
        date=entry["date"],
        duration=timedelta(seconds=entry.get("duration") or 0),
        description=entry.get("description") or {},
        author=entry.get("author") or {},
        pass_type=PassType(entry.get("pass") or "free"),
        categories=tuple(categories[key] for key in entry.get("categories") or ()),
        image=entry.get("image"),
        preview=entry.get("preview"),
        available_from=availability.get("from"),
        available_until=availability.get("until"),
        has_video=not availability.get("audio_only", False),
        blackouts=build_blackouts(entry),
        streams=entry.get("devices"),
    )


def build_library_rail(
    entry: PackEntry, categories: Mapping[str, LibraryCategory], items: Mapping[str, LibraryItem]
) -> LibraryRail:
    """Build a rail from an entry of `library.yaml`."""
    return LibraryRail(
        id=LibraryRailId(0),
        key=entry["key"],
        title=entry["title"],
        weight=entry.get("weight") or 0,
        category_id=categories[entry["category"]].id if entry.get("category") else None,
        item_ids=tuple(items[key].id for key in entry.get("items") or ()),
    )


def _build_replay(replay: PackEntry | None) -> ReplayWindow:
    if not replay:
        return ALWAYS
    delay = ReplayDelay.from_dict(replay.get("delay"))
    return ReplayWindow(replay["offered"], replay["from"], replay["until"], delay)


def _build_preroll_keys(entry: PackEntry) -> tuple[str, ...] | None:
    keys = entry.get("prerolls")
    return None if keys is None else tuple(keys)


def _build_sides(entry: PackEntry, participants: Mapping[str, Participant]) -> tuple[EventSide, ...]:
    named_sides = ((entry.get("away"), False), (entry.get("home"), True))
    return tuple(EventSide(participants[key], is_home=is_home) for key, is_home in named_sides if key)
