"""`TOUCHLINE_GEO=fixed`: everybody comes from one country, or from nobody knows where."""

from collections.abc import Mapping


class FixedGeo:
    """Answers `TOUCHLINE_GEO_COUNTRY` for every address."""

    def __init__(self, country: str) -> None:
        self._country = country or None

    def get_country(self, ip: str, headers: Mapping[str, str]) -> str | None:
        """The fixed country's ISO 3166 alpha-2 code."""
        return self._country

    def check(self) -> None:
        """Nothing is leaned on."""
