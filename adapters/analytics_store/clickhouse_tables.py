"""ClickHouse tables.

A record that is written twice counts once. ClickHouse has no transaction across records and offset, so a part
of a file is written again if its offset was not. `ReplacingMergeTree` keeps one row per sorting key, which
ends in the record's id. Until rows are merged, `FINAL` in a query deduplicates them. (Counting distinct ids
with `uniq` would work for counts, but not for sums of seconds.) Duplicates of a record are always in the same
month, so each month is processed separately.
"""

from __future__ import annotations

from collections.abc import Mapping

Columns = Mapping[str, str]
_LOW_CARDINALITY = "LowCardinality(String)"
_VISITOR_COLUMNS: Columns = {
    "channel_id": "Int32",
    "at": "Int64",
    "id": "Int64",
    "session": "String",
    "person": "String",
    "country": _LOW_CARDINALITY,
    "device": _LOW_CARDINALITY,
    "browser": _LOW_CARDINALITY,
    "system": _LOW_CARDINALITY,
    "is_bot": "Bool",
    "origin": "String",
    "trk": "String",
    "is_doubtful": "Bool",
}
SESSION_COLUMNS: Columns = {**_VISITOR_COLUMNS, "platform": _LOW_CARDINALITY, "resolution": _LOW_CARDINALITY}
ANALYTICS_EVENT_COLUMNS: Columns = {
    **_VISITOR_COLUMNS,
    "name": _LOW_CARDINALITY,
    "page": "String",
    "thing_kind": _LOW_CARDINALITY,
    "thing_id": "Int64",
    "detail": "String",
}
PLAYBACK_EVENT_COLUMNS: Columns = {
    **_VISITOR_COLUMNS,
    "view": "String",
    "thing_kind": _LOW_CARDINALITY,
    "thing_id": "Int64",
    "what": _LOW_CARDINALITY,
    "live": "Bool",
    "position": "Int32",
    "seconds": "Int32",
    "startup_ms": "Int32",
    "stall_ms": "Int32",
    "bitrate": "Int32",
    "side": _LOW_CARDINALITY,
    "fault": _LOW_CARDINALITY,
    "about": "String",
}
RECORD_TABLES: Mapping[str, Columns] = {
    "analytics_sessions": SESSION_COLUMNS,
    "analytics_happenings": ANALYTICS_EVENT_COLUMNS,
    "analytics_views": PLAYBACK_EVENT_COLUMNS,
}
OFFSET_COLUMNS: Columns = {"file": "String", "read_to": "Int64"}
DROPPED_COLUMNS: Columns = {
    "file": "String",
    "first": "Int64",
    "day": "Int32",
    "reason": _LOW_CARDINALITY,
    "last": "Int64",
    "count": "Int64",
}


def _create_table(name: str, columns: Columns, order: str, version: str = "", partition: str = "") -> str:
    column_list = ", ".join(f"{column} {type}" for column, type in columns.items())
    partition_clause = f" PARTITION BY {partition}" if partition else ""
    return (
        f"CREATE TABLE IF NOT EXISTS {name} ({column_list}) "
        f"ENGINE = ReplacingMergeTree({version}){partition_clause} ORDER BY ({order})"
    )


SETUP_STATEMENTS = (
    *(
        _create_table(name, columns, "channel_id, at, id", partition="toYYYYMM(toDateTime(at, 'UTC'))")
        for name, columns in RECORD_TABLES.items()
    ),
    *(
        f"ALTER TABLE {name} ADD COLUMN IF NOT EXISTS is_doubtful Bool DEFAULT false"
        for name in RECORD_TABLES
    ),
    _create_table("analytics_marks", OFFSET_COLUMNS, "file", version="read_to"),
    _create_table("analytics_dropped", DROPPED_COLUMNS, "file, first, day, reason", version="last"),
)
