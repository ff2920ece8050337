"""Fetches the content of a feed."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from urllib.parse import urljoin

from touchline.front.imports.feeds.feed import (
    MAX_FEED_BYTES,
    PRIVATE_ADDRESS,
    REFUSED,
    TOO_LARGE,
    TOO_MANY_REDIRECTS,
    UNREACHABLE,
    FetchedFeed,
    find_address_error,
)
from touchline.platform.http_client.public_addresses import (
    AddressNotAllowedError,
    HttpResponse,
    PublicHttpClient,
    RequestFailedError,
)
from touchline.shared.errors import RefusedError

MAX_REDIRECTS = 3
_REDIRECTS = {301, 302, 303, 307, 308}
_MAX_VALIDATOR = 200


class FeedFetcher:
    """Service that fetches feeds from public addresses. Each redirect is checked as the address itself."""

    def __init__(self, client: PublicHttpClient) -> None:
        self._client = client

    def fetch(self, address: str, etag: str = "", last_modified: str = "") -> FetchedFeed | None:
        """Return the content at an address, or None if it has not changed.

        Raises `RefusedError`. No error contains the address.
        """
        headers = {"User-Agent": "Touchline", "Accept": "text/calendar, text/csv;q=0.9, */*;q=0.5"}
        headers |= {"If-None-Match": etag} if etag else {}
        headers |= {"If-Modified-Since": last_modified} if last_modified else {}
        for _ in range(MAX_REDIRECTS + 1):
            response = self._request(address, headers)
            location = _get_header(response, "location")
            if response.status not in _REDIRECTS or not location:
                return _read(response)
            address = urljoin(address, location)
            if error := find_address_error(address):
                raise RefusedError(error)
        raise RefusedError(TOO_MANY_REDIRECTS)

    def _request(self, address: str, headers: Mapping[str, str]) -> HttpResponse:
        try:
            return self._client.request("GET", address, headers, max_bytes=MAX_FEED_BYTES + 1)
        except AddressNotAllowedError:
            raise RefusedError(PRIVATE_ADDRESS) from None
        except RequestFailedError:
            raise RefusedError(UNREACHABLE) from None


def _read(response: HttpResponse) -> FetchedFeed | None:
    if response.status == HTTPStatus.NOT_MODIFIED:
        return None
    if response.status != HTTPStatus.OK:
        raise RefusedError(REFUSED.with_params(status=response.status))
    if len(response.body) > MAX_FEED_BYTES:
        raise RefusedError(TOO_LARGE)
    return FetchedFeed(
        response.body,
        _get_header(response, "etag")[:_MAX_VALIDATOR],
        _get_header(response, "last-modified")[:_MAX_VALIDATOR],
    )


def _get_header(response: HttpResponse, name: str) -> str:
    return next((value for key, value in response.headers.items() if key.lower() == name), "")
