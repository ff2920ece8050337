"""Visits as the calls by which browsers tell of them (api.md, "Analytics")."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from touchline.analytics.domain.lines import Source, line_of
from touchline.analytics.domain.payloads import Call
from touchline.demo.audience import AGENTS, BOT, FAULTS, Visit
from touchline.shared.errors import Refused

Payload = dict[str, Any]
AT_ONCE = 5_000
"""Lines after which what was written is stored: a spool has its bounds."""
NO_ROOM = "There is no room for more visits: the disk is full, or too many of them wait to be stored."


def calls_of(visit: Visit, profile: str) -> Iterator[tuple[int, Call, Payload]]:
    """What a visit tells, with the second in which it happened: a session, its happenings, its views."""
    of_session = {"profile": profile, "session_uuid": visit.session, "device_type": visit.device}
    began = {"profile": profile, "session": visit.session, "device_type": visit.device}
    yield visit.at, Call.SESSION, {**began, "platform": "web", "resolution": "1440x900"}
    for at, name, page in visit.happenings:
        yield at, Call.EVENT, {**of_session, "event": name, "page": page}
    for view in visit.views:
        kind = "live" if view.live else view.show.kind
        own = {**of_session, "video_view_uuid": view.uuid, "stream_id": view.show.id, "stream_type": kind}
        if view.first_at is not None:
            first = {"event": "first_frame", "startup_ms": view.startup_ms, "position": 0}
            yield view.first_at, Call.VIDEO, {**own, **first}
        for beat in view.beats:
            watched = {"viewing_time": beat.seconds, "position": beat.position, "bitrate": beat.bitrate}
            yield beat.at, Call.VIEWING, {**own, **watched}
        for trouble in view.troubles:
            happened: Payload = {"event": "stall", "stall_ms": trouble.stall_ms}
            if not trouble.stall_ms:
                happened = {"event": "error", "fault": FAULTS[trouble.side]}
            yield (
                trouble.at,
                Call.VIDEO,
                {
                    **own,
                    **happened,
                    "side": trouble.side,
                    "position": trouble.position,
                },
            )


def lines_of(visit: Visit, profile: str) -> Iterator[bytes]:
    """The same as the spool keeps them: each came when it happened, but for those that waited."""
    agent = BOT if visit.is_bot else AGENTS[visit.device]
    for at, call, payload in calls_of(visit, profile):
        told = {**payload, "at": at * 1000} if visit.waited else payload
        came, body = (at + visit.waited) * 1000, json.dumps(told).encode()
        yield line_of(call, came, visit.country, agent, body, Source.DEMO)


def send(lines: Iterable[bytes], append: Callable[[bytes], bool], drain: Callable[[], int]) -> int:
    """Put lines into the spool and have them stored from time to time; how many facts were. `Refused` where
    there is no room for a line, even when all that waited is stored."""
    stored = waiting = 0
    for line in lines:
        if not append(line):
            stored, waiting = stored + drain(), 0
            if not append(line):
                raise Refused(NO_ROOM)
        waiting += 1
        if waiting == AT_ONCE:
            stored, waiting = stored + drain(), 0
    return stored + drain()
