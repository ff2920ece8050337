"""Private events open for members of their teams and for operators, and one module decides it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from touchline.catalog.application.events.viewer_events import NOT_A_MEMBER, PRIVATE_EVENT, PrivateEventError
from touchline.catalog.domain.events.visibility import Visibility
from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.tests.fakes import FakeMemberships, InMemoryEvents, build_viewer_events
from touchline.catalog.tests.samples import NOON, TIMBER, build_event
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AccountId, ChannelId, EventId, SessionId
from touchline.shared.paging import PageRequest
from touchline.shared.principal import Principal

VISITOR = Principal(ChannelId(1), SessionId(1), None, "en", "US")
MEMBER, CO_OP_MEMBER, STRANGER, OPERATOR = (
    replace(VISITOR, account_id=AccountId(number)) for number in (5, 6, 7, 8)
)
CO_OP_ID = 90
EVENTS = InMemoryEvents(
    [
        build_event(1),
        build_event(2, visibility=Visibility.UNLISTED),
        build_event(3, visibility=Visibility.TEAM_MEMBERS),
        build_event(4, visibility=Visibility.TEAM_MEMBERS, sides=()),
    ]
)
PRIVATE = EventId(3)
PAST_THE_DOOR = {
    "application/consents.py": "operators",
    "application/events/calendars.py": "lists, which have no private events",
    "application/events/change_schedule.py": "operators",
    "application/events/event_cards.py": "operators, and whether an event is private",
    "application/events/followable_queries.py": "operators and jobs",
    "application/events/home_rails.py": "lists, which have no private events",
    "application/events/studio_events.py": "operators",
    "application/events/today_events.py": "operators",
    "application/events/viewer_events.py": "the door",
    "application/live/alert_operators.py": "operators",
    "application/live/stream_tests.py": "operators",
    "application/media/trims.py": "operators",
    "application/packs/export_pack.py": "operators",
    "application/playback/footage_queries.py": "jobs, and the rights of creators of clips",
    "application/playback/playback_rights.py": "a cache for all viewers, and then the door for each",
    "application/sales.py": "operators and jobs",
    "application/scoring/append_entries.py": "operators and scorers",
    "application/scoring/score_alerts.py": "score alerts, which check the members of private events",
    "application/scoring/event_checks.py": "whether an event exists",
    "application/scoring/moment_queries.py": "jobs",
    "application/scoring/scorer_access.py": "operators",
    "application/scoring/scorer_timeline.py": "operators and scorers",
    "application/scoring/season_queries.py": "lists, which have no private events",
    "application/scoring/timeline_access.py": "a token of this event, and operators",
}
"""Modules that read events past the door, and the reason of each."""


def create_members() -> FakeMemberships:
    """Return a member of a side, one of a team that stands for the other side, and an operator."""
    home = TIMBER.id
    teams: dict[int, list[int]] = {5: [home], 6: [CO_OP_ID], 7: [CO_OP_ID + 1]}
    return FakeMemberships(teams, {CO_OP_ID: [home]}, operators=(8,))


@pytest.mark.parametrize("viewer", [MEMBER, CO_OP_MEMBER, OPERATOR])
def test_a_private_event_opens_for_members_of_its_teams_and_for_operators(viewer: Principal) -> None:
    door = build_viewer_events(EVENTS, create_members())
    assert door.get(viewer, PRIVATE).id == PRIVATE and door.find(viewer, PRIVATE)


@pytest.mark.parametrize(("viewer", "message"), [(VISITOR, PRIVATE_EVENT), (STRANGER, NOT_A_MEMBER)])
def test_a_private_event_is_not_found_by_others(viewer: Principal, message: str) -> None:
    door = build_viewer_events(EVENTS, create_members())
    with pytest.raises(PrivateEventError) as error:
        door.get(viewer, PRIVATE)
    assert isinstance(error.value, NotFoundError) and error.value.message == message
    assert door.find(viewer, PRIVATE) is None and door.find_public(PRIVATE) is None


def test_an_event_without_a_team_opens_for_operators_only() -> None:
    door = build_viewer_events(EVENTS, create_members())
    assert door.find(MEMBER, EventId(4)) is None
    assert door.find(OPERATOR, EventId(4))


def test_a_list_by_ids_leaves_out_what_the_viewer_may_not_see() -> None:
    members = create_members()
    door = build_viewer_events(EVENTS, members)
    query, request = EventFilter(ids=frozenset({1, 2, 3, 4})), PageRequest(limit=4)
    seen = {
        viewer.account_id: [int(event.id) for event in door.list_page(viewer, query, request, NOON).items]
        for viewer in (VISITOR, STRANGER, MEMBER, OPERATOR)
    }
    assert {account: sorted(ids) for account, ids in seen.items()} == {
        None: [1, 2],
        7: [1, 2],
        5: [1, 2, 3],
        8: [1, 2, 3, 4],
    }
    assert door.list_page(VISITOR, query, request, NOON).total == 2


def test_a_list_for_everybody_has_no_private_event_and_costs_no_question_about_viewers() -> None:
    members = create_members()
    door = build_viewer_events(EVENTS, members)
    found = door.list_public([EventId(number) for number in (1, 2, 3, 4, 99)])
    assert sorted(int(event.id) for event in found) == [1, 2]
    assert members.calls == 0


def test_events_for_everybody_cost_no_question_about_the_viewer() -> None:
    members = create_members()
    door = build_viewer_events(InMemoryEvents([build_event(1)]), members)
    door.get(STRANGER, EventId(1))
    assert members.calls == 0


def test_only_modules_with_a_reason_read_events_past_the_door() -> None:
    catalog = Path(__file__).parents[3]
    reads = re.compile(r"from touchline\.catalog\.ports\.events\.events import .*\bEvents\b")
    found = {
        path.relative_to(catalog).as_posix()
        for path in (catalog / "application").rglob("*.py")
        if reads.search(path.read_text("utf-8"))
    }
    assert found == set(PAST_THE_DOOR)
