"""The country of a visitor. The operator chooses how it is found (`TOUCHLINE_GEO`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Countries(Protocol):
    """Finds the country of a request."""

    def get_country(self, ip: str, headers: Mapping[str, str]) -> str | None:
        """Return the ISO 3166 alpha-2 code in capitals, or None if the country is unknown."""
        ...
