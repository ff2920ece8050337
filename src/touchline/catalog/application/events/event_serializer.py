"""Serializes events: details, the viewer's access, price and media."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from touchline.catalog.application.events.event_data import EventData, EventDataLoader
from touchline.catalog.application.events.event_names import format_full_name
from touchline.catalog.application.request_context import RequestContext
from touchline.catalog.application.serializer import JsonObject
from touchline.catalog.application.timestamps import format_instant
from touchline.catalog.domain.events.event import EVENT_IMAGES, Event
from touchline.catalog.domain.events.status import StreamStatus
from touchline.catalog.domain.media.assets import PUBLIC_TYPES
from touchline.catalog.domain.scoring.timeline_tokens import TimelineTokens, get_viewer_expiry
from touchline.catalog.ports.site_urls import SiteUrls


class EventSerializer:
    """Serializes a list of events with a fixed number of queries."""

    def __init__(self, loader: EventDataLoader, urls: SiteUrls, timeline_tokens: TimelineTokens) -> None:
        self._loader = loader
        self._urls = urls
        self._timeline_tokens = timeline_tokens

    def serialize_list(self, events: Sequence[Event], context: RequestContext) -> list[JsonObject]:
        """Serialize the rows of a list: without `description`, and with public media only."""
        event_data = self._loader.load(events, context)
        return [self._serialize_row(event, context, event_data, types=PUBLIC_TYPES) for event in events]

    def serialize_running(self, events: Sequence[Event], context: RequestContext) -> list[JsonObject]:
        """Serialize the rows of running events. A simulation has no score: the score is that of its end."""
        event_data = self._loader.load(events, context)
        rows = []
        for event in events:
            row = self._serialize_row(event, context, event_data, types=PUBLIC_TYPES)
            row["simulation"] = self._serialize_simulation(event, context, event_data)
            if event.get_status(context.now) is StreamStatus.FINISHED:
                row["score"] = None
            rows.append(row)
        return rows

    def serialize(self, event: Event, context: RequestContext) -> JsonObject:
        """Serialize one event with all its fields."""
        event_data = self._loader.load([event], context)
        payload = self._serialize_row(event, context, event_data, types=None)
        is_hidden = _is_score_hidden(event, context)
        payload["description"] = "" if is_hidden else context.serializer.localize(event.description)
        payload["preroll_keys"] = event.preroll_keys
        payload["timeline_token"] = self._issue_timeline_token(event, context)
        payload["simulation"] = self._serialize_simulation(event, context, event_data)
        return payload

    def _serialize_row(
        self, event: Event, context: RequestContext, event_data: EventData, *, types: frozenset[int] | None
    ) -> JsonObject:
        return {
            **self._serialize_details(event, context),
            "recording_state": event.recording_state.value or None,
            "live_state": event.get_live_status(context.now, is_external=event_data.is_external(event)),
            "replay": _serialize_replay(event, context.now),
            "availability": event_data.get_availability(event, context.now).value,
            **self._serialize_price(event, context, event_data),
            **self._serialize_access(event, context, event_data),
            "media": self._loader.build_media_links(event, context, event_data, types=types),
        }

    def _serialize_details(self, event: Event, context: RequestContext) -> JsonObject:
        serializer, fallback = context.serializer, context.channel.language
        return {
            "id": event.id,
            "name": event.get_name(serializer.language, fallback),
            "short_name": event.get_short_name(serializer.language, fallback),
            "full_name": format_full_name(event, serializer.language, fallback, context.channel.time_zone),
            "label": serializer.localize(event.label),
            "sport": event.sport,
            "gender": event.gender.value,
            "participants": [serializer.serialize_side(side) for side in event.sides],
            "home_team_id": event.home.participant.id if event.home else None,
            "event_utc_ts": int(event.starts_at.timestamp()),
            "is_time_known": event.is_time_known,
            "time_zone": event.get_time_zone(context.channel.time_zone),
            "duration": int(event.duration.total_seconds()),
            "event_category_id": event.category.id if event.category else None,
            "event_category": serializer.serialize_category(event.category) if event.category else None,
            "is_neutral_site": event.is_neutral_site,
            "location_id": event.location.id if event.location else None,
            "location": serializer.serialize_location(event.location) if event.location else None,
            "stream_status": event.get_status(context.now).value,
            **_serialize_schedule(event),
            **self._serialize_score(event, context),
            "images": self._serialize_images(event.images),
            "clip_count": event.clip_count,
            "share_url": self._urls.get_event_url(event.id),
        }

    def _serialize_score(self, event: Event, context: RequestContext) -> JsonObject:
        is_hidden = event.current_score is not None and _is_score_hidden(event, context)
        score = None if is_hidden else event.current_score
        return {
            "score": context.serializer.serialize_score(score, event.sport),
            "is_score_hidden": is_hidden,
        }

    def _serialize_price(self, event: Event, context: RequestContext, event_data: EventData) -> JsonObject:
        price, package_id = event_data.get_price(event, context.channel.currency)
        is_for_sale = event_data.get_availability(event, context.now).is_watchable
        return {
            "type": event.pass_type.value,
            "pass_type": event.pass_type.value,
            "base_price": price.base.decimal,
            "service_fee": price.fee.decimal,
            "price": price.total.decimal,
            "currency": price.total.currency,
            "single_event_package_id": package_id if is_for_sale else None,
        }

    def _serialize_access(self, event: Event, context: RequestContext, event_data: EventData) -> JsonObject:
        access = event_data.check_access(event, context)
        return {
            "has_access": access.is_granted,
            "access_reason": access.reason.value,
            "available_at": format_instant(access.available_at) if access.available_at else None,
            "has_live": event.has_live,
            "has_video": event.has_video,
            "is_audio_only": access.audio_only,
            "allows_downloads": event.allows_downloads,
        }

    def _issue_timeline_token(self, event: Event, context: RequestContext) -> str | None:
        """Return the token that opens the timeline; None for an event that needs none."""
        if not event.is_private:
            return None
        channel_id = context.principal.channel_id
        return self._timeline_tokens.issue(channel_id, event.id, get_viewer_expiry(context.now))

    def _serialize_simulation(
        self, event: Event, context: RequestContext, event_data: EventData
    ) -> JsonObject | None:
        simulation = event.get_simulation(event_data.get_recording_duration(event))
        if simulation is None:
            return None
        return {
            "state": simulation.get_state(context.now).value,
            "starts_at": format_instant(simulation.starts_at),
            "ends_at": format_instant(simulation.ends_at),
        }

    def _serialize_images(self, images: Mapping[str, str]) -> JsonObject:
        return {name: self._urls.get_image_url(images.get(name)) for name in EVENT_IMAGES}


def _is_score_hidden(event: Event, context: RequestContext) -> bool:
    """Return whether the caller hides the outcome of the event.

    An upcoming event has none, unless it is decided before its start, such as by a forfeit.
    """
    has_begun = event.get_status(context.now) is not StreamStatus.UPCOMING
    return (has_begun or event.current_score is not None) and context.hides_scores


def _serialize_replay(event: Event, now: datetime) -> JsonObject | None:
    if not event.replay.is_limited:
        return None
    return {
        "state": event.replay.get_state(now).value,
        "starts_at": format_instant(event.replay.since) if event.replay.since else None,
        "ends_at": format_instant(event.replay.until) if event.replay.until else None,
    }


def _serialize_schedule(event: Event) -> JsonObject:
    moved_from = event.schedule.moved_from
    return {
        "schedule_status": event.schedule.status.value,
        "previous_event_utc_ts": int(moved_from.timestamp()) if moved_from else None,
    }
