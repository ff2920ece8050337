"""Retention and deletion in every analytics store. All stores must count as the reference store does."""

from __future__ import annotations

import pytest

from touchline.analytics.domain.records import (
    AnalyticsEvent,
    ContentKind,
)
from touchline.analytics.ports.store import (
    AnalyticsStore,
    AudienceStats,
    PeriodTotals,
)
from touchline.analytics.tests.adapters.stores import (
    OpenedStore,
    query_everything,
)
from touchline.analytics.tests.fakes import InMemoryAnalyticsStore
from touchline.analytics.tests.record_builders import (
    ATELIER,
    PERIOD,
    PRAIRIE,
    START,
    analytics_event,
    batch,
    batches,
    one_of_each,
    random_records,
    viewing,
    visitor,
)

EVENT = (ContentKind.EVENT, 12)
LIBRARY_ITEM = (ContentKind.LIBRARY_ITEM, 12)
DAY_SECONDS = 86_400
TODAY = START // DAY_SECONDS


def test_a_pseudonym_is_erased_and_the_records_stay(opened: OpenedStore) -> None:
    for channel_id, person in ((PRAIRIE, "p1"), (PRAIRIE, "p2"), (ATELIER, "p3")):
        opened.store.write(batch(*one_of_each(visitor(channel_id=channel_id, person=person))))
    before = query_everything(opened.store)
    opened.store.erase_pseudonym(PRAIRIE, "p1")
    opened.store.erase_pseudonym(PRAIRIE, "p3")
    assert opened.pseudonyms() == {"p2", "p3"}
    assert query_everything(opened.store) == before


def test_old_records_are_deleted_in_every_channel(store: AnalyticsStore) -> None:
    store.write(batch(*one_of_each(visitor()), *one_of_each(visitor(channel_id=ATELIER))))
    store.write(
        batch(analytics_event(at=DAY_SECONDS), dropped={(TODAY - 1, "old"): 1, (TODAY + 1, "new"): 1})
    )
    deleted_count = 2 * len(one_of_each(visitor()))
    assert (store.prune(START + DAY_SECONDS), store.prune(START + DAY_SECONDS)) == (deleted_count, 0)
    assert store.get_totals(PERIOD) == PeriodTotals(1, 1, AudienceStats())
    assert store.count_dropped(0) == {"new": 1}


def test_many_old_records_are_deleted_in_batches(
    store: AnalyticsStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("touchline.analytics.adapters.sql.record_writer._PRUNE_BATCH_SIZE", 4)
    for visitor_name in (visitor(), visitor(channel_id=ATELIER)):
        store.write(
            batch(
                *(
                    analytics_event(at=at, visitor_or_name=visitor_name)
                    for at in (0, 0, 0, 0, 0, 1, 2, 3, DAY_SECONDS)
                )
            )
        )
    deleted_count = []
    while last := store.prune(START + DAY_SECONDS):
        deleted_count.append(last)
    assert sum(deleted_count) == 16
    assert deleted_count in ([16], [5, 4, 4, 3], [5, 4, 5, 2], [5, 3, 5, 3], [5, 8, 3])
    assert store.get_totals(PERIOD).page_visits == 1


def test_odd_browser_values_are_stored(store: AnalyticsStore) -> None:
    odd_visitor = visitor("a\0\ud800'\\\n", country="Ω", origin="é`?%s{x:String}", trk="{}")
    huge = viewing(
        2**40,
        position=2**40,
        visitor_or_name=odd_visitor,
        thing_id=2**63,
        bitrate=2**40,
        about={"a\0": "\ud800"},
    )
    store_result = analytics_event(
        visitor_or_name=odd_visitor, detail={"n": 1.5, "is": True, "of": "é\0"}, thing_kind=ContentKind.CLIP
    )
    store.write(batch(huge, store_result, viewing(-5, position=-9, visitor_or_name=odd_visitor, thing_id=-1)))
    totals = store.get_totals(PERIOD)
    assert (totals.sessions, totals.page_visits, totals.audience.viewers) == (1, 1, 1)


def test_a_record_id_is_stable(store: AnalyticsStore) -> None:
    store_result = AnalyticsEvent(2**63 - 1, START, visitor(), "visit_page")
    store.write(batch(store_result, AnalyticsEvent(0, START, visitor(), "visit_page")))
    assert store.get_totals(PERIOD).page_visits == 2


def test_every_count_matches_the_reference_store(store: AnalyticsStore) -> None:
    records = random_records(seed=7, count_of_records=3000)
    reference_result = InMemoryAnalyticsStore()
    for record_batch in batches(records, 700):
        store.write(record_batch)
        reference_result.write(record_batch)
    store_result, reference = query_everything(store), query_everything(reference_result)
    assert [name for name in reference if store_result[name] != reference[name]] == []
