"""Addresses for answers: pictures on the media host, pages on the site that was asked."""

from __future__ import annotations

from collections.abc import Callable

from flask import has_request_context, request

from touchline.catalog.ports.channel_facts import ChannelFacts


class SiteAddresses:
    """`Addresses`. `api_host` is empty where the API is served from the site itself; `picture_url` makes the
    address of a stored picture."""

    def __init__(
        self, api_host: str, picture_url: Callable[[str | None], str | None], channel_facts: ChannelFacts
    ) -> None:
        self._api_host = api_host
        self._picture_url = picture_url
        self._channel_facts = channel_facts

    def picture(self, path: str | None) -> str | None:
        """The address of a stored picture."""
        return self._picture_url(path)

    def watch(self, event_id: int) -> str:
        """The page of an event: on the asked site or, behind an API host, where links to the channel lead."""
        if not self._api_host and has_request_context():
            return f"{request.host_url}watch/{event_id}"
        return f"{self._channel_facts.now().site}/watch/{event_id}"
