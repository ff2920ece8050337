"""The operator's order of highlights, and the reel that follows from it and from dropped highlights."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.clips.application.processing.job_requests import request_highlights
from touchline.clips.domain.clip import Clip, ClipOrigin
from touchline.clips.ports.highlights import Highlights, Reels
from touchline.shared.ids import EventId
from touchline.shared.tasks.jobs import Jobs


class UpdateReel:
    """Lets the reel of an event be made anew after a highlight was hidden, shown again or deleted."""

    def __init__(self, reels: Reels, jobs: Jobs) -> None:
        self._reels = reels
        self._jobs = jobs

    def __call__(self, clip: Clip) -> None:
        """Request the reel if the clip is a highlight."""
        if clip.origin is ClipOrigin.HIGHLIGHT:
            self.request(clip.event_id)

    def request(self, event_id: EventId) -> None:
        """Request the reel of an event."""
        self._reels.mark_stale(event_id)
        request_highlights(self._jobs, is_change=True)


class ArrangeHighlights:
    """Saves the order in which an event's highlights are listed and played."""

    def __init__(self, highlights: Highlights, update_reel: UpdateReel) -> None:
        self._highlights = highlights
        self._update_reel = update_reel

    def __call__(self, event_id: EventId, ids: Sequence[int]) -> None:
        """Put the highlights in this order. Later moments follow; ids of other events have no effect."""
        positions = {highlight_id: position for position, highlight_id in enumerate(ids)}
        for highlight in self._highlights.list_for_event(event_id):
            position = positions.get(highlight.id)
            if position != highlight.position:
                highlight.position = position
                self._highlights.save(highlight)
        self._update_reel.request(event_id)
