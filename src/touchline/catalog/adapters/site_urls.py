"""URLs for responses: images on the media host, pages on the requested site."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from flask import has_request_context, request

from touchline.catalog.ports.current_channel import CurrentChannel


class ConfiguredSiteUrls:
    """Implementation of `SiteUrls`.

    `api_host` is empty if the site itself serves the API. `file_url` builds the URL of a stored image.
    """

    def __init__(
        self, api_host: str, file_url: Callable[[str | None], str | None], current_channel: CurrentChannel
    ) -> None:
        self._api_host = api_host
        self._file_url = file_url
        self._current_channel = current_channel

    def get_image_url(self, path: str | None) -> str | None:
        """Return the URL of a stored image."""
        return self._file_url(path)

    def get_event_url(self, event_id: int) -> str:
        """Return the URL of an event's page on the requested site.

        Behind an API host, it is on the channel's site.
        """
        return self._build(f"watch/{event_id}")

    def get_overlay_url(self, event_id: int, token: str) -> str:
        """Return the URL of the overlay of an event on the same site as its page."""
        return self._build(f"overlay/{event_id}?token={token}")

    def get_scoreboard_url(self, event_id: int, token: str) -> str:
        """Return the URL of the scoreboard of an event on the same site as its page."""
        return self._build(f"scoreboard/{event_id}?token={token}")

    def get_camera_url(self, event_key: str) -> str:
        """Return the URL of the camera page of an event on the same site as the event's page."""
        return self._build(f"studio/camera/{quote(event_key, safe='')}")

    def get_scorer_url(self, token: str) -> str:
        """Return the URL of the scorer page on the requested site, or behind an API host on the channel's."""
        return self._build(f"score/{token}")

    def _build(self, path: str) -> str:
        if not self._api_host and has_request_context():
            return f"{request.host_url}{path}"
        return f"{self._current_channel.get_details().site_url}/{path}"
