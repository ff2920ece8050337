"""A browser tells something: it is written down and looked at later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from touchline.analytics.domain.anonymization import anonymize_ip
from touchline.analytics.domain.drop_reasons import DropReason
from touchline.analytics.domain.payloads import BeaconType
from touchline.analytics.domain.rate_limits import AddressRateLimit
from touchline.analytics.domain.spool_lines import BeaconSource, format_dropped_line, format_line
from touchline.analytics.ports.countries import Countries
from touchline.analytics.ports.spool import Spool

MAX_BODY_BYTES = 65_536
MAX_BEACONS_PER_ADDRESS = 12_000
"""Reports of one network address that count in a minute, in one process; a full school sends fewer."""
MAX_ADDRESSES = 50_000


class IngestBeacon:
    """One line into the spool, whatever was told; a few microseconds, and nothing is asked of the database.

    The visitor's address is shortened before the country is asked for, and written nowhere, not even so.
    """

    def __init__(
        self, spool: Spool, countries: Countries, allowance: AddressRateLimit, now: Callable[[], int]
    ) -> None:
        """`now` is in milliseconds since 1970; `allowance` counts the reports of each network address."""
        self._spool = spool
        self._countries = countries
        self._allowance = allowance
        self._now = now

    def __call__(self, beacon_type: BeaconType, body: bytes, ip: str, headers: Mapping[str, str]) -> bool:
        """Keep a call; False where there is no room for it. What an address reports over its limit is kept as
        doubtful: a report has a brace of its own, so nobody reports more than there are braces."""
        country = self._countries.get_country(anonymize_ip(ip), headers) or ""
        user_agent, now = headers.get("User-Agent") or "", self._now()
        received_at = datetime.fromtimestamp(now // 1000, UTC)
        is_within_limit = self._allowance.allow(ip, received_at, max(1, body.count(b"{")))
        source = BeaconSource.PAGE if is_within_limit else BeaconSource.OVER_LIMIT
        return self._spool.append(format_line(beacon_type, now, country, user_agent, body, source))

    def count_too_large(self) -> None:
        """Count a call whose body nobody read."""
        self._spool.append(format_dropped_line(DropReason.TOO_LARGE, self._now()))
