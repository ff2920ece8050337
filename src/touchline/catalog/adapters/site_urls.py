"""Addresses for answers: pictures on the media host, pages on the site that was asked."""

from __future__ import annotations

from collections.abc import Callable

from flask import has_request_context, request

from touchline.catalog.ports.current_channel import CurrentChannel


class ConfiguredSiteUrls:
    """`Addresses`. `api_host` is empty where the API is served from the site itself; `file_url` makes the
    address of a stored picture."""

    def __init__(
        self, api_host: str, file_url: Callable[[str | None], str | None], current_channel: CurrentChannel
    ) -> None:
        self._api_host = api_host
        self._file_url = file_url
        self._current_channel = current_channel

    def get_image_url(self, path: str | None) -> str | None:
        """The address of a stored picture."""
        return self._file_url(path)

    def get_event_url(self, event_id: int) -> str:
        """The page of an event: on the asked site or, behind an API host, where links to the channel lead."""
        if not self._api_host and has_request_context():
            return f"{request.host_url}watch/{event_id}"
        return f"{self._current_channel.get_details().site_url}/watch/{event_id}"
