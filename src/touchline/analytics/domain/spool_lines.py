"""The lines of a spool file: one call each, with what the server saw of its sender."""

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
    """Where a call is from: a page, a page whose network address had reported too much, or the deployment's
    own demo."""

    PAGE = "page"
    OVER_LIMIT = "over_limit"
    DEMO = "demo"


@dataclass(frozen=True, slots=True)
class SpooledBeacon:
    """One call: when it came (ms since 1970), from which country, by which program, its body, and where it is
    from."""

    beacon_type: BeaconType
    received_ms: int
    country: str
    user_agent: str
    body: str
    source: BeaconSource = BeaconSource.PAGE


@dataclass(frozen=True, slots=True)
class DroppedBeacons:
    """So many calls that were not kept, when and why."""

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
    """A call as a line. The body is not looked at: bytes that are no UTF-8 become halves of characters, which
    JSON can hold and the reader refuses."""
    body_text = body.decode("utf-8", "surrogateescape")
    values = [beacon_type.value, received_ms, country, user_agent[:MAX_USER_AGENT_LENGTH], body_text]
    if source is not BeaconSource.PAGE:
        values.append(source.value)
    return json.dumps(values).encode() + b"\n"


def format_dropped_line(reason: DropReason, received_ms: int, count: int = 1) -> bytes:
    """Calls that were not kept, as a line."""
    return json.dumps([reason.value, received_ms, count]).encode() + b"\n"


def parse_line(line: bytes) -> SpooledBeacon | DroppedBeacons:
    """What a line holds; `InvalidPayloadError` for one that was not written whole."""
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
    """The number of a fact, by its file and place in it: in 63 bits, and the same whenever the line is read
    again."""
    digest = blake2b(f"{file}:{position}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1
