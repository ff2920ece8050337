"""`TOUCHLINE_GEO=header`: the proxy in front (a CDN, or nginx with a GeoIP module) says it in a header.

Only for deployments where nobody reaches the app around that proxy: the header is believed, so it needs
`TOUCHLINE_TRUSTED_PROXIES` of at least 1.
"""

from collections.abc import Mapping

_UNKNOWN = frozenset({"XX", "T1"})


class HeaderGeo:
    """Reads the country from the header named by `TOUCHLINE_GEO_HEADER`."""

    def __init__(self, header: str) -> None:
        self._header = header

    def get_country(self, ip: str, headers: Mapping[str, str]) -> str | None:
        """The header's ISO 3166 alpha-2 code; None where it is missing or says unknown."""
        code = (headers.get(self._header) or "").strip().upper()
        return code if len(code) == 2 and code.isalpha() and code not in _UNKNOWN else None

    def check(self) -> None:
        """Nothing is leaned on."""
