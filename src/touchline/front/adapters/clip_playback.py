"""Whether clips and downloads may still be played (port `ClipPlayback` of context `catalog`)."""

from __future__ import annotations

from touchline.catalog.facade import MediaTokenClaims
from touchline.clips.facade import ClipsFacade
from touchline.shared.principal import Principal


class ClipPlaybackGateway:
    """Asks clips."""

    def __init__(self, clips: ClipsFacade) -> None:
        self._clips = clips

    def can_play(self, principal: Principal, claims: MediaTokenClaims, path: str) -> bool:
        """Whether the viewer may still have the file of this path."""
        return self._clips.check_playback(
            principal, path, share=claims.share_id, is_country_bound=claims.region is not None
        )
