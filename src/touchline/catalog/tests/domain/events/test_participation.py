"""Participation: one rule for filters, favorites, calendars and reminders."""

from __future__ import annotations

from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.events.participation import (
    expand_participants,
    group_parents_by_child,
    list_parent_participants,
    list_participants_with_event,
    resolve_participation,
)
from touchline.shared.ids import GroupId, ParticipantId


def team(number: int, *children: Participant) -> Participant:
    return Participant(ParticipantId(number), f"team-{number}", {"en": f"Team {number}"}, children=children)


def test_a_participant_has_its_own_events_and_those_of_its_children() -> None:
    co_op = team(1, team(2), team(3))
    assert expand_participants([co_op]) == {1, 2, 3}
    assert expand_participants([team(2)]) == {2}
    assert expand_participants([]) == frozenset()


def test_an_event_belongs_to_its_sides_their_parents_and_all_their_groups() -> None:
    parents = {ParticipantId(2): [ParticipantId(1)]}
    groups = {ParticipantId(1): GroupId(7), ParticipantId(2): GroupId(8), ParticipantId(5): GroupId(9)}
    found = resolve_participation([ParticipantId(2), ParticipantId(4)], parents, groups)
    assert found.participants == {1, 2, 4}
    assert found.groups == {7, 8}


def test_parent_participants_of_the_sides_have_the_event_too() -> None:
    hawks, owls, bears = team(2), team(3), team(4)
    co_op, all_girls = team(1, hawks, owls), team(9, hawks)
    parents = group_parents_by_child([co_op, hawks, owls, bears, all_girls])
    for sides in ([hawks, bears], [hawks, owls], [co_op, hawks], [bears], []):
        besides = list_parent_participants(sides, parents)
        assert [*sides, *besides] == list(list_participants_with_event(sides, parents))
    assert list_parent_participants([hawks, owls], parents) == (co_op, all_girls)
    assert list_parent_participants([co_op, hawks], parents) == (all_girls,)
    assert list_parent_participants([bears], parents) == ()
