"""The tables in ClickHouse.

A fact that was written twice is one fact: ClickHouse has no transaction around facts and mark, so a part of a
file whose mark was not written comes again. `ReplacingMergeTree` keeps one row of those with the same order
key, which ends in the fact's id; where it has not come to that yet, `FINAL` in a query does it meanwhile.
(To count ids apart, by `uniq`, would do for counts and not for sums of seconds.) The same fact lies in the
same month, so months are looked at by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping

Columns = Mapping[str, str]
_FEW = "LowCardinality(String)"
_VISITOR: Columns = {
    "channel_id": "Int32",
    "at": "Int64",
    "id": "Int64",
    "session": "String",
    "person": "String",
    "country": _FEW,
    "device": _FEW,
    "browser": _FEW,
    "system": _FEW,
    "is_bot": "Bool",
    "origin": "String",
    "trk": "String",
    "is_doubtful": "Bool",
}
SESSIONS: Columns = {**_VISITOR, "platform": _FEW, "resolution": _FEW}
HAPPENINGS: Columns = {
    **_VISITOR,
    "name": _FEW,
    "page": "String",
    "thing_kind": _FEW,
    "thing_id": "Int64",
    "detail": "String",
}
VIEWS: Columns = {
    **_VISITOR,
    "view": "String",
    "thing_kind": _FEW,
    "thing_id": "Int64",
    "what": _FEW,
    "live": "Bool",
    "position": "Int32",
    "seconds": "Int32",
    "startup_ms": "Int32",
    "stall_ms": "Int32",
    "bitrate": "Int32",
    "side": _FEW,
    "fault": _FEW,
    "about": "String",
}
FACTS: Mapping[str, Columns] = {
    "analytics_sessions": SESSIONS,
    "analytics_happenings": HAPPENINGS,
    "analytics_views": VIEWS,
}
MARKS: Columns = {"file": "String", "read_to": "Int64"}
DROPPED: Columns = {
    "file": "String",
    "first": "Int64",
    "day": "Int32",
    "reason": _FEW,
    "last": "Int64",
    "count": "Int64",
}


def _table(name: str, columns: Columns, order: str, version: str = "", partition: str = "") -> str:
    listed = ", ".join(f"{column} {type}" for column, type in columns.items())
    by = f" PARTITION BY {partition}" if partition else ""
    return (
        f"CREATE TABLE IF NOT EXISTS {name} ({listed}) "
        f"ENGINE = ReplacingMergeTree({version}){by} ORDER BY ({order})"
    )


STATEMENTS = (
    *(
        _table(name, columns, "channel_id, at, id", partition="toYYYYMM(toDateTime(at, 'UTC'))")
        for name, columns in FACTS.items()
    ),
    *(f"ALTER TABLE {name} ADD COLUMN IF NOT EXISTS is_doubtful Bool DEFAULT false" for name in FACTS),
    _table("analytics_marks", MARKS, "file", version="read_to"),
    _table("analytics_dropped", DROPPED, "file, first, day, reason", version="last"),
)
