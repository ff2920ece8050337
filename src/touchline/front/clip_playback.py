"""Whether clips and downloads may still be played (port `ClipPlayback` of context `catalog`)."""

from __future__ import annotations

from touchline.catalog.facade import Ticket
from touchline.clips.facade import ClipsFacade
from touchline.shared.principal import Principal


class PlaybackOfClips:
    """Asks clips."""

    def __init__(self, clips: ClipsFacade) -> None:
        self._clips = clips

    def may_play(self, principal: Principal, ticket: Ticket, path: str) -> bool:
        """Whether the viewer may still have the file of this path."""
        return self._clips.check_playback(
            principal, path, share=ticket.share, bound=ticket.region is not None
        )
