"""ClickHouse queries.

Counts are exact (`uniqExact`), as in the other stores. Bots and doubtful records are excluded.

Query text is built only from constants in this file and in the domain. ClickHouse binds all external values
(`{name:Type}`).
"""

from __future__ import annotations

from touchline.analytics.domain.aggregation import (
    BITRATE_BUCKET_KBPS,
    BUCKET_SECONDS,
    MAX_STARTUP_MS,
    MAX_VIEWING_SECONDS,
    MINUTE_SECONDS,
    STARTUP_BUCKET_MS,
)
from touchline.analytics.ports.store import MAX_CONTENT_ITEMS, MAX_STALL_REPORTS

_FINAL_SETTINGS = "SETTINGS do_not_merge_across_partitions_select_final = 1"
_COUNTED = "channel_id = {channel:Int32} AND NOT is_bot AND NOT is_doubtful"
_DOUBTFUL_IN_PERIOD = (
    "channel_id = {channel:Int32} AND NOT is_bot AND is_doubtful "
    "AND at >= {since:Int64} AND at < {until:Int64}"
)
_IN_PERIOD = f"{_COUNTED} AND at >= {{since:Int64}} AND at < {{until:Int64}}"
_VIEWING_SINCE = f"{_COUNTED} AND at >= {{since:Int64}} AND what = 'viewing'"
_IS_WATCHED = "what IN ('first_frame', 'viewing')"
_COUNT_VIEWS = "uniqExactIf(view, what = 'first_frame')"
_HAS_STARTUP = "(what = 'first_frame' AND startup_ms > 0)"
_SUM_SECONDS = "sumIf(seconds, what = 'viewing')"
_COUNT_VIEWERS = "uniqExact(session)"
_CONTENT_KEY = "concat(thing_kind, ':', toString(thing_id))"
_SIDE_OR_UNKNOWN = "if(side = '', 'unknown', side)"
_GROUP_KEYS = {"thing": _CONTENT_KEY, "country": "toString(country)", "device": "toString(device)"}


def _select_records(columns: str, table: str, where: str, suffix: str = "") -> str:
    return f"SELECT {columns} FROM analytics_{table} FINAL WHERE {where} {suffix}"  # noqa: S608


def _select_final(columns: str, table: str, where: str, suffix: str = "") -> str:
    return f"{_select_records(columns, table, where, suffix)} {_FINAL_SETTINGS}"


def _count_sessions() -> str:
    selects = (_select_records("session", table, _IN_PERIOD) for table in ("sessions", "happenings", "views"))
    return f"SELECT uniqExact(session) FROM ({' UNION ALL '.join(selects)}) {_FINAL_SETTINGS}"  # noqa: S608


def _count_doubtful() -> str:
    """Count doubtful records of all three kinds by quarter of an hour."""
    selects = (
        _select_records("at", table, _DOUBTFUL_IN_PERIOD) for table in ("sessions", "happenings", "views")
    )
    bucket = f"intDiv(at, {BUCKET_SECONDS}) * {BUCKET_SECONDS}"
    select_buckets = f"SELECT {bucket} AS stretch, count() FROM ({' UNION ALL '.join(selects)})"  # noqa: S608
    return f"{select_buckets} GROUP BY stretch ORDER BY stretch {_FINAL_SETTINGS}"


def _watched_steps() -> str:
    """Return the steps from the first to the last second watched, as `aggregation.watched_steps` does."""
    watched = f"least(seconds, {MAX_VIEWING_SECONDS})"
    first = f"intDiv(greatest(position - {watched}, 0), {{step:Int32}})"
    last = "intDiv(greatest(position - 1, 0), {step:Int32})"
    return f"arrayJoin(range(toUInt32({first}), toUInt32({last}) + 1))"


def _histogram(expression: str, step: int, count: str, event_type: str) -> str:
    where = f"{_IN_PERIOD} AND what = '{event_type}' AND {expression} > 0 AND {_ABOUT_CONTENT}"
    columns = f"intDiv({expression}, {step}) * {step} AS step, {count}"
    return _select_final(columns, "views", where, "GROUP BY step ORDER BY step")


def _select_peak() -> str:
    """Return a query for the most viewers of a content item in one minute."""
    minutes = _select_records(
        f"{_COUNT_VIEWERS} AS viewers",
        "views",
        f"{_COUNTED} AND what = 'viewing' AND {_ABOUT_CONTENT}",
        f"GROUP BY intDiv(at, {MINUTE_SECONDS})",
    )
    return f"SELECT max(viewers) FROM ({minutes}) {_FINAL_SETTINGS}"  # noqa: S608


_ABOUT_CONTENT = "({kind:String} = '' OR (thing_kind = {kind:String} AND thing_id = {thing:Int64}))"
_ABOUT_CONTENTS = f"({{all:Bool}} OR has({{things:Array(String)}}, {_CONTENT_KEY}))"

VIEWERS_SINCE = _select_final(
    f"toString(thing_kind) AS kind, thing_id, {_COUNT_VIEWERS}",
    "views",
    _VIEWING_SINCE,
    "GROUP BY kind, thing_id",
)
SESSIONS_SINCE = _select_final(_COUNT_VIEWERS, "views", _VIEWING_SINCE)
STALLED_SINCE = _select_final(
    _COUNT_VIEWERS,
    "views",
    f"{_COUNTED} AND at >= {{since:Int64}} AND what = 'stall'"
    " AND thing_kind = {kind:String} AND thing_id = {id:Int64}",
)
DELIVERY_STALLS = _select_final(
    "session, at, intDiv(stall_ms, 1000)",
    "views",
    f"{_IN_PERIOD} AND what = 'stall' AND side = 'delivery'"
    " AND thing_kind = {kind:String} AND thing_id = {thing:Int64}",
    f"ORDER BY at, id LIMIT {MAX_STALL_REPORTS}",
)
VIEWERS_BY_MINUTE = _select_final(
    f"intDiv(at, {MINUTE_SECONDS}) * {MINUTE_SECONDS} AS minute, {_COUNT_VIEWERS}",
    "views",
    _VIEWING_SINCE,
    "GROUP BY minute ORDER BY minute",
)
SESSIONS = _count_sessions()
DOUBTFUL_BY_BUCKET = _count_doubtful()
PAGE_VISITS = _select_final("count()", "happenings", f"{_IN_PERIOD} AND name = 'visit_page'")
AUDIENCE = _select_final(
    f"{_COUNT_VIEWS}, {_SUM_SECONDS}, {_COUNT_VIEWERS}", "views", f"{_IN_PERIOD} AND {_IS_WATCHED}"
)
AUDIENCE_BY_GROUPING = {
    grouping: _select_final(
        f"{key} AS key, {_COUNT_VIEWS} AS begun, {_SUM_SECONDS} AS watched, {_COUNT_VIEWERS}",
        "views",
        f"{_IN_PERIOD} AND {_IS_WATCHED}",
        "GROUP BY key ORDER BY watched DESC, begun DESC, key"
        + (f" LIMIT {MAX_CONTENT_ITEMS}" if grouping == "thing" else ""),
    )
    for grouping, key in _GROUP_KEYS.items()
}
CONTENT_AUDIENCE = _select_final(
    f"{_COUNT_VIEWS}, {_SUM_SECONDS}, {_COUNT_VIEWERS}",
    "views",
    f"{_COUNTED} AND {_IS_WATCHED} AND {_ABOUT_CONTENT}",
)
CONTENT_PEAK = _select_peak()
VIEWER_COUNTS = _select_final(
    "intDiv(at, {step:Int64}) * {step:Int64} AS moment, uniqExactIf(session, live), "
    "uniqExactIf(session, NOT live)",
    "views",
    f"{_IN_PERIOD} AND what = 'viewing' AND {_ABOUT_CONTENT}",
    "GROUP BY moment ORDER BY moment",
)
AUDIENCE_BUCKETS = _select_final(
    f"intDiv(at, {BUCKET_SECONDS}) * {BUCKET_SECONDS} AS stretch, {_COUNT_VIEWS}, {_SUM_SECONDS}",
    "views",
    f"{_IN_PERIOD} AND {_IS_WATCHED} AND {_ABOUT_CONTENTS}",
    "GROUP BY stretch ORDER BY stretch",
)
QUALITY_TOTALS = _select_final(
    f"{_COUNT_VIEWS}, {_SUM_SECONDS}, uniqExactIf(view, what = 'stall'), uniqExactIf(view, what = 'error'), "
    "uniqExactIf(view, what IN ('first_frame', 'error'))",
    "views",
    f"{_IN_PERIOD} AND {_ABOUT_CONTENT}",
)
FAULTS_BY_SIDE = _select_final(
    f"toString(what) AS kind, {_SIDE_OR_UNKNOWN} AS whose, count(), sum(stall_ms)",
    "views",
    f"{_IN_PERIOD} AND what IN ('stall', 'error') AND {_ABOUT_CONTENT}",
    "GROUP BY kind, whose",
)
STARTUP_HISTOGRAM = _histogram(
    f"least(startup_ms, {MAX_STARTUP_MS})", STARTUP_BUCKET_MS, "uniqExact(view)", "first_frame"
)
BITRATE_HISTOGRAM = _histogram("bitrate", BITRATE_BUCKET_KBPS, "sum(seconds)", "viewing")
QUALITY_BUCKETS = _select_final(
    f"intDiv(at, {BUCKET_SECONDS}) * {BUCKET_SECONDS} AS stretch, uniqExactIf(view, {_HAS_STARTUP}), "
    f"sumIf(startup_ms, {_HAS_STARTUP}), countIf(what = 'stall'), countIf(what = 'error')",
    "views",
    f"{_IN_PERIOD} AND ({_HAS_STARTUP} OR what IN ('stall', 'error')) AND {_ABOUT_CONTENT}",
    "GROUP BY stretch ORDER BY stretch",
)
RETENTION = _select_final(
    f"{_watched_steps()} AS place, uniqExact(view)",
    "views",
    f"{_COUNTED} AND what = 'viewing' AND seconds > 0 AND {_ABOUT_CONTENT}",
    "GROUP BY place ORDER BY place",
)
FILE_OFFSET = "SELECT max(read_to) FROM analytics_marks WHERE file = {file:String}"
DELETE_FILE_OFFSET = "DELETE FROM analytics_marks WHERE file = {file:String}"
COUNT_DROPPED = (
    "SELECT toString(reason) AS why, sum(count) FROM analytics_dropped FINAL "
    "WHERE day >= {day:Int32} GROUP BY why ORDER BY why"
)
DELETE_DROPPED = "DELETE FROM analytics_dropped WHERE day < {day:Int32}"


def build_funnel(steps: dict[str, tuple[str, ...]]) -> str:
    """Return a query that counts sessions for each step."""
    quoted = [", ".join(f"'{name}'" for name in names) for names in steps.values()]
    counts = ", ".join(f"uniqExactIf(session, name IN ({names}))" for names in quoted)
    return _select_final(counts, "happenings", f"{_IN_PERIOD} AND name IN ({', '.join(quoted)})")


def count_before(table: str) -> str:
    """Return a query that counts older records."""
    return f"SELECT count() FROM {table} FINAL WHERE at < {{before:Int64}} {_FINAL_SETTINGS}"  # noqa: S608


def list_partitions(table: str) -> str:
    """Return a query that lists the partitions of a table."""
    return f"SELECT DISTINCT _partition_id FROM {table}"  # noqa: S608


def drop_partition(table: str, partition: str) -> str:
    """Return a statement that drops all records of a month at once."""
    return f"ALTER TABLE {table} DROP PARTITION ID '{partition}'"


def delete_before(table: str) -> str:
    """Return a statement that marks older records as deleted. The next merge removes them."""
    return f"DELETE FROM {table} WHERE at < {{before:Int64}}"  # noqa: S608


def erase_pseudonym(table: str) -> str:
    """Return a statement that clears the pseudonym on disk before it returns."""
    return (
        f"ALTER TABLE {table} UPDATE person = '' "
        "WHERE channel_id = {channel:Int32} AND person = {person:String} SETTINGS mutations_sync = 1"
    )
