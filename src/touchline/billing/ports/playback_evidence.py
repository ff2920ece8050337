"""The evidence of who could watch an event, measured by context `analytics`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from touchline.billing.domain.make_good.evidence import EventEvidence as EventEvidence
from touchline.billing.domain.make_good.evidence import Outage as Outage
from touchline.billing.domain.make_good.evidence import OutageSide as OutageSide
from touchline.billing.domain.make_good.evidence import ViewerEvidence as ViewerEvidence
from touchline.shared.ids import EventId


class PlaybackEvidence(Protocol):
    """The evidence of the current channel's events."""

    def get(self, event_id: EventId) -> EventEvidence | None:
        """Return the evidence of an event; None if the event does not exist or nothing was recorded."""
        ...

    def list_outages(self, event_ids: Collection[EventId]) -> Mapping[EventId, Sequence[Outage]]:
        """Return the outages of the events that had any, by id, without measuring their viewers."""
        ...


class NoPlaybackEvidence:
    """Implements `PlaybackEvidence` where nothing is measured."""

    def get(self, event_id: EventId) -> EventEvidence | None:
        """Return None."""
        return None

    def list_outages(self, event_ids: Collection[EventId]) -> Mapping[EventId, Sequence[Outage]]:
        """Return nothing."""
        return {}
