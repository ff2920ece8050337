"""What is told is written down, taken up, and forgotten in time."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from touchline.analytics.application.forgetting import ForgetOld
from touchline.analytics.application.persons import ForgetLeavers
from touchline.analytics.application.read_lines import ReadLines
from touchline.analytics.application.take_in import TakeIn
from touchline.analytics.application.take_up import TakeUp
from touchline.analytics.domain.facts import Batch, Happening, Visitor
from touchline.analytics.domain.lines import Left, ReceivedCall, read_line
from touchline.analytics.domain.payloads import Call
from touchline.analytics.ports.store import StoreUnavailable
from touchline.analytics.tests.fakes import MemoryStore
from touchline.analytics.tests.intake_fakes import (
    CHANNEL,
    CHROME,
    HASH,
    NOON_MS,
    VISIT,
    FakeAgents,
    FakeCountries,
    FakeFile,
    FakePeople,
    FakeProfiles,
    FakeSpool,
    FakeUsages,
    line,
    marker,
    plenty,
)
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId

IP = "203.0.113.77"


@pytest.fixture
def spool() -> FakeSpool:
    return FakeSpool()


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def take_up(store: MemoryStore) -> TakeUp:
    read = ReadLines(FakeProfiles(prairie_key=CHANNEL), FakePeople(), FakeAgents(), marker(), lambda: NOON_MS)
    return TakeUp(store, read)


def test_a_call_is_one_line_in_which_no_address_stands(spool: FakeSpool) -> None:
    countries = FakeCountries("CA")
    TakeIn(spool, countries, plenty(), lambda: NOON_MS)(Call.EVENT, b"what came", IP, {"User-Agent": CHROME})
    assert countries.asked == ["203.0.113.0"]
    (text,) = spool.written
    assert read_line(text) == ReceivedCall(Call.EVENT, NOON_MS, "CA", CHROME, "what came")
    assert b"203.0" not in text


def test_whoever_comes_from_nowhere_with_no_program_is_taken_in(spool: FakeSpool) -> None:
    TakeIn(spool, FakeCountries(None), plenty(), lambda: NOON_MS)(Call.VIDEO, b"", "", {})
    assert read_line(spool.written[0]) == ReceivedCall(Call.VIDEO, NOON_MS, "", "", "")


def test_a_full_spool_is_no_visitors_trouble(spool: FakeSpool) -> None:
    spool.is_full = True
    TakeIn(spool, FakeCountries(), plenty(), lambda: NOON_MS)(Call.VIDEO, b"", IP, {})
    assert spool.written == []


def test_what_nobody_reads_is_counted(spool: FakeSpool) -> None:
    TakeIn(spool, FakeCountries(), plenty(), lambda: NOON_MS).too_large()
    found = read_line(spool.written[0])
    assert isinstance(found, Left) and (found.reason, found.count) == ("too_large", 1)


def test_a_file_is_stored_from_its_mark_on(take_up: TakeUp, store: MemoryStore) -> None:
    file = FakeFile(line(Call.EVENT, VISIT), line(Call.EVENT, [VISIT, VISIT]))
    first = take_up.store_next(file, take_up.mark(file), most=1)
    assert first is not None and len(store.facts) == 1
    assert take_up.mark(file) == first.last
    second = take_up.store_next(file, first.last)
    assert second is not None and second.last == file.size()
    assert len(store.facts) == 3
    assert take_up.store_next(file, second.last) is None
    take_up.forget(file)
    assert take_up.mark(file) == 0


def test_a_line_that_is_refused_is_counted_in_its_place(take_up: TakeUp, store: MemoryStore) -> None:
    file = FakeFile(line(Call.EVENT, VISIT), line(Call.EVENT, VISIT))
    batch = take_up.drop_next(file, 0)
    assert take_up.mark(file) == batch.last == file.size() // 2
    assert (store.facts, store.dropped(0)) == ([], {"unreadable": 1})


def test_nothing_is_marked_while_the_store_is_away(take_up: TakeUp, store: MemoryStore) -> None:
    file = FakeFile(line(Call.EVENT, VISIT))
    store.away = True
    with pytest.raises(StoreUnavailable):
        take_up.store_next(file, 0)
    store.away = False
    assert take_up.mark(file) == 0


def test_a_person_is_forgotten_and_the_facts_stay(store: MemoryStore) -> None:
    people = FakePeople()
    person = people.make(AccountId(4))
    store.write(Batch("a", 0, 1, (Happening(1, 100, Visitor(CHANNEL, HASH, person=person), "login"),)))
    people.leave(AccountId(4))
    forget = ForgetLeavers(people, store)
    assert forget.waiting() == [(CHANNEL, person)]
    for _ in range(2):
        forget(CHANNEL, person)
    assert [fact.visitor.person for fact in store.facts] == [""]
    assert (people.known, forget.waiting()) == ({}, [])


def test_a_store_that_is_away_leaves_it_known_whom_to_forget(store: MemoryStore) -> None:
    people = FakePeople()
    person = people.make(AccountId(4))
    people.leave(AccountId(4))
    forget = ForgetLeavers(people, store)
    store.away = True
    with pytest.raises(StoreUnavailable):
        forget(CHANNEL, person)
    assert forget.waiting() == [(CHANNEL, person)]


def test_facts_are_kept_as_many_days_as_the_settings_say(store: MemoryStore) -> None:
    now = datetime(2026, 11, 21, 18, tzinfo=UTC)
    old, young = (int(now.timestamp()) - days * 86_400 for days in (31, 29))
    facts = tuple(Happening(n, at, Visitor(CHANNEL, HASH), "login") for n, at in enumerate((old, young)))
    store.write(Batch("a", 0, 1, facts))
    assert ForgetOld(store, FakeUsages(), FixedClock(now), 30)() == 1
    assert [fact.at for fact in store.facts] == [young]
