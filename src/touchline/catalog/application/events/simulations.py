"""Simulations: a recording that plays as if it were live. Use cases to set and show one."""

from __future__ import annotations

from datetime import datetime

from touchline.catalog.application.events.event_data import EventDataLoader
from touchline.catalog.application.events.event_serializer import EventSerializer
from touchline.catalog.application.events.viewer_events import ViewerEvents
from touchline.catalog.application.request_context import RequestContextFactory
from touchline.catalog.application.serializer import JsonObject
from touchline.catalog.application.timestamps import format_instant, format_instant_ms
from touchline.catalog.domain.access import AccessReason
from touchline.catalog.domain.events.simulation import PLAYBACK_DELAY, SimulationState
from touchline.catalog.domain.media.assets import find_recording, get_duration
from touchline.catalog.ports.events.events import EventSimulations
from touchline.catalog.ports.media.media_links import MediaLinkBuilder
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import EventId
from touchline.shared.principal import Principal


class SetSimulation:
    """Use case: set or remove the start of an event's simulation."""

    def __init__(self, simulations: EventSimulations) -> None:
        self._simulations = simulations

    def __call__(self, event_id: EventId, starts_at: datetime | None) -> None:
        """Set the start, truncated to whole seconds. None removes the simulation."""
        self._simulations.set_simulation(event_id, starts_at and starts_at.replace(microsecond=0))


class ShowSimulation:
    """Query: the simulation of one event, with the stream link that the viewer may have now."""

    def __init__(
        self,
        events: ViewerEvents,
        event_data: EventDataLoader,
        event_serializer: EventSerializer,
        link_builder: MediaLinkBuilder,
        contexts: RequestContextFactory,
    ) -> None:
        self._events = events
        self._event_data = event_data
        self._event_serializer = event_serializer
        self._link_builder = link_builder
        self._contexts = contexts

    def __call__(self, principal: Principal, event_id: EventId) -> JsonObject:
        """Return the simulation. Raises `NotFoundError` if the channel does not show the event or it has no
        simulation.
        """
        event, context = self._events.get(principal, event_id), self._contexts.create(principal)
        loaded = self._event_data.load([event], context)
        recording_item = find_recording(loaded.media_items.get(event.id, ()))
        simulation = event.get_simulation(get_duration(recording_item))
        if simulation is None:
            raise NotFoundError()
        access, state = loaded.check_access(event, context), simulation.get_state(context.now)
        is_ahead = state is SimulationState.UPCOMING
        stream = None
        if recording_item and access.can_play and not is_ahead:
            stream = self._link_builder.build_simulation_link(
                recording_item,
                simulation.starts_at,
                context.principal,
                region=context.get_region(event.region_rule),
                audio_only=access.audio_only,
            )
        return {
            "event": self._event_serializer.serialize(event, context),
            "state": state.value,
            "starts_at": format_instant(simulation.starts_at),
            "ends_at": format_instant(simulation.ends_at),
            "now": format_instant_ms(context.now),
            "delay": int(PLAYBACK_DELAY.total_seconds()),
            "has_access": access.is_granted,
            "access_reason": AccessReason.NOT_STARTED.value
            if access.is_granted and is_ahead
            else access.reason.value,
            "stream": stream,
        }
