"""Search costs a fixed number of queries, uses indexes, and sees changes of other processes at once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Select, select, text, update
from sqlalchemy.orm import Session

from touchline.catalog.adapters.sql.events.event_tables import EventRow, EventSideRow
from touchline.catalog.adapters.sql.search.catalog_search import (
    order_by_proximity,
    select_by_status,
    select_ids,
    select_is_common,
)
from touchline.catalog.adapters.sql.search.search_index import matches_words
from touchline.catalog.adapters.sql.search.search_tables import SearchVersionRow, SearchWordRow
from touchline.catalog.tests.pack_samples import event_entry, item_entry
from touchline.catalog.tests.samples import NOON
from touchline.catalog.tests.samples import build_text as words
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor

Transaction = Callable[[int], AbstractContextManager[Session]]
MAX_QUERIES = 20


def test_a_larger_channel_costs_no_more_queries(
    visitor: Visitor, season: ChannelDetails, apply: Callable[..., Any], queries: Callable[[], Any]
) -> None:
    visitor.data("/search", q="cedar desk", limit=20)
    with queries() as few:
        short = visitor.data("/search", q="cedar", limit=20)
    events = [event_entry(f"g-{hours}", NOON - timedelta(hours=3 * hours)) for hours in range(60)]
    videos = [item_entry(f"f-{days}", words(f"Cedar {days}"), days, []) for days in range(60)]
    apply(season, events=events, library={"items": videos})
    visitor.data("/search", q="cedar", limit=20)
    with queries() as many:
        long = visitor.data("/search", q="cedar", limit=20)
    assert sum(map(len, long.values())) > 2 * sum(map(len, short.values()))
    assert len(many) <= MAX_QUERIES
    assert len(many) - len(few) <= 3, "the library results, which the first search did not have"


def test_the_vocabulary_is_read_once_until_it_changes(
    visitor: Visitor,
    season: ChannelDetails,
    apply: Callable[..., Any],
    queries: Callable[[], Any],
    transaction: Transaction,
) -> None:
    def count_vocabulary_reads() -> int:
        with queries() as sent:
            visitor.data("/search", q="windmere")
        return sum("catalog_search_word.word" in statement for statement in sent)

    assert [count_vocabulary_reads(), count_vocabulary_reads()] == [1, 0]
    with transaction(season.id) as session:
        session.execute(update(SearchVersionRow).values(version="another process was here"))
    assert [count_vocabulary_reads(), count_vocabulary_reads()] == [1, 0]
    apply(season)
    assert count_vocabulary_reads() == 0, "the same pack changes nothing"


def test_unused_words_are_deleted(
    season: ChannelDetails, apply: Callable[..., Any], transaction: Transaction
) -> None:
    apply(season, library={"items": [item_entry("one", words("Sourdough"), 1, [])]})
    apply(season, library=None)
    with transaction(season.id) as session:
        known = session.scalars(select(SearchWordRow.word)).all()
    assert "harlan" in known
    assert "sourdough" not in known


@pytest.mark.parametrize("matches", [((1, 2),), ((1,), (2, 3))])
def test_items_are_found_by_the_word_index(
    season: ChannelDetails, transaction: Transaction, matches: tuple[tuple[int, ...], ...]
) -> None:
    with transaction(season.id) as session:
        for statement in (
            select_ids(EventRow, matches, order_by_proximity(NOON)),
            select(EventRow.id).where(*matches_words(EventRow.id, matches)),
            select_is_common(matches),
            *select_by_status(matches, NOON),
        ):
            plan = _explain(session, statement)
            assert "catalog_search_entry" in plan
            assert "SCAN catalog_search_entry" not in plan
            assert "Seq Scan on catalog_search_entry" not in plan
            assert "(word_id=?" in plan or "word_id =" in plan


def _explain(session: Session, statement: Select[Any]) -> str:
    """Return the query plan.

    Sequential scans are off, because PostgreSQL prefers them for small tables.
    """
    sqlite = session.get_bind().dialect.name == "sqlite"
    if not sqlite:
        session.execute(text("SET LOCAL enable_seqscan = off"))
    sent = statement.compile(session.get_bind(), compile_kwargs={"literal_binds": True})
    explain = "EXPLAIN QUERY PLAN" if sqlite else "EXPLAIN"
    return "\n".join(str(row[-1]) for row in session.execute(text(f"{explain} {sent}")))


def test_the_sides_of_few_events_are_loaded_by_event(
    season: ChannelDetails, transaction: Transaction
) -> None:
    with transaction(season.id) as session:
        sides = select(EventSideRow).where(EventSideRow.event_id.in_([1, 2]), EventSideRow.channel_id == 1)
        plan = _explain(session, sides)
    assert "(event_id=?" in plan or "event_id = ANY" in plan
