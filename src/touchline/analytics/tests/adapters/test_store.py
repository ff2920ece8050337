"""What every store of facts keeps to: figures that were counted by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.analytics_store.tests.clickhouse_server import clickhouse_is_here, running
from touchline.analytics.domain.facts import Device, Happening, Side, ThingKind, What
from touchline.analytics.ports.store import (
    MOST_THINGS,
    AnalyticsStore,
    By,
    Quality,
    QualityStretch,
    Stretch,
    Totals,
    Watched,
)
from touchline.analytics.tests.adapters.stores import Opened, in_clickhouse, in_database, in_memory
from touchline.analytics.tests.facts_made import (
    ATELIER,
    PRAIRIE,
    SPAN,
    START,
    batch,
    began,
    first_frame,
    happened,
    one_of_each,
    parts,
    season,
    viewed,
    viewing,
    visitor,
)
from touchline.analytics.tests.fakes import MemoryStore

STORES = ["memory", "sqlite", "postgres", *(["clickhouse"] if clickhouse_is_here() else [])]
GAME = (ThingKind.EVENT, 12)
FILM = (ThingKind.VOD, 12)
A_DAY = 86_400
TODAY = START // A_DAY


@pytest.fixture(scope="session")
def clickhouse(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a ClickHouse."""
    with running(tmp_path_factory.mktemp("clickhouse")) as port:
        yield port


@pytest.fixture(params=STORES)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    """Each of them, empty."""
    if request.param == "memory":
        yield in_memory()
        return
    if request.param == "clickhouse":
        with in_clickhouse(request.getfixturevalue("clickhouse")) as found:
            yield found
        return
    url = f"sqlite:///{tmp_path / 'facts.sqlite'}"
    with in_database(request.getfixturevalue("postgres") if request.param == "postgres" else url) as found:
        yield found


@pytest.fixture
def store(opened: Opened) -> AnalyticsStore:
    """The store."""
    return opened.store


def everything(store: AnalyticsStore) -> dict[str, object]:
    """Every answer about `SPAN` and what was watched there."""
    some = [(ThingKind.EVENT, 1), (ThingKind.EVENT, 2), (ThingKind.CLIP, 0)]
    return {
        "now": dict(store.viewers_now(PRAIRIE, START)),
        "sessions now": store.sessions_now(PRAIRIE, START),
        "minutes": dict(store.viewers_by_minute(PRAIRIE, START)),
        "totals": store.totals(SPAN),
        **{by.value: list(store.watched_by(SPAN, by).items()) for by in By},
        "through": list(store.watched_through(SPAN)),
        "through some": list(store.watched_through(SPAN, some)),
        "quality": store.quality(SPAN),
        "quality of one": store.quality(SPAN, (ThingKind.EVENT, 1)),
        "quality through": list(store.quality_through(SPAN)),
        "through one": list(store.quality_through(SPAN, (ThingKind.CLIP, 2))),
        "funnel": dict(store.funnel(SPAN)),
        **{
            f"retention {step}": dict(store.retention(PRAIRIE, (ThingKind.VOD, 1), step))
            for step in (1, 7, 60)
        },
        "dropped": dict(store.dropped(0)),
        "doubtful": dict(store.doubtful_through(SPAN)),
    }


def test_an_empty_store_answers_with_nothing(store: AnalyticsStore) -> None:
    store.check()
    nothing = Watched(0, 0, 0)
    assert (store.totals(SPAN), store.quality(SPAN)) == (Totals(0, 0, nothing), Quality())
    assert store.funnel(SPAN) == {"visit": 0, "offer": 0, "checkout": 0, "purchase": 0}
    assert not store.watched_by(SPAN, By.THING)
    assert not store.watched_through(SPAN)
    assert (store.read_to("spool-1"), store.prune(START), store.dropped(0)) == (0, 0, {})


def test_a_part_of_a_file_is_written_once(store: AnalyticsStore) -> None:
    first = batch(happened(), file="spool-1", first=0, last=50, dropped={(TODAY, "malformed"): 2})
    store.write(first)
    store.write(first)
    store.write(batch(happened(), file="spool-1", first=10, last=50))
    assert (store.read_to("spool-1"), store.totals(SPAN).page_visits) == (50, 1)
    assert store.dropped(TODAY) == {"malformed": 2}


def test_the_next_part_goes_on_from_the_mark(store: AnalyticsStore) -> None:
    store.write(batch(happened(), file="spool-1", first=0, last=50))
    store.write(batch(happened(), file="spool-1", first=50, last=80))
    store.write(batch(happened(), file="spool-2", first=0, last=30))
    assert (store.read_to("spool-1"), store.read_to("spool-2")) == (80, 30)
    assert store.totals(SPAN).page_visits == 3


def test_a_part_that_begins_within_what_was_written_is_refused(store: AnalyticsStore) -> None:
    store.write(batch(happened(), file="spool-1", first=0, last=50))
    with pytest.raises(ValueError, match="spool-1"):
        store.write(batch(happened(), happened(), file="spool-1", first=20, last=80))
    assert (store.read_to("spool-1"), store.totals(SPAN).page_visits) == (50, 1)


def test_a_part_without_facts_moves_the_mark(store: AnalyticsStore) -> None:
    store.write(batch(file="spool-1", first=0, last=50))
    assert store.read_to("spool-1") == 50


def test_a_file_that_is_gone_has_no_mark(store: AnalyticsStore) -> None:
    store.write(batch(file="spool-1"))
    store.forget_file("spool-1")
    assert store.read_to("spool-1") == 0


def test_a_session_counts_once_by_whatever_fact_it_is_known(store: AnalyticsStore) -> None:
    store.write(
        batch(began(0, "ada"), began(9, "ada"), happened(at=1, who="ada"), happened("login", who="bo"))
    )
    store.write(batch(first_frame(who="cy"), first_frame(who="ada"), viewed(What.ERROR, who="di")))
    assert store.totals(SPAN) == Totals(sessions=4, page_visits=1, watched=Watched(2, 0, 2))


def test_a_view_counts_from_its_first_frame_and_once(store: AnalyticsStore) -> None:
    store.write(batch(first_frame(view="a"), first_frame(9, view="a"), first_frame(view="b")))
    store.write(batch(viewing(30, view="a"), viewing(12, view="c", who="bo"), viewed(What.PAUSE, who="cy")))
    assert store.totals(SPAN).watched == Watched(views=2, seconds=42, viewers=2)


def test_bots_and_other_channels_are_in_no_count(store: AnalyticsStore) -> None:
    before = everything(store)
    store.write(batch(*one_of_each(visitor(is_bot=True)), *one_of_each(visitor(channel_id=ATELIER))))
    assert everything(store) == before
    store.write(batch(*one_of_each(visitor())))
    assert [name for name, answer in everything(store).items() if answer == before[name]] == [
        "through some",
        "quality of one",
        "through one",
        "retention 1",
        "retention 7",
        "retention 60",
        "dropped",
        "doubtful",
    ]


def test_doubtful_reports_are_in_no_figure_and_counted_apart(store: AnalyticsStore) -> None:
    before = everything(store)
    forged = [one_of_each(visitor(f"forged-{number}", is_doubtful=True)) for number in range(3)]
    robot = one_of_each(visitor(is_bot=True, is_doubtful=True))
    elsewhere = one_of_each(visitor(channel_id=ATELIER, is_doubtful=True))
    later = happened(at=1800, who=visitor(is_doubtful=True))
    store.write(batch(*(fact for facts in forged for fact in facts), *robot, *elsewhere, later))
    assert everything(store) == {**before, "doubtful": {START: 3 * len(forged[0]), START + 1800: 1}}


def test_a_span_holds_its_first_second_and_not_the_one_after_it(store: AnalyticsStore) -> None:
    length = SPAN.until - SPAN.since
    assert length == 49 * 3600
    edges = [(-1, "before"), (0, "first"), (length - 1, "last"), (length, "after")]
    for at, who in edges:
        store.write(batch(*(fact for fact in one_of_each(visitor(who, country=who)) if fact.at == START)))
        store.write(batch(happened(at=at, who=who), viewing(10, at, visitor(who, country=who))))
    assert store.totals(SPAN) == Totals(4, 2, Watched(0, 20, 2))
    assert set(store.watched_by(SPAN, By.COUNTRY)) == {"first", "last"}
    assert [each.at - START for each in store.watched_through(SPAN)] == [0, length - 900]
    assert (store.quality(SPAN).seconds, store.funnel(SPAN)["visit"]) == (20, 2)


def test_what_was_watched_is_told_by_thing_country_and_device_the_most_first(store: AnalyticsStore) -> None:
    ada = visitor("ada", country="CA", device=Device.TV)
    bo = visitor("bo", country="US", device=Device.PHONE)
    store.write(batch(first_frame(who=ada), viewing(30, who=ada), viewing(30, 30, ada)))
    store.write(batch(*(first_frame(who=bo, view=view, thing_kind=ThingKind.VOD) for view in "bc")))
    store.write(batch(viewing(50, who=bo, view="b", thing_kind=ThingKind.VOD), viewing(20, 9, bo)))
    assert list(store.watched_by(SPAN, By.THING).items()) == [
        ("event:12", Watched(1, 80, 2)),
        ("vod:12", Watched(2, 50, 1)),
    ]
    assert list(store.watched_by(SPAN, By.COUNTRY).items()) == [
        ("US", Watched(2, 70, 1)),
        ("CA", Watched(1, 60, 1)),
    ]
    assert store.watched_by(SPAN, By.DEVICE) == {"phone": Watched(2, 70, 1), "tv": Watched(1, 60, 1)}


def test_of_more_things_than_any_channel_has_the_most_watched_are_told(store: AnalyticsStore) -> None:
    store.write(
        batch(*(viewing(1 + (id == MOST_THINGS + 7), thing_id=id) for id in range(1, MOST_THINGS + 9)))
    )
    found = store.watched_by(SPAN, By.THING)
    assert len(found) == MOST_THINGS
    assert next(iter(found.items())) == (f"event:{MOST_THINGS + 7}", Watched(0, 2, 1))
    assert list(found)[1:4] == ["event:1", "event:10", "event:100"]


def test_what_was_watched_is_told_by_quarters_of_an_hour(store: AnalyticsStore) -> None:
    store.write(batch(first_frame(1), viewing(10, 899), viewing(10, 900), viewed(What.END, 2000)))
    store.write(batch(viewing(7, 1000, thing_kind=ThingKind.VOD), viewing(5, 1001, thing_id=13)))
    assert store.watched_through(SPAN) == [Stretch(START, 1, 10), Stretch(START + 900, 0, 22)]
    assert store.watched_through(SPAN, [GAME, FILM]) == [Stretch(START, 1, 10), Stretch(START + 900, 0, 17)]
    assert store.watched_through(SPAN, [FILM]) == [Stretch(START + 900, 0, 7)]
    assert not store.watched_through(SPAN, [])


def test_how_it_played_is_told_in_steps_and_by_side(store: AnalyticsStore) -> None:
    for view, startup in (("a", 99), ("b", 100), ("c", 199), ("d", 10_000), ("e", 70_000), ("f", 0)):
        store.write(batch(first_frame(view=view, startup_ms=startup)))
    for seconds, bitrate in ((10, 249), (20, 250), (5, 499), (7, 0)):
        store.write(batch(viewing(seconds, bitrate=bitrate)))
    for view, side in (("a", Side.VIEWER), ("a", Side.VIEWER), ("b", None)):
        store.write(batch(viewed(What.STALL, view=view, side=side, stall_ms=400)))
    store.write(batch(viewed(What.STALL, view="b", side=Side.UNKNOWN), viewed(What.ERROR, side=Side.SOURCE)))
    assert store.quality(SPAN) == Quality(
        views=6,
        seconds=42,
        startups={0: 1, 100: 2, 10_000: 2},
        bitrates={0: 10, 250: 25},
        views_stalled=2,
        views_failed=1,
        stall_ms={Side.VIEWER: 800, Side.UNKNOWN: 400},
        stalls={Side.VIEWER: 2, Side.UNKNOWN: 2},
        failures={Side.SOURCE: 1},
        views_tried=7,
    )


def test_how_one_thing_played_is_told_by_itself(store: AnalyticsStore) -> None:
    store.write(
        batch(*one_of_each(visitor()), first_frame(thing_id=13), first_frame(thing_kind=ThingKind.CLIP))
    )
    assert store.quality(SPAN, GAME) == Quality(
        1, 30, {700: 1}, {2500: 30}, 1, 1, {Side.DELIVERY: 900}, {Side.DELIVERY: 1}, {Side.UNKNOWN: 1}, 1
    )
    assert store.quality(SPAN, FILM) == Quality()


def test_how_it_played_is_told_by_quarters_of_an_hour(store: AnalyticsStore) -> None:
    store.write(
        batch(first_frame(startup_ms=300), first_frame(5, view="b", startup_ms=500), viewing(9, 2000))
    )
    store.write(batch(viewed(What.STALL, 899), viewed(What.STALL, 900), viewed(What.ERROR, 901)))
    assert store.quality_through(SPAN) == [
        QualityStretch(START, 2, 800, 1, 0),
        QualityStretch(START + 900, 0, 0, 1, 1),
    ]
    store.write(batch(first_frame(2000, view="c"), first_frame(9, view="d")))
    assert store.quality_through(SPAN)[0].views == 2
    assert len(store.quality_through(SPAN)) == 2
    store.write(batch(viewed(What.STALL, 5000, thing_kind=ThingKind.VOD)))
    assert store.quality_through(SPAN, FILM) == [QualityStretch(START + 4500, 0, 0, 1, 0)]


def test_the_steps_to_a_purchase_count_sessions(store: AnalyticsStore) -> None:
    for who in ("ada", "bo", "cy"):
        store.write(batch(happened(who=who), happened(at=5, who=who)))
    store.write(batch(happened("view_item_list", who="ada"), happened("select_item", who="ada")))
    store.write(batch(happened("select_item", who="bo"), happened("purchase", who="di")))
    assert store.funnel(SPAN) == {"visit": 3, "offer": 2, "checkout": 0, "purchase": 1}


def test_how_far_a_film_was_watched_counts_every_step_that_was_touched(store: AnalyticsStore) -> None:
    store.write(batch(viewing(30, position=30), viewing(30, 9, position=60), viewing(5, 20, position=12)))
    store.write(batch(viewing(10, position=41, who="bo"), viewing(20, position=5, who="cy")))
    store.write(batch(viewing(900, position=300, who="di"), viewing(0, position=30, who="ed")))
    store.write(batch(viewing(10, position=30, who="fo", thing_kind=ThingKind.VOD)))
    store.write(batch(viewing(10, SPAN.until - START + A_DAY, position=30, who="gil")))
    assert store.retention(PRAIRIE, GAME, 20) == {
        0: 2, 20: 3, 40: 2, **dict.fromkeys(range(180, 300, 20), 1)
    }  # fmt: skip
    assert store.retention(PRAIRIE, GAME, 10)[30] == 2
    assert store.retention(PRAIRIE, GAME, 200) == {0: 5, 200: 1}
    assert store.retention(PRAIRIE, FILM, 200) == {0: 1}


def test_who_watches_now_is_who_has_watched_since(store: AnalyticsStore) -> None:
    store.write(batch(viewing(10, 59, "ada"), viewing(10, 60, "bo"), viewing(10, 119, "bo")))
    store.write(batch(viewing(10, 120, "ada"), viewing(9, 121, "ada", thing_kind=ThingKind.VOD)))
    store.write(batch(first_frame(130, "cy")))
    assert store.viewers_now(PRAIRIE, START + 60) == {GAME: 2, FILM: 1}
    assert store.sessions_now(PRAIRIE, START + 60) == 2
    assert store.viewers_by_minute(PRAIRIE, START + 60) == {START + 60: 1, START + 120: 1}


def test_what_was_dropped_is_counted_by_reason(store: AnalyticsStore) -> None:
    store.write(batch(dropped={(TODAY, "malformed"): 2, (TODAY - 1, "malformed"): 1, (TODAY - 1, "old"): 5}))
    store.write(batch(dropped={(TODAY, "malformed"): 4}))
    assert store.dropped(TODAY - 1) == {"malformed": 7, "old": 5}
    assert store.dropped(TODAY) == {"malformed": 6}


def test_a_person_is_forgotten_and_the_facts_stay(opened: Opened) -> None:
    for channel_id, person in ((PRAIRIE, "p1"), (PRAIRIE, "p2"), (ATELIER, "p3")):
        opened.store.write(batch(*one_of_each(visitor(channel_id=channel_id, person=person))))
    before = everything(opened.store)
    opened.store.forget_person(PRAIRIE, "p1")
    opened.store.forget_person(PRAIRIE, "p3")
    assert opened.persons() == {"p2", "p3"}
    assert everything(opened.store) == before


def test_what_is_old_is_removed_in_every_channel(store: AnalyticsStore) -> None:
    store.write(batch(*one_of_each(visitor()), *one_of_each(visitor(channel_id=ATELIER))))
    store.write(batch(happened(at=A_DAY), dropped={(TODAY - 1, "old"): 1, (TODAY + 1, "new"): 1}))
    gone = 2 * len(one_of_each(visitor()))
    assert (store.prune(START + A_DAY), store.prune(START + A_DAY)) == (gone, 0)
    assert store.totals(SPAN) == Totals(1, 1, Watched())
    assert store.dropped(0) == {"new": 1}


def test_much_that_is_old_is_removed_in_slices(
    store: AnalyticsStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("touchline.analytics.adapters.sql.writing._SLICE", 4)
    for who in (visitor(), visitor(channel_id=ATELIER)):
        store.write(batch(*(happened(at=at, who=who) for at in (0, 0, 0, 0, 0, 1, 2, 3, A_DAY))))
    gone = []
    while last := store.prune(START + A_DAY):
        gone.append(last)
    assert sum(gone) == 16
    assert gone in ([16], [5, 4, 4, 3], [5, 4, 5, 2], [5, 3, 5, 3], [5, 8, 3])
    assert store.totals(SPAN).page_visits == 1


def test_what_a_browser_names_never_stands_in_the_way(store: AnalyticsStore) -> None:
    odd = visitor("a\0\ud800'\\\n", country="Ω", origin="é`?%s{x:String}", trk="{}")
    huge = viewing(2**40, position=2**40, who=odd, thing_id=2**63, bitrate=2**40, about={"a\0": "\ud800"})
    told = happened(who=odd, detail={"n": 1.5, "is": True, "of": "é\0"}, thing_kind=ThingKind.CLIP)
    store.write(batch(huge, told, viewing(-5, position=-9, who=odd, thing_id=-1)))
    totals = store.totals(SPAN)
    assert (totals.sessions, totals.page_visits, totals.watched.viewers) == (1, 1, 1)


def test_a_fact_knows_its_own_number(store: AnalyticsStore) -> None:
    told = Happening(2**63 - 1, START, visitor(), "visit_page")
    store.write(batch(told, Happening(0, START, visitor(), "visit_page")))
    assert store.totals(SPAN).page_visits == 2


def test_whatever_happened_every_figure_is_the_one_that_is_counted_plainly(store: AnalyticsStore) -> None:
    facts = season(seed=7, many=3000)
    plain = MemoryStore()
    for part in parts(facts, 700):
        store.write(part)
        plain.write(part)
    told, truth = everything(store), everything(plain)
    assert [name for name in truth if told[name] != truth[name]] == []
