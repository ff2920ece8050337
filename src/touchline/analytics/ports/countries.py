"""From which country a visitor comes; an operator's choice (`TOUCHLINE_GEO`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Countries(Protocol):
    """Guesses the country of a call."""

    def get_country(self, ip: str, headers: Mapping[str, str]) -> str | None:
        """ISO 3166 alpha-2 code in capitals; None when it cannot be known."""
        ...
