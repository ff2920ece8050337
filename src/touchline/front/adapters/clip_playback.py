"""Playback checks for clips and downloads (port `ClipPlayback` of context `catalog`)."""

from __future__ import annotations

from touchline.catalog.facade import MediaTokenClaims
from touchline.clips.facade import ClipsFacade
from touchline.shared.principal import Principal


class ClipPlaybackGateway:
    """Gateway to context `clips`."""

    def __init__(self, clips: ClipsFacade) -> None:
        self._clips = clips

    def can_play(self, principal: Principal, claims: MediaTokenClaims, path: str) -> bool:
        """Return whether the viewer may still access the file at this path."""
        return self._clips.check_playback(
            principal, path, share=claims.share_id, is_country_bound=claims.region is not None
        )
