"""Facts in ClickHouse, for sites whose visitors are too many for the database that holds everything else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from adapters.analytics_store import clickhouse_queries as ask
from adapters.analytics_store.clickhouse_line import Line
from adapters.analytics_store.clickhouse_tables import DROPPED, FACTS, MARKS, STATEMENTS
from touchline.analytics.domain import facts
from touchline.analytics.domain.counting import FUNNEL
from touchline.analytics.domain.fact_rows import happening_row, session_row, view_row
from touchline.analytics.domain.facts import Batch, Side, ThingKind, What
from touchline.analytics.domain.spans import Span
from touchline.analytics.ports.store import (
    By,
    Quality,
    QualityStretch,
    Stretch,
    Thing,
    Totals,
    Watched,
)
from touchline.shared.ids import ChannelId

_DAY = 86_400
_LOOKING_SECONDS = 2
_FUNNEL = ask.funnel(dict(FUNNEL))


class ClickHouseStore:
    """`AnalyticsStore` in a database of ClickHouse. Its tables are made when it is first asked."""

    def __init__(self, address: str, seconds: int) -> None:
        """`address` is `http(s)://user:password@host:port/database`; each answer must come within
        `seconds`."""
        self._line = Line(address, seconds, STATEMENTS)
        self._looking = Line(address, min(seconds, _LOOKING_SECONDS), ())

    def write(self, batch: Batch) -> None:
        """Facts first, then counts, then the mark: what dies in between is written once more, and counts
        once by its ids (and dropped ones by where their part begins)."""
        read_to = self.read_to(batch.file)
        if batch.last <= read_to:
            return
        if batch.first < read_to:
            raise ValueError(f"{batch.file} is written to {read_to}, and was offered from {batch.first}.")
        for table, rows in _rows(batch).items():
            if rows:
                self._line.insert(table, FACTS[table], rows)
        part = {"file": batch.file, "first": batch.first, "last": batch.last}
        dropped = [{**part, "day": day, "reason": why, "count": n} for (day, why), n in batch.dropped.items()]
        if dropped:
            self._line.insert("analytics_dropped", DROPPED, dropped)
        self._line.insert("analytics_marks", MARKS, [{"file": batch.file, "read_to": batch.last}])

    def read_to(self, file: str) -> int:
        """The greatest mark of a file; 0 is also ClickHouse's greatest of none."""
        return int(self._line.rows(ask.MARK, file=file)[0][0])

    def forget_file(self, file: str) -> None:
        """Delete its marks."""
        self._line.do(ask.FORGET_FILE, file=file)

    def viewers_now(self, channel_id: ChannelId, since: int) -> Mapping[Thing, int]:
        """By thing."""
        rows = self._line.rows(ask.NOW, channel=channel_id, since=since)
        return {(ThingKind(kind), id): count for kind, id, count in rows}

    def sessions_now(self, channel_id: ChannelId, since: int) -> int:
        """One figure."""
        return int(self._line.rows(ask.SESSIONS_NOW, channel=channel_id, since=since)[0][0])

    def viewers_by_minute(self, channel_id: ChannelId, since: int) -> Mapping[int, int]:
        """By minute."""
        rows = self._line.rows(ask.BY_MINUTE, channel=channel_id, since=since)
        return dict(rows)

    def totals(self, span: Span) -> Totals:
        """Three queries."""
        within = _within(span)
        sessions, visits, watched = (
            self._line.rows(query, **within)[0] for query in (ask.SESSIONS, ask.PAGE_VISITS, ask.WATCHED)
        )
        return Totals(sessions[0], visits[0], Watched(*watched))

    def watched_by(self, span: Span, by: By) -> Mapping[str, Watched]:
        """In ClickHouse's order."""
        rows = self._line.rows(ask.WATCHED_BY[by.value], **_within(span))
        return {key: Watched(*figures) for key, *figures in rows}

    def watched_through(self, span: Span, things: Sequence[Thing] | None = None) -> Sequence[Stretch]:
        """By quarters of an hour."""
        names = [f"{kind.value}:{id}" for kind, id in things or ()]
        asked = {**_within(span), "all": things is None, "things": names}
        return [Stretch(*row) for row in self._line.rows(ask.WATCHED_THROUGH, **asked)]

    def quality(self, span: Span, thing: Thing | None = None) -> Quality:
        """Four queries."""
        asked = {**_within(span), **_about(thing)}
        begun, seconds, stalled, failed, tried = self._line.rows(ask.PLAYED, **asked)[0]
        stalls, stall_ms, failures = dict[Side, int](), dict[Side, int](), dict[Side, int]()
        for what, side, count, stood in self._line.rows(ask.SIDES, **asked):
            if what == What.ERROR.value:
                failures[Side(side)] = count
            else:
                stalls[Side(side)], stall_ms[Side(side)] = count, stood
        startups, bitrates = (dict(self._line.rows(query, **asked)) for query in (ask.STARTUPS, ask.BITRATES))
        return Quality(begun, seconds, startups, bitrates, stalled, failed, stall_ms, stalls, failures, tried)

    def quality_through(self, span: Span, thing: Thing | None = None) -> Sequence[QualityStretch]:
        """By quarters of an hour."""
        asked = {**_within(span), **_about(thing)}
        return [QualityStretch(*row) for row in self._line.rows(ask.PLAYED_THROUGH, **asked)]

    def funnel(self, span: Span) -> Mapping[str, int]:
        """Each step by itself."""
        return dict(zip(FUNNEL, self._line.rows(_FUNNEL, **_within(span))[0], strict=True))

    def retention(self, channel_id: ChannelId, thing: Thing, step: int) -> Mapping[int, int]:
        """Each fact in every step that it touches."""
        rows = self._line.rows(ask.RETENTION, channel=channel_id, step=step, **_about(thing))
        return {place * step: count for place, count in rows}

    def dropped(self, since_day: int) -> Mapping[str, int]:
        """By reason."""
        return dict(self._line.rows(ask.DROPPED, day=since_day))

    def doubtful_through(self, span: Span) -> Mapping[int, int]:
        """By quarters of an hour."""
        return dict(self._line.rows(ask.DOUBTFUL_THROUGH, **_within(span)))

    def forget_person(self, channel_id: ChannelId, person: str) -> None:
        """In each table; what fails in between is done again."""
        for table in FACTS:
            self._line.do(ask.forget_person(table), channel=channel_id, person=person)

    def prune(self, before: int) -> int:
        """Months that are over are dropped as they are; of the last one the older days are deleted."""
        gone = 0
        for table in FACTS:
            gone += self._line.rows(ask.count_before(table), before=before)[0][0]
            month = f"{datetime.fromtimestamp(before, UTC):%Y%m}"
            for (each,) in self._line.rows(ask.months_of(table)):
                if each < month:
                    self._line.do(ask.drop_month(table, each))
            self._line.do(ask.delete_before(table), before=before)
        self._line.do(ask.FORGET_DROPPED, day=before // _DAY)
        return gone

    def check(self) -> None:
        """One row, and soon: whoever asks for readiness does not wait as long as a report may."""
        self._looking.rows("SELECT 1")


def _within(span: Span) -> dict[str, Any]:
    return {"channel": span.channel_id, "since": span.since, "until": span.until}


def _about(thing: Thing | None) -> dict[str, Any]:
    return {"kind": thing[0].value if thing else "", "thing": thing[1] if thing else 0}


def _rows(batch: Batch) -> dict[str, list[dict[str, Any]]]:
    """What is nothing in the other database is an empty text here: columns that may be null cost more."""
    found: dict[str, list[dict[str, Any]]] = {table: [] for table in FACTS}
    for fact in batch.facts:
        if isinstance(fact, facts.ViewFact):
            table, row = "analytics_views", view_row(fact)
        elif isinstance(fact, facts.Happening):
            table, row = "analytics_happenings", happening_row(fact)
        else:
            table, row = "analytics_sessions", session_row(fact)
        found[table].append({name: "" if value is None else value for name, value in row.items()})
    return found
