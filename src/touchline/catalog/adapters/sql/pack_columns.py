"""From the domain to columns, for what a channel pack brings; search and sort columns are made here."""

from collections.abc import Mapping
from typing import Any

from touchline.catalog.domain.event import Event
from touchline.catalog.domain.library import LibraryCategory, LibraryItem, LibraryRail
from touchline.catalog.domain.participant import Participant
from touchline.catalog.domain.places import Category, Group, GroupProperty, Location
from touchline.shared.folding import haystack, normalise
from touchline.shared.text import pick

Columns = Mapping[str, Any]
Wording = str | Mapping[str, str] | None


def category(thing: Category, language: str) -> Columns:
    """Columns of a category."""
    return {
        "name": thing.name,
        "short_name": thing.short_name,
        "sport": normalise(thing.sport),
        "gender": thing.gender.value,
        "image": thing.image,
        "weight": thing.weight,
        "clip_tags": list(thing.clip_tags),
    }


def location(thing: Location, language: str) -> Columns:
    """Columns of a location."""
    return {
        "name": thing.name,
        "sort_name": normalise(pick(thing.name, language, language)),
        "city": thing.city,
        "state": thing.state,
        "country": thing.country,
        "time_zone": thing.time_zone,
        "city_search": normalise(thing.city),
        "state_search": normalise(thing.state),
    }


def group_property(thing: GroupProperty, language: str) -> Columns:
    """Columns of a group property."""
    choices = [{"key": value.key, "name": value.name} for value in thing.values]
    return {"name": thing.name, "choices": choices, "position": thing.position}


def group(thing: Group, language: str) -> Columns:
    """Columns of a group."""
    return {
        "name": thing.name,
        "short_name": thing.short_name,
        "nickname": thing.nickname,
        "sort_name": normalise(pick(thing.name, language, language)),
        "search": haystack(*_words_of_group(thing)),
        "logo": thing.logo,
        "colors": list(thing.colors),
        "city": thing.city,
        "state": thing.state,
        "properties": thing.properties,
    }


def participant(thing: Participant, language: str) -> Columns:
    """Columns of a participant."""
    group = thing.group
    return {
        "name": thing.name,
        "short_name": thing.short_name,
        "sort_name": normalise(pick(thing.name, language, language)),
        "search": haystack(*_words_of(thing)),
        "group_id": group.id if group else None,
        "category_id": thing.category_id,
        "sport": normalise(thing.sport),
        "gender": thing.gender.value,
        "color": thing.color,
        "color_2": thing.color_2,
        "image": thing.image,
    }


def event(thing: Event, language: str) -> Columns:
    """Columns of an event, but for what media, clips and streams have written to it.

    Where a pack says no `simulate_at`, what `touchline live simulate` has set stays.
    """
    score = thing.score
    return {
        "title": thing.title,
        "label": thing.label,
        "description": thing.description,
        "sort_name": normalise(thing.name(language, language)),
        "search": _event_haystack(thing),
        "category_id": thing.category.id if thing.category else None,
        "location_id": thing.location.id if thing.location else None,
        "starts_at": thing.starts_at,
        "ends_at": thing.status_ends_at,
        "schedule_status": thing.schedule.status.value,
        "moved_from": thing.schedule.moved_from,
        "duration": int(thing.duration.total_seconds()),
        "pass_type": thing.pass_type.value,
        "base_price": thing.price.base.minor if thing.price else None,
        "service_fee": thing.price.fee.minor if thing.price else None,
        "currency": thing.price.base.currency if thing.price else None,
        "sport": normalise(thing.sport),
        "gender": thing.gender.value,
        "score": {"away": score.away, "home": score.home, "note": score.note} if score else None,
        "images": thing.images,
        "geo": {"allow": sorted(thing.geo.allow), "block": sorted(thing.geo.block)},
        **({"simulate_at": thing.simulate_at} if thing.simulate_at else {}),
    }


def library_category(thing: LibraryCategory, language: str) -> Columns:
    """Columns of a library category."""
    return {"name": thing.name, "weight": thing.weight}


def library_item(thing: LibraryItem, language: str) -> Columns:
    """Columns of a library item."""
    filed = (category.name for category in thing.categories)
    return {
        "title": thing.title,
        "description": thing.description,
        "sort_title": normalise(pick(thing.title, language, language)),
        "search": haystack(thing.title, thing.description, thing.author, *filed),
        "search_title": haystack(thing.title),
        "author": thing.author,
        "date": thing.date,
        "duration": int(thing.duration.total_seconds()),
        "pass_type": thing.pass_type.value,
        "image": thing.image,
        "preview": thing.preview,
    }


def library_rail(thing: LibraryRail, language: str) -> Columns:
    """Columns of a library rail."""
    return {"title": thing.title, "weight": thing.weight, "category_id": thing.category_id}


def children(thing: Participant) -> list[Columns]:
    """Rows of those a participant stands for."""
    return [{"child_id": child.id} for child in thing.children]


def sides(thing: Event) -> list[Columns]:
    """Rows of those who take part in an event."""
    return [{"participant_id": side.participant.id, "is_home": side.is_home} for side in thing.sides]


def filed_under(thing: LibraryItem) -> list[Columns]:
    """Rows of an item's categories."""
    return [{"category_id": category.id} for category in thing.categories]


def picked(thing: LibraryRail) -> list[Columns]:
    """Rows of a rail's items."""
    return [{"item_id": item_id} for item_id in thing.item_ids]


def _event_haystack(thing: Event) -> str:
    texts: list[Wording] = [thing.title, thing.label]
    for one in (*(side.participant for side in thing.sides), *thing.also_of):
        texts += _words_of(one)
    if thing.category:
        texts += [thing.category.name, thing.category.short_name, thing.category.sport]
    if thing.location:
        texts += [thing.location.name, thing.location.city, thing.location.state]
    return haystack(*texts)


def _words_of(thing: Participant) -> list[Wording]:
    group = thing.group
    return [thing.name, thing.short, thing.key, thing.sport, *(_words_of_group(group) if group else ())]


def _words_of_group(thing: Group) -> list[Wording]:
    return [thing.name, thing.short_name, thing.nickname, thing.key, thing.city]
