"""How events are told: the event itself, the viewer's access to it, its price and its media."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from touchline.catalog.application.answers import Answer
from touchline.catalog.application.asking import Asking
from touchline.catalog.application.event_names import full_name
from touchline.catalog.application.event_parts import EventParts, Gathered
from touchline.catalog.application.moments import instant
from touchline.catalog.domain.event import Event, Score
from touchline.catalog.domain.media import OPEN_TYPES
from touchline.catalog.ports.addresses import Addresses


class EventAnswers:
    """Composes the answers for a whole list at the cost of a fixed number of queries."""

    def __init__(self, parts: EventParts, addresses: Addresses) -> None:
        self._parts = parts
        self._addresses = addresses

    def rows(self, events: Sequence[Event], asking: Asking) -> list[Answer]:
        """Rows of a list: no `description`, and of the media only what is open to everybody."""
        gathered = self._parts.gather(events, asking)
        return [self._row(event, asking, gathered, only=OPEN_TYPES) for event in events]

    def whole(self, event: Event, asking: Asking) -> Answer:
        """One event with everything."""
        gathered = self._parts.gather([event], asking)
        answer = self._row(event, asking, gathered, only=None)
        answer["description"] = asking.teller.text(event.description)
        answer["simulation"] = self._simulation(event, asking, gathered)
        return answer

    def _row(
        self, event: Event, asking: Asking, gathered: Gathered, *, only: frozenset[int] | None
    ) -> Answer:
        return {
            **self._itself(event, asking),
            "recording_state": event.recording_state.value or None,
            "live_state": event.live_status(asking.now, carried=gathered.is_carried(event)),
            "availability": gathered.availability_of(event, asking.now).value,
            **self._price(event, asking, gathered),
            **self._access(event, asking, gathered),
            "media": self._parts.links(event, asking, gathered, only=only),
        }

    def _itself(self, event: Event, asking: Asking) -> Answer:
        teller, fallback = asking.teller, asking.facts.language
        zone = event.location.time_zone if event.location else None
        return {
            "id": event.id,
            "name": event.name(teller.language, fallback),
            "short_name": event.short_name(teller.language, fallback),
            "full_name": full_name(event, teller.language, fallback, asking.facts.time_zone),
            "label": teller.text(event.label),
            "sport": event.sport,
            "gender": event.gender.value,
            "participants": [teller.side(side) for side in event.sides],
            "home_team_id": event.home.participant.id if event.home else None,
            "event_utc_ts": int(event.starts_at.timestamp()),
            "time_zone": zone or asking.facts.time_zone,
            "duration": int(event.duration.total_seconds()),
            "event_category_id": event.category.id if event.category else None,
            "event_category": teller.category(event.category) if event.category else None,
            "location_id": event.location.id if event.location else None,
            "location": teller.location(event.location) if event.location else None,
            "stream_status": event.status(asking.now).value,
            **_schedule(event),
            "score": self._score(event.score, asking),
            "images": self._images(event.images),
            "clip_count": event.clip_count,
            "share_url": self._addresses.watch(event.id),
        }

    def _price(self, event: Event, asking: Asking, gathered: Gathered) -> Answer:
        price, package_id = gathered.price_of(event, asking.facts.currency)
        sold = gathered.availability_of(event, asking.now).is_watchable
        return {
            "type": event.pass_type.value,
            "pass_type": event.pass_type.value,
            "base_price": price.base.decimal,
            "service_fee": price.fee.decimal,
            "price": price.total.decimal,
            "currency": price.total.currency,
            "single_event_package_id": package_id if sold else None,
        }

    def _access(self, event: Event, asking: Asking, gathered: Gathered) -> Answer:
        decided = gathered.access_to(event, asking)
        return {"has_access": decided.granted, "access_reason": decided.reason.value}

    def _simulation(self, event: Event, asking: Asking, gathered: Gathered) -> Answer | None:
        showing = event.simulation(gathered.recording_of(event))
        if showing is None:
            return None
        return {
            "state": showing.state(asking.now).value,
            "starts_at": instant(showing.starts_at),
            "ends_at": instant(showing.ends_at),
        }

    def _score(self, score: Score | None, asking: Asking) -> Answer | None:
        if score is None:
            return None
        return {"away": score.away, "home": score.home, "note": asking.teller.text(score.note) or None}

    def _images(self, images: Mapping[str, str]) -> Answer:
        return {name: self._addresses.picture(images.get(name)) for name in ("card", "poster")}


def _schedule(event: Event) -> Answer:
    moved_from = event.schedule.moved_from
    return {
        "schedule_status": event.schedule.status.value,
        "previous_event_utc_ts": int(moved_from.timestamp()) if moved_from else None,
    }
