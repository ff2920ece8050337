"""Viewers are told once that what they wait for is live: whoever runs the job, however often, and whoever
dies in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import event as sql_event

from touchline.channel.facade import ChannelFacts
from touchline.conftest import NOON, Visitor
from touchline.engagement.adapters.subscribers import event_went_live
from touchline.engagement.application import tell_live
from touchline.engagement.events import ReminderDue
from touchline.engagement.tests.adapters.conftest import Apply, Ids
from touchline.engagement.tests.adapters.season import HOUR, game
from touchline.entrypoints.bootstrap import House
from touchline.platform.db.session import present_channel
from touchline.shared.clock import FixedClock
from touchline.shared.jobs import Task

Letters = Callable[[], Sequence[Any]]
TELL = Task(tell_live.TELL_LIVE, ())


@pytest.fixture(autouse=True)
def before_the_game(clock: FixedClock) -> None:
    """Two hours before noon; `on-now` begins in one."""
    clock.set(NOON - 2 * HOUR)


@pytest.fixture
def tell(house: House) -> Callable[[], None]:
    """Runs the job of each minute."""
    return lambda: house.runner.run(TELL)


def wait_for(viewer: Visitor, kind: str, thing: int) -> None:
    """Press the bell."""
    assert viewer.post("/reminder", about_type=kind, about_id=thing).status_code in (200, 201)


def about_games(letters: Letters) -> list[str]:
    """To whom letters about live games went, one line each."""
    return sorted(one.to for one in letters() if one.unsubscribe)


@pytest.mark.parametrize(
    ("about", "kind", "key"),
    [
        ("event", "event", "on-now"),
        ("participant", "participant", "cedar-hockey"),
        ("participant", "participant", "harlan-hockey"),
        ("participant", "participant", "all-cedar"),
        ("group", "group", "harlan"),
        ("category", "category", "hockey-games"),
    ],
)
def test_whoever_waits_for_the_game_or_for_who_plays_it_is_told(
    ada: Visitor, bea: Visitor, ids: Ids, clock: FixedClock, letters: Letters, tell: Any,
    about: str, kind: str, key: str,
) -> None:  # fmt: skip
    wait_for(ada, about, ids(kind, key))
    wait_for(bea, "participant", ids("participant", "cedar-soccer"))
    tell()
    assert about_games(letters) == []
    clock.set(NOON)
    tell()
    (letter,) = [one for one in letters() if one.unsubscribe]
    assert letter.to == "ada@example.org"
    assert "Harlan Hockey @ Cedar Hockey" in letter.subject + letter.text
    assert f"/watch/{ids('event', 'on-now')}" in letter.text


def test_a_viewer_is_told_once_by_however_many_reminders_and_however_often_the_job_runs(
    ada: Visitor, ids: Ids, clock: FixedClock, letters: Letters, tell: Any
) -> None:
    wait_for(ada, "event", ids("event", "on-now"))
    wait_for(ada, "group", ids("group", "cedar"))
    wait_for(ada, "group", ids("group", "harlan"))
    clock.set(NOON)
    for _ in range(3):
        tell()
        clock.advance(timedelta(minutes=1))
    assert about_games(letters) == ["ada@example.org"]


def test_several_at_once_tell_each_viewer_once(
    ada: Visitor, bea: Visitor, house: House, ids: Ids, clock: FixedClock, letters: Letters,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    for viewer in (ada, bea):
        wait_for(viewer, "group", ids("group", "cedar"))
    clock.set(NOON)
    ready, outbox = Barrier(3), house.container.outbox()
    write, announced = outbox._write, list[str]()

    def note(kind: str, name: str, *rest: Any) -> None:
        announced.append(name)
        write(kind, name, *rest)

    monkeypatch.setattr(outbox, "_write", note)

    def run(_number: int) -> None:
        ready.wait(10)
        house.runner.run(TELL)

    with ThreadPoolExecutor(3) as threads:
        list(threads.map(run, range(3)))
    assert announced.count(ReminderDue.name()) == 2
    assert about_games(letters) == ["ada@example.org", "bea@example.org"]


def test_in_quiet_hours_nobody_is_told_and_after_them_only_of_what_is_still_live(
    ada: Visitor, bea: Visitor, ids: Ids, clock: FixedClock, letters: Letters, tell: Any
) -> None:
    # NOON is 12:00 in Chicago, the channel's zone, and 19:00 in Paris; the game ends at 13:00 there
    said = {"by_mail": True, "by_push": True}
    ada.post("/news-settings", **said, quiet_from="10:00", quiet_to="12:30")
    bea.post("/news-settings", **said, quiet_from="18:00", quiet_to="20:00", time_zone="Europe/Paris")
    for viewer in (ada, bea):
        wait_for(viewer, "group", ids("group", "cedar"))
    clock.set(NOON)
    tell()
    assert about_games(letters) == []
    clock.set(NOON + timedelta(minutes=30))
    tell()
    assert about_games(letters) == ["ada@example.org"]
    clock.set(NOON + timedelta(minutes=61))
    tell()
    assert about_games(letters) == ["ada@example.org"]


def test_who_asks_while_it_is_live_knows_it_and_is_told_of_the_stream_that_begins_after(
    ada: Visitor, house: House, ids: Ids, clock: FixedClock, letters: Letters, tell: Any, transaction: Any
) -> None:
    clock.set(NOON)
    wait_for(ada, "event", ids("event", "on-now"))
    tell()
    assert about_games(letters) == []
    go_live(house, ada.channel, ids("event", "on-now"), NOON + timedelta(minutes=5))
    clock.advance(timedelta(minutes=6))
    tell()
    assert about_games(letters) == ["ada@example.org"]


def go_live(house: House, channel: ChannelFacts, event_id: int, at: Any) -> None:
    """An encoder publishes, and the first picture is there; the process that receives it announces it."""
    container: Any = house.container
    live = container.catalog.live
    with house.container.database().transaction(channel.id):
        stream = live.open()(event_id)
    live.changes().claim(stream, "a-lease")
    live.changes().go_live(stream, "a-lease", at)


def test_the_first_picture_tells_at_once_and_an_encoder_that_comes_back_does_not(
    ada: Visitor, house: House, ids: Ids, clock: FixedClock, letters: Letters
) -> None:
    later = ids("event", "later")
    wait_for(ada, "event", later)
    clock.set(NOON)  # hours before the game: no clock says that it is live
    go_live(house, ada.channel, later, NOON)
    assert about_games(letters) == ["ada@example.org"]
    go_live(house, ada.channel, later, NOON + timedelta(minutes=1))
    house.runner.run(TELL)
    assert about_games(letters) == ["ada@example.org"]


def test_a_simulated_showing_is_live_as_well(
    ada: Visitor, season: ChannelFacts, apply: Apply, ids: Ids, clock: FixedClock, letters: Letters, tell: Any
) -> None:
    apply(season, events=[game("shown", NOON - timedelta(days=3), simulate_at=NOON)])
    wait_for(ada, "event", ids("event", "shown"))
    clock.set(NOON - timedelta(seconds=1))
    tell()
    assert about_games(letters) == []
    clock.set(NOON + timedelta(seconds=1))
    tell()
    assert about_games(letters) == ["ada@example.org"]


class Killed(BaseException):
    """SIGKILL, as far as one process can play it: nothing catches it."""


SEAMS = {
    "before the viewer is noted": "INSERT INTO engagement_told",
    "before the letter is announced": "INSERT INTO outbox",
}


@contextmanager
def killed_at(house: House, statement: str) -> Iterator[None]:
    """Whoever would send the statement dies first."""

    def die(_connection: Any, _cursor: Any, sent: str, *_: Any) -> None:
        if sent.startswith(statement):
            raise Killed

    engine = house.container.database().engine
    sql_event.listen(engine, "before_cursor_execute", die)
    try:
        with pytest.raises(Killed):
            yield
    finally:
        sql_event.remove(engine, "before_cursor_execute", die)


@pytest.mark.parametrize("seam", SEAMS)
def test_who_is_killed_in_the_middle_has_told_nobody_by_halves(
    ada: Visitor,
    bea: Visitor,
    house: House,
    ids: Ids,
    clock: FixedClock,
    letters: Letters,
    tell: Any,
    seam: str,
) -> None:
    for viewer in (ada, bea):
        wait_for(viewer, "group", ids("group", "cedar"))
    clock.set(NOON)
    with killed_at(house, SEAMS[seam]):
        tell()
    assert about_games(letters) == []
    tell()
    assert about_games(letters) == ["ada@example.org", "bea@example.org"]


def test_who_is_killed_before_the_letter_left_leaves_it_to_the_sweep_and_it_is_one(
    ada: Visitor, house: House, ids: Ids, clock: FixedClock, letters: Letters, tell: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    wait_for(ada, "group", ids("group", "cedar"))
    clock.set(NOON)

    def die(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch, pytest.raises(Killed):
        patch.setattr(house.container.outbox(), "_send", die)
        tell()
    tell()
    assert about_games(letters) == []
    clock.advance(timedelta(minutes=11))
    house.container.outbox().sweep()
    tell()
    house.container.outbox().sweep()
    assert about_games(letters) == ["ada@example.org"]


def test_a_channels_viewers_are_told_of_its_own_games_alone(
    ada: Visitor, stranger: Visitor, apply: Apply, ids: Ids, clock: FixedClock, letters: Letters, tell: Any
) -> None:
    apply(stranger.channel, events=[])
    them = stranger.register(email="eve@example.org")
    (school, *_) = [one for one in them.data("/participant-groups") if one["alias"] == "cedar"]
    wait_for(them, "group", school["id"])
    wait_for(ada, "group", ids("group", "cedar"))
    clock.set(NOON)
    tell()
    assert about_games(letters) == ["ada@example.org"]


def test_a_channel_that_fails_is_logged_and_keeps_no_other_from_its_news_and_the_job_fails_then(
    ada: Visitor, stranger: Visitor, house: House, ids: Ids, clock: FixedClock, letters: Letters, tell: Any,
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    assert stranger.channel.slug < ada.channel.slug, "they are told by slug"
    container: Any = house.container
    work = container.engagement.news.tell()
    live = work.live

    def fail_there() -> Any:
        if present_channel() == stranger.channel.id:
            raise RuntimeError("a broken game")
        return live()

    monkeypatch.setattr(work, "live", fail_there)
    wait_for(ada, "group", ids("group", "cedar"))
    clock.set(NOON)
    with pytest.raises(RuntimeError, match="a broken game"):
        tell()
    assert about_games(letters) == ["ada@example.org"]
    (line,) = [one for one in caplog.records if one.levelname == "ERROR"]
    assert f"channel {stranger.channel.id}" in line.getMessage()


def test_many_are_told_in_parts_and_nobody_is_passed_over(
    visit: Any, season: ChannelFacts, ids: Ids, clock: FixedClock, letters: Letters, tell: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(tell_live, "AT_ONCE", 2)
    expected = [f"v{number}@example.org" for number in range(5)]
    for number, email in enumerate(expected):
        viewer = visit(season).register(email=email)
        wait_for(viewer, "group", ids("group", "cedar"))
        wait_for(viewer, "group", ids("group", "harlan"))
        if number == 1:
            wait_for(viewer, "event", ids("event", "on-now"))
        if number in (1, 2):
            viewer.post("/news-settings", by_mail=False, by_push=False)
    clock.set(NOON)
    tell()
    assert about_games(letters) == [expected[0], *expected[3:]]


def test_what_happened_twice_is_told_once(
    ada: Visitor, house: House, ids: Ids, clock: FixedClock, letters: Letters, transaction: Any
) -> None:
    wait_for(ada, "event", ids("event", "on-now"))
    clock.set(NOON)
    for _ in range(2):
        with transaction(ada.channel.id):
            event_went_live({"channel_id": ada.channel.id, "event_id": ids("event", "on-now")})
    assert about_games(letters) == ["ada@example.org"]


def test_looking_for_who_is_to_be_told_costs_few_queries(
    ada: Visitor, ids: Ids, clock: FixedClock, queries: Callable[[], Any], tell: Any
) -> None:
    wait_for(ada, "event", ids("event", "on-now"))
    clock.set(NOON)
    tell()
    with queries() as sent:
        tell()
    assert len([one for one in sent if "catalog_" in one]) == 1
    assert len([one for one in sent if "engagement_" in one]) == 1
