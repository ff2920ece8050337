"""Conversion of visits to the requests that browsers send (api.md, "Analytics")."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from touchline.analytics.domain.payloads import BeaconType
from touchline.analytics.domain.spool_lines import BeaconSource, format_line
from touchline.demo.audience import BOT_USER_AGENT, FAULTS, USER_AGENTS, Visit
from touchline.shared.errors import RefusedError

Payload = dict[str, Any]
DRAIN_BATCH_SIZE = 5_000
"""Lines to write to the spool before it is drained. The size of a spool is limited."""
SPOOL_FULL = "Visits can no longer be stored: the disk is full, or too many are waiting."


def build_beacons(visit: Visit, profile: str) -> Iterator[tuple[int, BeaconType, Payload]]:
    """Generate the requests of a visit with their times in seconds: session, events, views."""
    session_fields = {"profile": profile, "session_uuid": visit.session, "device_type": visit.device}
    session_payload = {"profile": profile, "session": visit.session, "device_type": visit.device}
    yield visit.at, BeaconType.SESSION, {**session_payload, "platform": "web", "resolution": "1440x900"}
    for at, name, page in visit.events:
        yield at, BeaconType.EVENT, {**session_fields, "event": name, "page": page}
    for view in visit.views:
        kind = "live" if view.is_live else view.item.kind
        view_fields = {
            **session_fields,
            "video_view_uuid": view.uuid,
            "stream_id": view.item.id,
            "stream_type": kind,
        }
        if view.first_frame_at is not None:
            first = {"event": "first_frame", "startup_ms": view.startup_ms, "position": 0}
            yield view.first_frame_at, BeaconType.VIDEO, {**view_fields, **first}
        for heartbeat in view.heartbeats:
            heartbeat_fields = {
                "viewing_time": heartbeat.seconds,
                "position": heartbeat.position,
                "bitrate": heartbeat.bitrate,
            }
            yield heartbeat.at, BeaconType.VIEWING, {**view_fields, **heartbeat_fields}
        for issue in view.issues:
            issue_fields: Payload = {"event": "stall", "stall_ms": issue.stall_ms}
            if not issue.stall_ms:
                issue_fields = {"event": "error", "fault": FAULTS[issue.side]}
            yield (
                issue.at,
                BeaconType.VIDEO,
                {
                    **view_fields,
                    **issue_fields,
                    "side": issue.side,
                    "position": issue.position,
                },
            )


def build_spool_lines(visit: Visit, profile: str) -> Iterator[bytes]:
    """Generate the spool lines of a visit.

    Requests arrive at the time of their event, or later if the visit has a delay.
    """
    user_agent = BOT_USER_AGENT if visit.is_bot else USER_AGENTS[visit.device]
    for at, beacon_type, payload in build_beacons(visit, profile):
        body_fields = {**payload, "at": at * 1000} if visit.delay_seconds else payload
        received_at, body = (at + visit.delay_seconds) * 1000, json.dumps(body_fields).encode()
        yield format_line(beacon_type, received_at, visit.country, user_agent, body, BeaconSource.DEMO)


def send_lines(lines: Iterable[bytes], append: Callable[[bytes], bool], drain: Callable[[], int]) -> int:
    """Append lines to the spool, drain it regularly and return the number of stored records.

    Raises `RefusedError` if a line does not fit into the spool even after a drain.
    """
    stored = pending = 0
    for line in lines:
        if not append(line):
            stored, pending = stored + drain(), 0
            if not append(line):
                raise RefusedError(SPOOL_FULL)
        pending += 1
        if pending == DRAIN_BATCH_SIZE:
            stored, pending = stored + drain(), 0
    return stored + drain()
