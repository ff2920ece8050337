"""Converts records to rows, the same for every store.

Values from browsers are made to fit. A single value that the database rejects would block a whole batch on
every retry.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from touchline.analytics.domain.records import AnalyticsEvent, PlaybackEvent, SessionStart, Visitor

_MAX_INT = 2**31 - 1
_MAX_ID = 2**63 - 1


def session_start_row(record: SessionStart) -> dict[str, Any]:
    """Return the columns of a session start."""
    own_columns = {
        "platform": _strip_unstorable(record.platform),
        "resolution": _strip_unstorable(record.resolution),
    }
    return _common_columns(record) | own_columns


def analytics_event_row(record: AnalyticsEvent) -> dict[str, Any]:
    """Return the columns of an analytics event. `detail` is JSON, or empty if there are no details."""
    own_columns = {
        "name": _strip_unstorable(record.name),
        "page": _strip_unstorable(record.page),
        "thing_kind": record.thing_kind.value if record.thing_kind else None,
        "thing_id": _clamp(record.thing_id, _MAX_ID),
        "detail": _to_json(record.detail),
    }
    return _common_columns(record) | own_columns


def playback_event_row(record: PlaybackEvent) -> dict[str, Any]:
    """Return the columns of a playback event. `about` is JSON, or empty if there are no labels."""
    own_columns = {
        "view": _strip_unstorable(record.view),
        "thing_kind": record.thing_kind.value,
        "thing_id": _clamp(record.thing_id, _MAX_ID),
        "what": record.what.value,
        "live": record.live,
        "position": _clamp(record.position),
        "seconds": _clamp(record.seconds),
        "startup_ms": _clamp(record.startup_ms),
        "stall_ms": _clamp(record.stall_ms),
        "bitrate": _clamp(record.bitrate),
        "side": record.side.value if record.side else None,
        "fault": _strip_unstorable(record.fault),
        "about": _to_json(record.about),
    }
    return _common_columns(record) | own_columns


def _common_columns(record: SessionStart | AnalyticsEvent | PlaybackEvent) -> dict[str, Any]:
    visitor: Visitor = record.visitor
    return {
        "channel_id": visitor.channel_id,
        "at": record.at,
        "id": record.id & _MAX_ID,
        "session": _strip_unstorable(visitor.session),
        "person": visitor.person or None,
        "country": _strip_unstorable(visitor.country),
        "device": visitor.device.value,
        "browser": _strip_unstorable(visitor.browser),
        "system": _strip_unstorable(visitor.system),
        "is_bot": visitor.is_bot,
        "is_doubtful": visitor.is_doubtful,
        "origin": _strip_unstorable(visitor.origin),
        "trk": _strip_unstorable(visitor.trk),
    }


def _strip_unstorable(text: str) -> str:
    """Remove what databases reject: PostgreSQL the character 0, PostgreSQL and SQLite unpaired surrogates."""
    if text.isascii() and "\0" not in text:
        return text
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


def _clamp(number: int, maximum: int = _MAX_INT) -> int:
    return min(max(number, 0), maximum)


def _to_json(text: Mapping[str, Any]) -> str:
    return json.dumps(dict(text), separators=(",", ":")) if text else ""
