"""`TOUCHLINE_GEO=fixed`: the same country for all visitors, or an unknown country."""

from collections.abc import Mapping


class FixedGeo:
    """Geo lookup that returns `TOUCHLINE_GEO_COUNTRY` for every address."""

    def __init__(self, country: str) -> None:
        self._country = country or None

    def get_country(self, ip: str, headers: Mapping[str, str]) -> str | None:
        """Return the fixed ISO 3166 alpha-2 country code."""
        return self._country

    def check(self) -> None:
        """Do nothing: there is no external dependency."""
