"""From which country a visitor comes; an operator's choice (`TOUCHLINE_GEO`)."""

from collections.abc import Mapping
from typing import Protocol

from touchline.shared.errors import UnavailableError


class GeoUnavailableError(UnavailableError):
    """Countries cannot be known; the text is one sentence for the operator."""


class Geo(Protocol):
    """Guesses the country of a request."""

    def get_country(self, ip: str, headers: Mapping[str, str]) -> str | None:
        """ISO 3166 alpha-2 code in capitals; None when it cannot be known."""
        ...

    def check(self) -> None:
        """`GeoUnavailableError` when countries cannot be known (readiness, and before the start)."""
        ...
