"""What ClickHouse is asked. Figures are exact (`uniqExact`), as in the other stores; robots and doubtful
reports are left out.

Texts are put together of what stands in this file and in the domain alone; what comes from outside is bound
by the server (`{name:Type}`).
"""

from __future__ import annotations

from touchline.analytics.domain.counting import (
    BITRATE_STEP,
    LAST_STARTUP,
    LONGEST_VIEWING,
    MINUTE,
    STARTUP_STEP,
    STRETCH,
)
from touchline.analytics.ports.store import MOST_THINGS

_ONCE = "SETTINGS do_not_merge_across_partitions_select_final = 1"
_PEOPLE = "channel_id = {channel:Int32} AND NOT is_bot AND NOT is_doubtful"
_DOUBTFUL = (
    "channel_id = {channel:Int32} AND NOT is_bot AND is_doubtful "
    "AND at >= {since:Int64} AND at < {until:Int64}"
)
_SPAN = f"{_PEOPLE} AND at >= {{since:Int64}} AND at < {{until:Int64}}"
_SINCE = f"{_PEOPLE} AND at >= {{since:Int64}} AND what = 'viewing'"
_WATCHED = "what IN ('first_frame', 'viewing')"
_VIEWS = "uniqExactIf(view, what = 'first_frame')"
_BEGUN = "(what = 'first_frame' AND startup_ms > 0)"
_SECONDS = "sumIf(seconds, what = 'viewing')"
_VIEWERS = "uniqExact(session)"
_THING = "concat(thing_kind, ':', toString(thing_id))"
_SIDE = "if(side = '', 'unknown', side)"
_KEYS = {"thing": _THING, "country": "toString(country)", "device": "toString(device)"}


def _facts(columns: str, table: str, where: str, rest: str = "") -> str:
    return f"SELECT {columns} FROM analytics_{table} FINAL WHERE {where} {rest}"  # noqa: S608


def _asked(columns: str, table: str, where: str, rest: str = "") -> str:
    return f"{_facts(columns, table, where, rest)} {_ONCE}"


def _sessions() -> str:
    each = (_facts("session", table, _SPAN) for table in ("sessions", "happenings", "views"))
    return f"SELECT uniqExact(session) FROM ({' UNION ALL '.join(each)}) {_ONCE}"  # noqa: S608


def _doubtful() -> str:
    """Reports of all three kinds, by quarters of an hour."""
    each = (_facts("at", table, _DOUBTFUL) for table in ("sessions", "happenings", "views"))
    stretch = f"intDiv(at, {STRETCH}) * {STRETCH}"
    counted = f"SELECT {stretch} AS stretch, count() FROM ({' UNION ALL '.join(each)})"  # noqa: S608
    return f"{counted} GROUP BY stretch ORDER BY stretch {_ONCE}"


def _places() -> str:
    """As `counting.places`: the steps from the first second watched to the last."""
    watched = f"least(seconds, {LONGEST_VIEWING})"
    first = f"intDiv(greatest(position - {watched}, 0), {{step:Int32}})"
    last = "intDiv(greatest(position - 1, 0), {step:Int32})"
    return f"arrayJoin(range(toUInt32({first}), toUInt32({last}) + 1))"


def _steps(figure: str, step: int, count: str, what: str) -> str:
    where = f"{_SPAN} AND what = '{what}' AND {figure} > 0 AND {_OF_THING}"
    columns = f"intDiv({figure}, {step}) * {step} AS step, {count}"
    return _asked(columns, "views", where, "GROUP BY step ORDER BY step")


_OF_THING = "({kind:String} = '' OR (thing_kind = {kind:String} AND thing_id = {thing:Int64}))"
_OF_THINGS = f"({{all:Bool}} OR has({{things:Array(String)}}, {_THING}))"

NOW = _asked(
    f"toString(thing_kind) AS kind, thing_id, {_VIEWERS}", "views", _SINCE, "GROUP BY kind, thing_id"
)
SESSIONS_NOW = _asked(_VIEWERS, "views", _SINCE)
BY_MINUTE = _asked(
    f"intDiv(at, {MINUTE}) * {MINUTE} AS minute, {_VIEWERS}",
    "views",
    _SINCE,
    "GROUP BY minute ORDER BY minute",
)
SESSIONS = _sessions()
DOUBTFUL_THROUGH = _doubtful()
PAGE_VISITS = _asked("count()", "happenings", f"{_SPAN} AND name = 'visit_page'")
WATCHED = _asked(f"{_VIEWS}, {_SECONDS}, {_VIEWERS}", "views", f"{_SPAN} AND {_WATCHED}")
WATCHED_BY = {
    by: _asked(
        f"{key} AS key, {_VIEWS} AS begun, {_SECONDS} AS watched, {_VIEWERS}",
        "views",
        f"{_SPAN} AND {_WATCHED}",
        "GROUP BY key ORDER BY watched DESC, begun DESC, key"
        + (f" LIMIT {MOST_THINGS}" if by == "thing" else ""),
    )
    for by, key in _KEYS.items()
}
WATCHED_THROUGH = _asked(
    f"intDiv(at, {STRETCH}) * {STRETCH} AS stretch, {_VIEWS}, {_SECONDS}",
    "views",
    f"{_SPAN} AND {_WATCHED} AND {_OF_THINGS}",
    "GROUP BY stretch ORDER BY stretch",
)
PLAYED = _asked(
    f"{_VIEWS}, {_SECONDS}, uniqExactIf(view, what = 'stall'), uniqExactIf(view, what = 'error'), "
    "uniqExactIf(view, what IN ('first_frame', 'error'))",
    "views",
    f"{_SPAN} AND {_OF_THING}",
)
SIDES = _asked(
    f"toString(what) AS kind, {_SIDE} AS whose, count(), sum(stall_ms)",
    "views",
    f"{_SPAN} AND what IN ('stall', 'error') AND {_OF_THING}",
    "GROUP BY kind, whose",
)
STARTUPS = _steps(f"least(startup_ms, {LAST_STARTUP})", STARTUP_STEP, "uniqExact(view)", "first_frame")
BITRATES = _steps("bitrate", BITRATE_STEP, "sum(seconds)", "viewing")
PLAYED_THROUGH = _asked(
    f"intDiv(at, {STRETCH}) * {STRETCH} AS stretch, uniqExactIf(view, {_BEGUN}), "
    f"sumIf(startup_ms, {_BEGUN}), countIf(what = 'stall'), countIf(what = 'error')",
    "views",
    f"{_SPAN} AND ({_BEGUN} OR what IN ('stall', 'error')) AND {_OF_THING}",
    "GROUP BY stretch ORDER BY stretch",
)
RETENTION = _asked(
    f"{_places()} AS place, uniqExact(view)",
    "views",
    f"{_PEOPLE} AND what = 'viewing' AND seconds > 0 AND {_OF_THING}",
    "GROUP BY place ORDER BY place",
)
MARK = "SELECT max(read_to) FROM analytics_marks WHERE file = {file:String}"
FORGET_FILE = "DELETE FROM analytics_marks WHERE file = {file:String}"
DROPPED = (
    "SELECT toString(reason) AS why, sum(count) FROM analytics_dropped FINAL "
    "WHERE day >= {day:Int32} GROUP BY why ORDER BY why"
)
FORGET_DROPPED = "DELETE FROM analytics_dropped WHERE day < {day:Int32}"


def funnel(steps: dict[str, tuple[str, ...]]) -> str:
    """A count of sessions for each step."""
    quoted = [", ".join(f"'{name}'" for name in names) for names in steps.values()]
    counts = ", ".join(f"uniqExactIf(session, name IN ({names}))" for names in quoted)
    return _asked(counts, "happenings", f"{_SPAN} AND name IN ({', '.join(quoted)})")


def count_before(table: str) -> str:
    """How many facts are older."""
    return f"SELECT count() FROM {table} FINAL WHERE at < {{before:Int64}} {_ONCE}"  # noqa: S608


def months_of(table: str) -> str:
    """The partitions that there are."""
    return f"SELECT DISTINCT _partition_id FROM {table}"  # noqa: S608


def drop_month(table: str, month: str) -> str:
    """All facts of a month, at once."""
    return f"ALTER TABLE {table} DROP PARTITION ID '{month}'"


def delete_before(table: str) -> str:
    """Older facts are marked as gone, and leave with the next merge."""
    return f"DELETE FROM {table} WHERE at < {{before:Int64}}"  # noqa: S608


def forget_person(table: str) -> str:
    """The pseudonym is blanked on the disk before this answers."""
    return (
        f"ALTER TABLE {table} UPDATE person = '' "
        "WHERE channel_id = {channel:Int32} AND person = {person:String} SETTINGS mutations_sync = 1"
    )
