"""Port to geolocation of requests. The operator selects the source with `TOUCHLINE_GEO`."""

from collections.abc import Mapping
from typing import Protocol

from touchline.shared.errors import UnavailableError


class GeoUnavailableError(UnavailableError):
    """The country lookup is not available. The message is for the operator."""


class Geo(Protocol):
    """Port that determines the country of a request."""

    def get_country(self, ip: str, headers: Mapping[str, str]) -> str | None:
        """Return the ISO 3166 alpha-2 code in upper case, or None if the country is unknown."""
        ...

    def check(self) -> None:
        """Raise `GeoUnavailableError` if the lookup is not available. Used for readiness and before
        startup."""
        ...
