"""The lines of a spool file: one call each, with what the server saw of its sender."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from typing import Any

from touchline.analytics.domain.dropping import Reason, Unfit
from touchline.analytics.domain.payloads import Call

MOST_AGENT = 300


class Source(StrEnum):
    """Where a call is from: a page, a page whose network address had reported too much, or the deployment's
    own demo."""

    PAGE = "page"
    OVER_LIMIT = "over_limit"
    DEMO = "demo"


@dataclass(frozen=True, slots=True)
class ReceivedCall:
    """One call: when it came (ms since 1970), from which country, by which program, its body, and where it is
    from."""

    call: Call
    came: int
    country: str
    agent: str
    body: str
    source: Source = Source.PAGE


@dataclass(frozen=True, slots=True)
class Left:
    """So many calls that were not kept, when and why."""

    reason: Reason
    came: int
    count: int


def line_of(
    call: Call, came: int, country: str, agent: str, body: bytes, source: Source = Source.PAGE
) -> bytes:
    """A call as a line. The body is not looked at: bytes that are no UTF-8 become halves of characters, which
    JSON can hold and the reader refuses."""
    written = body.decode("utf-8", "surrogateescape")
    values = [call.value, came, country, agent[:MOST_AGENT], written]
    if source is not Source.PAGE:
        values.append(source.value)
    return json.dumps(values).encode() + b"\n"


def line_of_left(reason: Reason, came: int, count: int = 1) -> bytes:
    """Calls that were not kept, as a line."""
    return json.dumps([reason.value, came, count]).encode() + b"\n"


def read_line(line: bytes) -> ReceivedCall | Left:
    """What a line holds; `Unfit` for one that was not written whole."""
    try:
        found: Any = json.loads(line)
        if len(found) == 3:
            return Left(Reason(found[0]), int(found[1]), int(found[2]))
        call, came, country, agent, body, *more = found
        source = Source(more[0]) if more else Source.PAGE
        return ReceivedCall(Call(call), int(came), str(country), str(agent), str(body), source)
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Unfit(Reason.UNREADABLE) from None


def number_of(file: str, place: int) -> int:
    """The number of a fact, by its file and place in it: in 63 bits, and the same whenever the line is read
    again."""
    digest = blake2b(f"{file}:{place}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1
