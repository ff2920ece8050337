"""Port for the public URLs of a site."""

from __future__ import annotations

from typing import Protocol


class SiteUrls(Protocol):
    """A builder of URLs for responses. The URLs may be shown to anybody."""

    def get_image_url(self, path: str | None) -> str | None:
        """Return the URL of a stored image. A path that is already a URL is unchanged; None stays None."""
        ...

    def get_event_url(self, event_id: int) -> str:
        """Return the absolute URL of an event's page, for sharing."""
        ...

    def get_overlay_url(self, event_id: int, token: str) -> str:
        """Return the absolute URL of the overlay of an event, with its token."""
        ...

    def get_scoreboard_url(self, event_id: int, token: str) -> str:
        """Return the absolute URL of the scoreboard of an event, with its token."""
        ...

    def get_camera_url(self, event_key: str) -> str:
        """Return the absolute URL of the camera page of an event, for a phone."""
        ...

    def get_scorer_url(self, token: str) -> str:
        """Return the absolute URL of the scorer page, with the token of a scorer link."""
        ...
