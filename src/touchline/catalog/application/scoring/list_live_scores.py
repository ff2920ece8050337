"""The current scores of the events that are on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from touchline.catalog.application.request_context import RequestContextFactory
from touchline.catalog.application.serializer import JsonObject
from touchline.catalog.ports.scoring.timelines import Timelines


@dataclass(frozen=True)
class ListLiveScores:
    """Query: the current scores of the public events that are on.

    Lists of events show the score of the latest period or break, so that their caches outlive a point. The
    page adds these scores to them.
    """

    timelines: Timelines
    contexts: RequestContextFactory

    def __call__(self, language: str) -> Sequence[JsonObject]:
        """Return the scores by event."""
        serializer = self.contexts.create_serializer(language)
        return [
            {"event_id": live.event_id, "score": serializer.serialize_score(live.score, live.sport)}
            for live in self.timelines.list_live_scores()
        ]
