"""The event of an overlay or scoreboard: what the picture shows beside the score."""

from __future__ import annotations

from dataclasses import dataclass

from touchline.catalog.application.request_context import RequestContextFactory
from touchline.catalog.application.serializer import JsonObject
from touchline.catalog.domain.events.event import Event


@dataclass(frozen=True)
class ShowOverlay:
    """Query: the event of an overlay, with its teams and the server's clock."""

    contexts: RequestContextFactory

    def __call__(self, event: Event, language: str) -> JsonObject:
        """Return the name, the start and the teams of an event, the away team first."""
        serializer = self.contexts.create_serializer(language)
        teams = event.ordered_sides if event.is_matchup else []
        return {
            "now_ms": int(self.contexts.get_time().timestamp() * 1000),
            "event": {
                "id": event.id,
                "name": event.get_name(serializer.language, serializer.fallback),
                "starts_at": event.starts_at,
                "is_time_known": event.is_time_known,
                "time_zone": event.get_time_zone(serializer.time_zone),
                "teams": [
                    {
                        "name": serializer.localize(side.participant.name),
                        "short_name": serializer.localize(side.participant.display_short_name),
                        "color": side.participant.display_colors[0],
                        "color_2": side.participant.display_colors[1],
                        "logo": serializer.urls.get_image_url(side.participant.logo),
                    }
                    for side in teams
                ],
            },
        }
