"""Accepts beacons from browsers. They are written to the spool and processed later."""

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
"""Beacon payloads of one network address that count per minute, in one process. A full school sends fewer."""
MAX_ADDRESSES = 50_000


class IngestBeacon:
    """Use case: write a beacon to the spool as one line. Takes a few microseconds and no database query.

    The visitor's IP address is truncated before the country lookup. It is never stored, not even truncated.
    """

    def __init__(
        self, spool: Spool, countries: Countries, rate_limit: AddressRateLimit, now: Callable[[], int]
    ) -> None:
        """`now` returns milliseconds since 1970. `rate_limit` limits the payloads of each network address."""
        self._spool = spool
        self._countries = countries
        self._rate_limit = rate_limit
        self._now = now

    def __call__(self, beacon_type: BeaconType, body: bytes, ip: str, headers: Mapping[str, str]) -> bool:
        """Store a beacon. Return False if there is no space.

        Beacons of an address over its limit are kept as doubtful. The number of braces in the body is the
        upper bound for the number of payloads.
        """
        country = self._countries.get_country(anonymize_ip(ip), headers) or ""
        user_agent, now = headers.get("User-Agent") or "", self._now()
        received_at = datetime.fromtimestamp(now // 1000, UTC)
        is_within_limit = self._rate_limit.allow(ip, received_at, max(1, body.count(b"{")))
        source = BeaconSource.PAGE if is_within_limit else BeaconSource.OVER_LIMIT
        return self._spool.append(format_line(beacon_type, now, country, user_agent, body, source))

    def count_too_large(self) -> None:
        """Count a beacon that was too large to read."""
        self._spool.append(format_dropped_line(DropReason.TOO_LARGE, self._now()))
