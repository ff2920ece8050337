"""Lines become facts, and whatever stands in them is counted or kept, and never raised."""

from __future__ import annotations

import pytest

from touchline.analytics.application.read_lines import MOST_FACTS, ReadLines
from touchline.analytics.domain.dropping import Reason
from touchline.analytics.domain.facts import Batch, Happening, ViewFact
from touchline.analytics.domain.lines import line_of_left
from touchline.analytics.domain.payloads import Call
from touchline.analytics.tests.intake_fakes import (
    CHANNEL,
    NOON_MS,
    VISIT,
    WATCHED,
    FakeAgents,
    FakeFile,
    FakePeople,
    FakeProfiles,
    line,
    marker,
)
from touchline.shared.ids import AccountId, ChannelId

DAY = NOON_MS // 86_400_000


@pytest.fixture
def people() -> FakePeople:
    return FakePeople()


@pytest.fixture
def read(people: FakePeople) -> ReadLines:
    return reader(people)


def reader(people: FakePeople) -> ReadLines:
    profiles = FakeProfiles(prairie_key=CHANNEL, other_key=ChannelId(2))
    return ReadLines(profiles, people, FakeAgents(), marker(), lambda: NOON_MS)


def batch_of(read: ReadLines, *lines: bytes) -> Batch:
    file = FakeFile(*lines)
    return read(file.name, 0, file.lines(0))


def test_each_thing_of_a_list_is_a_fact_of_its_channel(read: ReadLines) -> None:
    batch = batch_of(
        read, line(Call.EVENT, [VISIT, {**VISIT, "profile": "other-key"}]), line(Call.VIEWING, WATCHED)
    )
    assert [fact.visitor.channel_id for fact in batch.facts] == [1, 2, 1]
    assert [type(fact) for fact in batch.facts] == [Happening, Happening, ViewFact]
    assert len({fact.id for fact in batch.facts}) == 3
    assert (batch.first, batch.dropped) == (0, {})


def test_a_line_that_is_read_again_gives_the_same_facts(read: ReadLines) -> None:
    lines = [line(Call.EVENT, [VISIT, VISIT]), line(Call.EVENT, VISIT)]
    assert batch_of(read, *lines) == batch_of(read, *lines)
    second = FakeFile(*lines)
    later = read(second.name, len(lines[0]), second.lines(len(lines[0])))
    assert later.facts == batch_of(read, *lines).facts[2:]


def test_a_batch_ends_with_a_line(read: ReadLines) -> None:
    lines = [line(Call.EVENT, [VISIT] * 50)] * (MOST_FACTS // 50 + 3)
    batch = batch_of(read, *lines)
    assert len(batch.facts) == MOST_FACTS
    assert batch.last == MOST_FACTS // 50 * len(lines[0])


def test_a_bots_facts_are_marked(read: ReadLines) -> None:
    batch = batch_of(read, line(Call.EVENT, VISIT), line(Call.EVENT, VISIT, agent="a bot"))
    assert [fact.visitor.is_bot for fact in batch.facts] == [False, True]


def test_a_person_is_known_with_consent_alone_and_in_their_channel_alone(
    read: ReadLines, people: FakePeople
) -> None:
    people.make(AccountId(4))
    agreed = {**VISIT, "user_id": 4, "consent": True}
    told = [
        agreed,
        {**agreed, "consent": False},
        {**agreed, "profile": "other-key"},
        {**agreed, "user_id": 5},
    ]
    batch = batch_of(read, line(Call.EVENT, told))
    assert [fact.visitor.person for fact in batch.facts] == ["person-4", "", "", ""]


def test_what_is_not_kept_is_counted_by_its_day_and_reason(read: ReadLines) -> None:
    batch = batch_of(
        read,
        line(Call.EVENT, [5, {}, {**VISIT, "profile": "nobody"}, {**VISIT, "event": 1}, VISIT]),
        line(Call.EVENT, [VISIT] * 51),
        line(Call.EVENT, b'{"page": NaN}', came=NOON_MS - 86_400_000),
        line_of_left(Reason.SPOOL_FULL, NOON_MS, 3),
        b"torn\n",
    )
    assert len(batch.facts) == 1
    assert batch.dropped == {
        (DAY, "not_an_object"): 1,
        (DAY, "unknown_profile"): 2,
        (DAY, "wrong_type"): 1,
        (DAY, "too_many"): 1,
        (DAY - 1, "not_json"): 1,
        (DAY, "spool_full"): 3,
        (DAY, "unreadable"): 1,
    }
