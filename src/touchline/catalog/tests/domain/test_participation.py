"""Whose events: one rule for filters, favorites, calendars and reminders."""

from __future__ import annotations

from touchline.catalog.domain.participant import Participant
from touchline.catalog.domain.participation import (
    having,
    having_besides_sides,
    owners,
    parents_by_child,
    participants_with_events_of,
)
from touchline.shared.ids import GroupId, ParticipantId


def team(number: int, *children: Participant) -> Participant:
    return Participant(ParticipantId(number), f"team-{number}", {"en": f"Team {number}"}, children=children)


def test_a_participant_has_its_own_events_and_those_of_whom_it_stands_for() -> None:
    co_op = team(1, team(2), team(3))
    assert participants_with_events_of([co_op]) == {1, 2, 3}
    assert participants_with_events_of([team(2)]) == {2}
    assert participants_with_events_of([]) == frozenset()


def test_an_event_belongs_to_its_sides_to_who_stands_for_them_and_to_the_groups_of_all() -> None:
    parents = {ParticipantId(2): [ParticipantId(1)]}
    groups = {ParticipantId(1): GroupId(7), ParticipantId(2): GroupId(8), ParticipantId(5): GroupId(9)}
    found = owners([ParticipantId(2), ParticipantId(4)], parents, groups)
    assert found.participants == {1, 2, 4}
    assert found.groups == {7, 8}


def test_who_has_an_event_besides_its_sides_stands_for_one_of_them() -> None:
    hawks, owls, bears = team(2), team(3), team(4)
    co_op, all_girls = team(1, hawks, owls), team(9, hawks)
    parents = parents_by_child([co_op, hawks, owls, bears, all_girls])
    for sides in ([hawks, bears], [hawks, owls], [co_op, hawks], [bears], []):
        besides = having_besides_sides(sides, parents)
        assert [*sides, *besides] == list(having(sides, parents))
    assert having_besides_sides([hawks, owls], parents) == (co_op, all_girls)
    assert having_besides_sides([co_op, hawks], parents) == (all_girls,)
    assert having_besides_sides([bears], parents) == ()
