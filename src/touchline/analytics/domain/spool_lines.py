"""Lines of a spool file. A line holds one beacon and what the server knows of its sender."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from typing import Any

from touchline.analytics.domain.drop_reasons import DropReason, InvalidPayloadError
from touchline.analytics.domain.payloads import BeaconType

MAX_USER_AGENT_LENGTH = 300


class BeaconSource(StrEnum):
    """The source of a beacon: a page, a page at a network address over its limit, or the deployment's own
    demo.
    """

    PAGE = "page"
    OVER_LIMIT = "over_limit"
    DEMO = "demo"


@dataclass(frozen=True, slots=True)
class SpooledBeacon:
    """One beacon: type, time of receipt (ms since 1970), country, user agent, body and source."""

    beacon_type: BeaconType
    received_ms: int
    country: str
    user_agent: str
    body: str
    source: BeaconSource = BeaconSource.PAGE


@dataclass(frozen=True, slots=True)
class DroppedBeacons:
    """A number of dropped beacons, with the time and the reason."""

    reason: DropReason
    received_ms: int
    count: int


def format_line(
    beacon_type: BeaconType,
    received_ms: int,
    country: str,
    user_agent: str,
    body: bytes,
    source: BeaconSource = BeaconSource.PAGE,
) -> bytes:
    """Return a beacon as a line. The body is not parsed.

    Bytes that are not valid UTF-8 become surrogates, which JSON can hold and the reader rejects.
    """
    body_text = body.decode("utf-8", "surrogateescape")
    values = [beacon_type.value, received_ms, country, user_agent[:MAX_USER_AGENT_LENGTH], body_text]
    if source is not BeaconSource.PAGE:
        values.append(source.value)
    return json.dumps(values).encode() + b"\n"


def format_dropped_line(reason: DropReason, received_ms: int, count: int = 1) -> bytes:
    """Return a number of dropped beacons as a line."""
    return json.dumps([reason.value, received_ms, count]).encode() + b"\n"


def parse_line(line: bytes) -> SpooledBeacon | DroppedBeacons:
    """Parse a line. Raises `InvalidPayloadError` if the line is incomplete or unreadable."""
    try:
        parsed: Any = json.loads(line)
        if len(parsed) == 3:
            return DroppedBeacons(DropReason(parsed[0]), int(parsed[1]), int(parsed[2]))
        beacon_type, received_ms, country, user_agent, body, *optional_source = parsed
        source = BeaconSource(optional_source[0]) if optional_source else BeaconSource.PAGE
        return SpooledBeacon(
            BeaconType(beacon_type), int(received_ms), str(country), str(user_agent), str(body), source
        )
    except (ValueError, TypeError, KeyError, RecursionError):
        raise InvalidPayloadError(DropReason.UNREADABLE) from None


def record_id(file: str, position: int) -> int:
    """Return the id of a record, derived from its file and position.

    It has 63 bits and is the same whenever the line is read again.
    """
    digest = blake2b(f"{file}:{position}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1
