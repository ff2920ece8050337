"""From a pack's events and library to the domain. Ids are 0 until they are kept."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from touchline.catalog.domain.event import Event, Score
from touchline.catalog.domain.ids import LibraryCategoryId, LibraryRailId
from touchline.catalog.domain.library import LibraryCategory, LibraryItem, LibraryRail
from touchline.catalog.domain.media import MediaRow, MediaType, Owner
from touchline.catalog.domain.participant import Participant, Side
from touchline.catalog.domain.passes import PassType, Price
from touchline.catalog.domain.places import Category, Location
from touchline.shared.geo import GeoRule
from touchline.shared.ids import EventId, LibraryItemId

Entry = Mapping[str, Any]
USUAL_LENGTH = timedelta(hours=2)


def event(
    entry: Entry,
    participants: Mapping[str, Participant],
    categories: Mapping[str, Category],
    locations: Mapping[str, Location],
) -> Event:
    """An entry of `events.yaml`."""
    price = entry.get("price")
    geo = entry.get("geo") or {}
    return Event(
        id=EventId(0),
        key=entry["key"],
        starts_at=entry["starts"],
        duration=timedelta(seconds=entry["duration"]) if entry.get("duration") else USUAL_LENGTH,
        pass_type=PassType(entry.get("pass") or "free"),
        title=entry.get("name") or {},
        label=entry.get("label") or {},
        description=entry.get("description") or {},
        sides=_sides(entry, participants),
        category=categories[entry["category"]] if entry.get("category") else None,
        location=locations[entry["location"]] if entry.get("location") else None,
        price=Price(base=price["base"], fee=price["fee"]) if price else None,
        score=_score(entry.get("score")),
        images={name: path for name, path in (entry.get("images") or {}).items() if path},
        geo=GeoRule(tuple(geo.get("allow", ())), tuple(geo.get("block", ()))),
        simulate_at=entry.get("simulate_at"),
    )


def addresses(entry: Entry, owner: Owner) -> list[MediaRow]:
    """The stream and the player that an entry of `events.yaml` points to."""
    said = (
        (MediaType.LIVE, (entry.get("live") or {}).get("url")),
        (MediaType.EMBEDDED, entry.get("embed_url")),
    )
    return [MediaRow(0, owner, kind, url=url, position=int(kind)) for kind, url in said if url]


def library_category(entry: Entry) -> LibraryCategory:
    """A category of `library.yaml`."""
    return LibraryCategory(LibraryCategoryId(0), entry["key"], entry["name"], entry.get("weight") or 0)


def library_item(entry: Entry, categories: Mapping[str, LibraryCategory]) -> LibraryItem:
    """An item of `library.yaml`."""
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
    )


def library_rail(
    entry: Entry, categories: Mapping[str, LibraryCategory], items: Mapping[str, LibraryItem]
) -> LibraryRail:
    """A rail of `library.yaml`."""
    return LibraryRail(
        id=LibraryRailId(0),
        key=entry["key"],
        title=entry["title"],
        weight=entry.get("weight") or 0,
        category_id=categories[entry["category"]].id if entry.get("category") else None,
        item_ids=tuple(items[key].id for key in entry.get("items") or ()),
    )


def _sides(entry: Entry, participants: Mapping[str, Participant]) -> tuple[Side, ...]:
    named = ((entry.get("away"), False), (entry.get("home"), True))
    return tuple(Side(participants[key], is_home=is_home) for key, is_home in named if key)


def _score(score: Entry | None) -> Score | None:
    return Score(score["away"], score["home"], score.get("note") or {}) if score else None
