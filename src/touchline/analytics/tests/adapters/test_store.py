"""The contract of every analytics store, with figures counted by hand."""

from __future__ import annotations

import pytest

from touchline.analytics.domain.records import (
    ContentKind,
    Device,
    FaultSide,
    PlaybackEventType,
)
from touchline.analytics.ports.store import (
    MAX_CONTENT_ITEMS,
    AnalyticsStore,
    AudienceBucket,
    AudienceGrouping,
    AudienceStats,
    ContentAudience,
    PeriodTotals,
    QualityBucket,
    QualityStats,
    ViewerCount,
)
from touchline.analytics.tests.adapters.stores import query_everything
from touchline.analytics.tests.record_builders import (
    ATELIER,
    PERIOD,
    PRAIRIE,
    START,
    analytics_event,
    batch,
    first_frame,
    one_of_each,
    playback_event,
    session_start,
    viewing,
    visitor,
)

EVENT = (ContentKind.EVENT, 12)
LIBRARY_ITEM = (ContentKind.LIBRARY_ITEM, 12)
DAY_SECONDS = 86_400
TODAY = START // DAY_SECONDS


def test_an_empty_store_returns_nothing(store: AnalyticsStore) -> None:
    store.check()
    nothing = AudienceStats(0, 0, 0)
    assert (store.get_totals(PERIOD), store.get_quality(PERIOD)) == (
        PeriodTotals(0, 0, nothing),
        QualityStats(),
    )
    assert store.get_funnel(PERIOD) == {"visit": 0, "offer": 0, "checkout": 0, "purchase": 0}
    assert not store.get_audience_by(PERIOD, AudienceGrouping.CONTENT)
    assert not store.list_audience_buckets(PERIOD)
    assert store.get_content_audience(PRAIRIE, EVENT) == ContentAudience()
    assert (store.get_offset("spool-1"), store.prune(START), store.count_dropped(0)) == (0, 0, {})


def test_a_batch_is_written_once(store: AnalyticsStore) -> None:
    first = batch(analytics_event(), file="spool-1", first=0, last=50, dropped={(TODAY, "malformed"): 2})
    store.write(first)
    store.write(first)
    store.write(batch(analytics_event(), file="spool-1", first=10, last=50))
    assert (store.get_offset("spool-1"), store.get_totals(PERIOD).page_visits) == (50, 1)
    assert store.count_dropped(TODAY) == {"malformed": 2}


def test_the_next_batch_continues_from_the_offset(store: AnalyticsStore) -> None:
    store.write(batch(analytics_event(), file="spool-1", first=0, last=50))
    store.write(batch(analytics_event(), file="spool-1", first=50, last=80))
    store.write(batch(analytics_event(), file="spool-2", first=0, last=30))
    assert (store.get_offset("spool-1"), store.get_offset("spool-2")) == (80, 30)
    assert store.get_totals(PERIOD).page_visits == 3


def test_an_overlapping_batch_is_rejected(store: AnalyticsStore) -> None:
    store.write(batch(analytics_event(), file="spool-1", first=0, last=50))
    with pytest.raises(ValueError, match="spool-1"):
        store.write(batch(analytics_event(), analytics_event(), file="spool-1", first=20, last=80))
    assert (store.get_offset("spool-1"), store.get_totals(PERIOD).page_visits) == (50, 1)


def test_a_batch_without_records_moves_the_offset(store: AnalyticsStore) -> None:
    store.write(batch(file="spool-1", first=0, last=50))
    assert store.get_offset("spool-1") == 50


def test_a_deleted_file_has_no_offset(store: AnalyticsStore) -> None:
    store.write(batch(file="spool-1"))
    store.delete_offset("spool-1")
    assert store.get_offset("spool-1") == 0


def test_a_session_counts_once_across_record_types(store: AnalyticsStore) -> None:
    store.write(
        batch(
            session_start(0, "ada"),
            session_start(9, "ada"),
            analytics_event(at=1, visitor_or_name="ada"),
            analytics_event("login", visitor_or_name="bo"),
        )
    )
    store.write(
        batch(
            first_frame(visitor_or_name="cy"),
            first_frame(visitor_or_name="ada"),
            playback_event(PlaybackEventType.ERROR, visitor_or_name="di"),
        )
    )
    assert store.get_totals(PERIOD) == PeriodTotals(
        sessions=4, page_visits=1, audience=AudienceStats(2, 0, 2)
    )


def test_a_view_counts_from_its_first_frame_and_once(store: AnalyticsStore) -> None:
    store.write(batch(first_frame(view="a"), first_frame(9, view="a"), first_frame(view="b")))
    store.write(
        batch(
            viewing(30, view="a"),
            viewing(12, view="c", visitor_or_name="bo"),
            playback_event(PlaybackEventType.PAUSE, visitor_or_name="cy"),
        )
    )
    assert store.get_totals(PERIOD).audience == AudienceStats(views=2, seconds=42, viewers=2)


def test_bots_and_other_channels_are_not_counted(store: AnalyticsStore) -> None:
    before = query_everything(store)
    store.write(batch(*one_of_each(visitor(is_bot=True)), *one_of_each(visitor(channel_id=ATELIER))))
    assert query_everything(store) == before
    store.write(batch(*one_of_each(visitor())))
    assert [name for name, result in query_everything(store).items() if result == before[name]] == [
        "stalled now",
        "delivery stalls",
        "through some",
        "quality of one",
        "through one",
        "audience of one",
        "retention 1",
        "retention 7",
        "retention 60",
        "dropped",
        "doubtful",
    ]


def test_doubtful_records_are_excluded_and_counted_separately(store: AnalyticsStore) -> None:
    before = query_everything(store)
    forged = [one_of_each(visitor(f"forged-{number}", is_doubtful=True)) for number in range(3)]
    bot = one_of_each(visitor(is_bot=True, is_doubtful=True))
    elsewhere = one_of_each(visitor(channel_id=ATELIER, is_doubtful=True))
    later = analytics_event(at=1800, visitor_or_name=visitor(is_doubtful=True))
    store.write(batch(*(record for records in forged for record in records), *bot, *elsewhere, later))
    assert query_everything(store) == {**before, "doubtful": {START: 3 * len(forged[0]), START + 1800: 1}}


def test_a_period_includes_its_first_second_and_excludes_its_end(store: AnalyticsStore) -> None:
    length = PERIOD.until - PERIOD.since
    assert length == 49 * 3600
    edges = [(-1, "before"), (0, "first"), (length - 1, "last"), (length, "after")]
    for at, visitor_name in edges:
        store.write(
            batch(
                *(
                    record
                    for record in one_of_each(visitor(visitor_name, country=visitor_name))
                    if record.at == START
                )
            )
        )
        store.write(
            batch(
                analytics_event(at=at, visitor_or_name=visitor_name),
                viewing(10, at, visitor(visitor_name, country=visitor_name)),
            )
        )
    assert store.get_totals(PERIOD) == PeriodTotals(4, 2, AudienceStats(0, 20, 2))
    assert set(store.get_audience_by(PERIOD, AudienceGrouping.COUNTRY)) == {"first", "last"}
    assert [bucket.at - START for bucket in store.list_audience_buckets(PERIOD)] == [0, length - 900]
    assert (store.get_quality(PERIOD).seconds, store.get_funnel(PERIOD)["visit"]) == (20, 2)


def test_audience_by_item_country_and_device_is_sorted_descending(store: AnalyticsStore) -> None:
    ada = visitor("ada", country="CA", device=Device.TV)
    other_visitor = visitor("bo", country="US", device=Device.PHONE)
    store.write(
        batch(first_frame(visitor_or_name=ada), viewing(30, visitor_or_name=ada), viewing(30, 30, ada))
    )
    store.write(
        batch(
            *(
                first_frame(visitor_or_name=other_visitor, view=view, thing_kind=ContentKind.LIBRARY_ITEM)
                for view in "bc"
            )
        )
    )
    store.write(
        batch(
            viewing(50, visitor_or_name=other_visitor, view="b", thing_kind=ContentKind.LIBRARY_ITEM),
            viewing(20, 9, other_visitor),
        )
    )
    assert list(store.get_audience_by(PERIOD, AudienceGrouping.CONTENT).items()) == [
        ("event:12", AudienceStats(1, 80, 2)),
        ("vod:12", AudienceStats(2, 50, 1)),
    ]
    assert list(store.get_audience_by(PERIOD, AudienceGrouping.COUNTRY).items()) == [
        ("US", AudienceStats(2, 70, 1)),
        ("CA", AudienceStats(1, 60, 1)),
    ]
    assert store.get_audience_by(PERIOD, AudienceGrouping.DEVICE) == {
        "phone": AudienceStats(2, 70, 1),
        "tv": AudienceStats(1, 60, 1),
    }


def test_only_the_most_watched_items_are_returned(store: AnalyticsStore) -> None:
    store.write(
        batch(
            *(
                viewing(1 + (id == MAX_CONTENT_ITEMS + 7), thing_id=id)
                for id in range(1, MAX_CONTENT_ITEMS + 9)
            )
        )
    )
    found = store.get_audience_by(PERIOD, AudienceGrouping.CONTENT)
    assert len(found) == MAX_CONTENT_ITEMS
    assert next(iter(found.items())) == (f"event:{MAX_CONTENT_ITEMS + 7}", AudienceStats(0, 2, 1))
    assert list(found)[1:4] == ["event:1", "event:10", "event:100"]


def test_audience_is_bucketed_by_15_minutes(store: AnalyticsStore) -> None:
    store.write(
        batch(first_frame(1), viewing(10, 899), viewing(10, 900), playback_event(PlaybackEventType.END, 2000))
    )
    store.write(batch(viewing(7, 1000, thing_kind=ContentKind.LIBRARY_ITEM), viewing(5, 1001, thing_id=13)))
    assert store.list_audience_buckets(PERIOD) == [
        AudienceBucket(START, 1, 10),
        AudienceBucket(START + 900, 0, 22),
    ]
    assert store.list_audience_buckets(PERIOD, [EVENT, LIBRARY_ITEM]) == [
        AudienceBucket(START, 1, 10),
        AudienceBucket(START + 900, 0, 17),
    ]
    assert store.list_audience_buckets(PERIOD, [LIBRARY_ITEM]) == [AudienceBucket(START + 900, 0, 7)]
    assert not store.list_audience_buckets(PERIOD, [])


def test_quality_has_histograms_and_faults_by_side(store: AnalyticsStore) -> None:
    for view, startup in (("a", 99), ("b", 100), ("c", 199), ("d", 10_000), ("e", 70_000), ("f", 0)):
        store.write(batch(first_frame(view=view, startup_ms=startup)))
    for seconds, bitrate in ((10, 249), (20, 250), (5, 499), (7, 0)):
        store.write(batch(viewing(seconds, bitrate=bitrate)))
    for view, side in (("a", FaultSide.VIEWER), ("a", FaultSide.VIEWER), ("b", None)):
        store.write(batch(playback_event(PlaybackEventType.STALL, view=view, side=side, stall_ms=400)))
    store.write(
        batch(
            playback_event(PlaybackEventType.STALL, view="b", side=FaultSide.UNKNOWN),
            playback_event(PlaybackEventType.ERROR, side=FaultSide.SOURCE),
        )
    )
    assert store.get_quality(PERIOD) == QualityStats(
        views=6,
        seconds=42,
        startups={0: 1, 100: 2, 10_000: 2},
        bitrates={0: 10, 250: 25},
        views_stalled=2,
        views_failed=1,
        stall_ms={FaultSide.VIEWER: 800, FaultSide.UNKNOWN: 400},
        stalls={FaultSide.VIEWER: 2, FaultSide.UNKNOWN: 2},
        failures={FaultSide.SOURCE: 1},
        views_attempted=7,
    )


def test_the_quality_of_one_item_excludes_other_items(store: AnalyticsStore) -> None:
    store.write(
        batch(*one_of_each(visitor()), first_frame(thing_id=13), first_frame(thing_kind=ContentKind.CLIP))
    )
    assert store.get_quality(PERIOD, EVENT) == QualityStats(
        1,
        30,
        {700: 1},
        {2500: 30},
        1,
        1,
        {FaultSide.DELIVERY: 900},
        {FaultSide.DELIVERY: 1},
        {FaultSide.UNKNOWN: 1},
        1,
    )
    assert store.get_quality(PERIOD, LIBRARY_ITEM) == QualityStats()


def test_quality_is_bucketed_by_15_minutes(store: AnalyticsStore) -> None:
    store.write(
        batch(first_frame(startup_ms=300), first_frame(5, view="b", startup_ms=500), viewing(9, 2000))
    )
    store.write(
        batch(
            playback_event(PlaybackEventType.STALL, 899),
            playback_event(PlaybackEventType.STALL, 900),
            playback_event(PlaybackEventType.ERROR, 901),
        )
    )
    assert store.list_quality_buckets(PERIOD) == [
        QualityBucket(START, 2, 800, 1, 0),
        QualityBucket(START + 900, 0, 0, 1, 1),
    ]
    store.write(batch(first_frame(2000, view="c"), first_frame(9, view="d")))
    assert store.list_quality_buckets(PERIOD)[0].views == 2
    assert len(store.list_quality_buckets(PERIOD)) == 2
    store.write(batch(playback_event(PlaybackEventType.STALL, 5000, thing_kind=ContentKind.LIBRARY_ITEM)))
    assert store.list_quality_buckets(PERIOD, LIBRARY_ITEM) == [QualityBucket(START + 4500, 0, 0, 1, 0)]


def test_funnel_steps_count_sessions(store: AnalyticsStore) -> None:
    for visitor_name in ("ada", "bo", "cy"):
        store.write(
            batch(
                analytics_event(visitor_or_name=visitor_name),
                analytics_event(at=5, visitor_or_name=visitor_name),
            )
        )
    store.write(
        batch(
            analytics_event("view_item_list", visitor_or_name="ada"),
            analytics_event("select_item", visitor_or_name="ada"),
        )
    )
    store.write(
        batch(
            analytics_event("select_item", visitor_or_name="bo"),
            analytics_event("purchase", visitor_or_name="di"),
        )
    )
    assert store.get_funnel(PERIOD) == {"visit": 3, "offer": 2, "checkout": 0, "purchase": 1}


def test_retention_counts_every_watched_step(store: AnalyticsStore) -> None:
    store.write(batch(viewing(30, position=30), viewing(30, 9, position=60), viewing(5, 20, position=12)))
    store.write(
        batch(viewing(10, position=41, visitor_or_name="bo"), viewing(20, position=5, visitor_or_name="cy"))
    )
    store.write(
        batch(viewing(900, position=300, visitor_or_name="di"), viewing(0, position=30, visitor_or_name="ed"))
    )
    store.write(batch(viewing(10, position=30, visitor_or_name="fo", thing_kind=ContentKind.LIBRARY_ITEM)))
    store.write(batch(viewing(10, PERIOD.until - START + DAY_SECONDS, position=30, visitor_or_name="gil")))
    assert store.get_retention(PRAIRIE, EVENT, 20) == {
        0: 2, 20: 3, 40: 2, **dict.fromkeys(range(180, 300, 20), 1)
    }  # fmt: skip
    assert store.get_retention(PRAIRIE, EVENT, 10)[30] == 2
    assert store.get_retention(PRAIRIE, EVENT, 200) == {0: 5, 200: 1}
    assert store.get_retention(PRAIRIE, LIBRARY_ITEM, 200) == {0: 1}


def test_the_audience_of_one_item_has_its_fullest_minute(store: AnalyticsStore) -> None:
    replay = PERIOD.until - START + 90 * DAY_SECONDS
    store.write(
        batch(first_frame(0, "ada"), viewing(10, 30, "ada"), viewing(10, 40, "bo"), first_frame(9, "cy"))
    )
    store.write(batch(viewing(10, 60, "ada"), viewing(10, 70, "ada"), viewing(10, replay, "di")))
    store.write(batch(*(viewing(10, 60, name, thing_kind=ContentKind.LIBRARY_ITEM) for name in "efg")))
    bot, atelier = visitor("bot", is_bot=True), visitor("eve", channel_id=ATELIER)
    store.write(batch(viewing(10, 30, bot), viewing(10, 30, atelier), viewing(10, 30, "ada", thing_id=13)))
    assert store.get_content_audience(PRAIRIE, EVENT) == ContentAudience(AudienceStats(2, 50, 4), 2)
    assert store.get_content_audience(PRAIRIE, LIBRARY_ITEM) == ContentAudience(AudienceStats(0, 30, 3), 3)


def test_the_viewers_of_one_item_are_counted_by_step_live_and_later(store: AnalyticsStore) -> None:
    watched = [viewing(10, at, name, live=True) for at, name in ((0, "ada"), (299, "ada"), (300, "bo"))]
    watched += [viewing(10, 301, "ada", live=True), viewing(10, 310, "cy"), viewing(10, 900, "di")]
    bot, other = visitor("bot", is_bot=True), visitor("eve", channel_id=ATELIER)
    store.write(batch(*watched, first_frame(1, "fay"), viewing(10, 5, bot), viewing(10, 5, other)))
    store.write(batch(viewing(10, 5, "gil", thing_id=13)))
    assert store.list_viewer_counts(PRAIRIE, EVENT, START, START + 900, 300) == [
        ViewerCount(START, 1, 0),
        ViewerCount(START + 300, 2, 1),
    ]


def test_dropped_beacons_are_counted_by_reason(store: AnalyticsStore) -> None:
    store.write(batch(dropped={(TODAY, "malformed"): 2, (TODAY - 1, "malformed"): 1, (TODAY - 1, "old"): 5}))
    store.write(batch(dropped={(TODAY, "malformed"): 4}))
    assert store.count_dropped(TODAY - 1) == {"malformed": 7, "old": 5}
    assert store.count_dropped(TODAY) == {"malformed": 6}
