"""From which country a visitor comes; an operator's choice (`TOUCHLINE_GEO`)."""

from collections.abc import Mapping
from typing import Protocol


class Geo(Protocol):
    """Guesses the country of a request."""

    def country_of(self, ip: str, headers: Mapping[str, str]) -> str | None:
        """ISO 3166 alpha-2 code in capitals; None when it cannot be known."""
        ...
