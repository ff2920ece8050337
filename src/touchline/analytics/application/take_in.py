"""A browser tells something: it is written down and looked at later."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from touchline.analytics.domain.addresses import shortened
from touchline.analytics.domain.dropping import Reason
from touchline.analytics.domain.lines import line_of, line_of_left
from touchline.analytics.domain.payloads import Call
from touchline.analytics.ports.countries import Countries
from touchline.analytics.ports.spool import Spool

MOST_BODY = 65_536


class TakeIn:
    """One line into the spool, whatever was told; a few microseconds, and nothing is asked of the database.

    The visitor's address is shortened before the country is asked for, and written nowhere, not even so.
    """

    def __init__(self, spool: Spool, countries: Countries, now: Callable[[], int]) -> None:
        """`now` is in milliseconds since 1970."""
        self._spool = spool
        self._countries = countries
        self._now = now

    def __call__(self, call: Call, body: bytes, ip: str, headers: Mapping[str, str]) -> bool:
        """Keep a call; False where there is no room for it."""
        country = self._countries.country_of(shortened(ip), headers) or ""
        agent = headers.get("User-Agent") or ""
        return self._spool.append(line_of(call, self._now(), country, agent, body))

    def too_large(self) -> None:
        """Count a call whose body nobody read."""
        self._spool.append(line_of_left(Reason.TOO_LARGE, self._now()))
