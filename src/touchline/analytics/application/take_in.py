"""A browser tells something: it is written down and looked at later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from touchline.analytics.domain.addresses import shortened
from touchline.analytics.domain.allowance import Allowance
from touchline.analytics.domain.dropping import Reason
from touchline.analytics.domain.lines import Source, line_of, line_of_left
from touchline.analytics.domain.payloads import Call
from touchline.analytics.ports.countries import Countries
from touchline.analytics.ports.spool import Spool

MOST_BODY = 65_536
ADDRESS_REPORTS = 12_000
"""Reports of one network address that count in a minute, in one process; a full school sends fewer."""
MOST_ADDRESSES = 50_000


class TakeIn:
    """One line into the spool, whatever was told; a few microseconds, and nothing is asked of the database.

    The visitor's address is shortened before the country is asked for, and written nowhere, not even so.
    """

    def __init__(
        self, spool: Spool, countries: Countries, allowance: Allowance, now: Callable[[], int]
    ) -> None:
        """`now` is in milliseconds since 1970; `allowance` counts the reports of each network address."""
        self._spool = spool
        self._countries = countries
        self._allowance = allowance
        self._now = now

    def __call__(self, call: Call, body: bytes, ip: str, headers: Mapping[str, str]) -> bool:
        """Keep a call; False where there is no room for it. What an address reports over its limit is kept as
        doubtful: a report has a brace of its own, so nobody reports more than there are braces."""
        country = self._countries.country_of(shortened(ip), headers) or ""
        agent, now = headers.get("User-Agent") or "", self._now()
        at = datetime.fromtimestamp(now // 1000, UTC)
        is_within = self._allowance.takes(ip, at, max(1, body.count(b"{")))
        source = Source.PAGE if is_within else Source.OVER_LIMIT
        return self._spool.append(line_of(call, now, country, agent, body, source))

    def too_large(self) -> None:
        """Count a call whose body nobody read."""
        self._spool.append(line_of_left(Reason.TOO_LARGE, self._now()))
