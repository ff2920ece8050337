"""The simulated showing of an event: setting it, and telling it to one viewer."""

from __future__ import annotations

from datetime import datetime

from touchline.catalog.application.answers import Answer
from touchline.catalog.application.asking import Desk
from touchline.catalog.application.event_answers import EventAnswers
from touchline.catalog.application.event_parts import EventParts
from touchline.catalog.application.moments import instant, instant_in_milliseconds
from touchline.catalog.domain.access import AccessReason
from touchline.catalog.domain.media import length_of, recording
from touchline.catalog.domain.simulation import DELAY, SimulationState
from touchline.catalog.ports.events import EventStore, Showings
from touchline.catalog.ports.links import Links
from touchline.shared.errors import NotFound
from touchline.shared.ids import EventId
from touchline.shared.principal import Principal


class SetSimulation:
    """Says when the recording of an event plays as if it were live, or that it does not."""

    def __init__(self, showings: Showings) -> None:
        self._showings = showings

    def __call__(self, event_id: EventId, starts_at: datetime | None) -> None:
        """In whole seconds; None takes it back."""
        self._showings.set_simulation(event_id, starts_at and starts_at.replace(microsecond=0))


class ShowSimulation:
    """The showing of one event, with the stream as this viewer may have it now."""

    def __init__(
        self, events: EventStore, parts: EventParts, answers: EventAnswers, links: Links, desk: Desk
    ) -> None:
        self._events = events
        self._parts = parts
        self._answers = answers
        self._links = links
        self._desk = desk

    def __call__(self, principal: Principal, event_id: EventId) -> Answer:
        """The showing; `NotFound` where this channel shows no such event, or never as if it were live."""
        event, asking = self._events.get(event_id), self._desk.take(principal)
        if event is None:
            raise NotFound()
        gathered = self._parts.gather([event], asking)
        film = recording(gathered.media.get(event.id, ()))
        showing = event.simulation(length_of(film))
        if showing is None:
            raise NotFound()
        access, state = gathered.access_to(event, asking), showing.state(asking.now)
        is_ahead = state is SimulationState.UPCOMING
        stream = None
        if film and access.may_play and not is_ahead:
            stream = self._links.showing(
                film, showing.starts_at, asking.principal, region=asking.region(event.geo)
            )
        return {
            "event": self._answers.whole(event, asking),
            "state": state.value,
            "starts_at": instant(showing.starts_at),
            "ends_at": instant(showing.ends_at),
            "now": instant_in_milliseconds(asking.now),
            "delay": int(DELAY.total_seconds()),
            "has_access": access.granted,
            "access_reason": AccessReason.NOT_STARTED.value
            if access.granted and is_ahead
            else access.reason.value,
            "stream": stream,
        }
