"""`TOUCHLINE_GEO=header`: the country from a header set by the proxy (a CDN, or nginx with GeoIP).

Use this adapter only if the proxy cannot be bypassed, because the header is trusted. It requires a
`TOUCHLINE_TRUSTED_PROXIES` of at least 1.
"""

from collections.abc import Mapping

_UNKNOWN = frozenset({"XX", "T1"})


class HeaderGeo:
    """Geo lookup in the header named by `TOUCHLINE_GEO_HEADER`."""

    def __init__(self, header: str) -> None:
        self._header = header

    def get_country(self, ip: str, headers: Mapping[str, str]) -> str | None:
        """Return the header's ISO 3166 alpha-2 country code, or None if it is missing or unknown."""
        code = (headers.get(self._header) or "").strip().upper()
        return code if len(code) == 2 and code.isalpha() and code not in _UNKNOWN else None

    def check(self) -> None:
        """Do nothing: there is no external dependency."""
