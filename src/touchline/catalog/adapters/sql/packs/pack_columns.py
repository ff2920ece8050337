"""Mapping of channel pack content from the domain to columns, including search and sort columns."""

from collections.abc import Mapping, Sequence
from typing import Any

from touchline.catalog.domain.events.blackouts import Blackout
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.events.score import Ending, Score
from touchline.catalog.domain.library import LibraryCategory, LibraryItem, LibraryRail
from touchline.catalog.domain.scoring.channel_sport import ChannelSport
from touchline.catalog.domain.taxonomy import Category, Group, GroupProperty, Location
from touchline.shared.strings.folding import fold_text, search_text
from touchline.shared.strings.localized import localize

Columns = Mapping[str, Any]
Text = str | Mapping[str, str] | None


def sport_columns(entity: ChannelSport, language: str) -> Columns:
    """Return the columns of a sport."""
    return {"entry": dict(entity.entry)}


def category_columns(entity: Category, language: str) -> Columns:
    """Return the columns of a category."""
    return {
        "name": entity.name,
        "short_name": entity.short_name,
        "sport": fold_text(entity.sport),
        "gender": entity.gender.value,
        "image": entity.image,
        "weight": entity.weight,
        "clip_tags": list(entity.clip_tags),
        "blackouts": _blackout_values(entity.blackouts),
    }


def location_columns(entity: Location, language: str) -> Columns:
    """Return the columns of a location."""
    return {
        "name": entity.name,
        "sort_name": fold_text(localize(entity.name, language, language)),
        "city": entity.city,
        "state": entity.state,
        "country": entity.country,
        "time_zone": entity.time_zone,
        "city_search": fold_text(entity.city),
        "state_search": fold_text(entity.state),
    }


def group_property_columns(entity: GroupProperty, language: str) -> Columns:
    """Return the columns of a group property."""
    choices = [{"key": value.key, "name": value.name} for value in entity.values]
    return {"name": entity.name, "choices": choices, "position": entity.position}


def group_columns(entity: Group, language: str) -> Columns:
    """Return the columns of a group."""
    return {
        "name": entity.name,
        "short_name": entity.short_name,
        "nickname": entity.nickname,
        "sort_name": fold_text(localize(entity.name, language, language)),
        "search": search_text(*_group_texts(entity)),
        "logo": entity.logo,
        "colors": list(entity.colors),
        "city": entity.city,
        "state": entity.state,
        "properties": entity.properties,
    }


def participant_columns(entity: Participant, language: str) -> Columns:
    """Return the columns of a participant."""
    group = entity.group
    return {
        "name": entity.name,
        "short_name": entity.short_name,
        "sort_name": fold_text(localize(entity.name, language, language)),
        "search": search_text(*_participant_texts(entity)),
        "group_id": group.id if group else None,
        "category_id": entity.category_id,
        "sport": fold_text(entity.sport),
        "gender": entity.gender.value,
        "color": entity.color,
        "color_2": entity.color_2,
        "image": entity.image,
    }


def event_columns(entity: Event, language: str) -> Columns:
    """Return the columns of an event, except for those that media, clips and streams write.

    If a pack has no `simulate_at`, the value set by `touchline events simulate` is kept.
    """
    return {
        "title": entity.title,
        "label": entity.label,
        "description": entity.description,
        "sort_name": fold_text(entity.get_name(language, language)),
        "search": _event_search_text(entity),
        "category_id": entity.category.id if entity.category else None,
        "location_id": entity.location.id if entity.location else None,
        "neutral_site": entity.is_neutral_site,
        "starts_at": entity.starts_at,
        "ends_at": entity.status_ends_at,
        "schedule_status": entity.schedule.status.value,
        "moved_from": entity.schedule.moved_from,
        "time_known": entity.is_time_known,
        "duration": int(entity.duration.total_seconds()),
        "pass_type": entity.pass_type.value,
        "base_price": entity.price.base.minor if entity.price else None,
        "service_fee": entity.price.fee.minor if entity.price else None,
        "currency": entity.price.base.currency if entity.price else None,
        "sport": fold_text(entity.sport),
        "gender": entity.gender.value,
        "score": _score_value(entity.score) if entity.score else None,
        "images": entity.images,
        "visibility": entity.visibility.value,
        "replay_offered": entity.replay.is_offered,
        "replay_from": entity.replay.since,
        "replay_until": entity.replay.until,
        "replay_delay": entity.replay.delay.to_dict() if entity.replay.delay else None,
        "live_offered": entity.has_live,
        "video_offered": entity.has_video,
        "downloads_offered": entity.allows_downloads,
        "blackouts": _blackout_values(entity.blackouts),
        "preroll_keys": None if entity.preroll_keys is None else list(entity.preroll_keys),
        "geo": {"allow": sorted(entity.geo.allow), "block": sorted(entity.geo.block)},
        **({"simulate_at": entity.simulate_at} if entity.simulate_at else {}),
    }


def library_category_columns(entity: LibraryCategory, language: str) -> Columns:
    """Return the columns of a library category."""
    return {"name": entity.name, "weight": entity.weight}


def library_item_columns(entity: LibraryItem, language: str) -> Columns:
    """Return the columns of a library item."""
    category_names = (category.name for category in entity.categories)
    return {
        "title": entity.title,
        "description": entity.description,
        "sort_title": fold_text(localize(entity.title, language, language)),
        "search": search_text(entity.title, entity.description, entity.author, *category_names),
        "search_title": search_text(entity.title),
        "author": entity.author,
        "date": entity.date,
        "duration": int(entity.duration.total_seconds()),
        "pass_type": entity.pass_type.value,
        "available_from": entity.available_from,
        "available_until": entity.available_until,
        "video_offered": entity.has_video,
        "blackouts": _blackout_values(entity.blackouts),
        "streams": entity.streams,
        "image": entity.image,
        "preview": entity.preview,
    }


def library_rail_columns(entity: LibraryRail, language: str) -> Columns:
    """Return the columns of a library rail."""
    return {"title": entity.title, "weight": entity.weight, "category_id": entity.category_id}


def child_values(entity: Participant) -> list[Columns]:
    """Return the rows of a participant's children."""
    return [{"child_id": child.id} for child in entity.children]


def side_values(entity: Event) -> list[Columns]:
    """Return the rows of an event's participants."""
    return [{"participant_id": side.participant.id, "is_home": side.is_home} for side in entity.sides]


def category_values(entity: LibraryItem) -> list[Columns]:
    """Return the rows of an item's categories."""
    return [{"category_id": category.id} for category in entity.categories]


def item_values(entity: LibraryRail) -> list[Columns]:
    """Return the rows of a rail's items."""
    return [{"item_id": item_id} for item_id in entity.item_ids]


def _score_value(score: Score) -> Columns:
    """Return a score without the parts that are not set, as rows have it from before there was an ending."""
    return {name: part for name, part in score.to_dict().items() if part not in (None, Ending.REGULATION)}


def _blackout_values(blackouts: Sequence[Blackout]) -> list[Columns] | None:
    return [blackout.to_dict() for blackout in blackouts] or None


def _event_search_text(entity: Event) -> str:
    texts: list[Text] = [entity.title, entity.label]
    for participant in (*(side.participant for side in entity.sides), *entity.parent_participants):
        texts += _participant_texts(participant)
    if entity.category:
        texts += [entity.category.name, entity.category.short_name, entity.category.sport]
    if entity.location:
        texts += [entity.location.name, entity.location.city, entity.location.state]
    return search_text(*texts)


def _participant_texts(entity: Participant) -> list[Text]:
    group = entity.group
    return [
        entity.name,
        entity.display_short_name,
        entity.key,
        entity.sport,
        *(_group_texts(group) if group else ()),
    ]


def _group_texts(entity: Group) -> list[Text]:
    return [entity.name, entity.short_name, entity.nickname, entity.key, entity.city]
