"""What a team takes from its school."""

from __future__ import annotations

import pytest

from touchline.catalog.domain.participant import Participant
from touchline.catalog.domain.places import Group
from touchline.catalog.tests.samples import text
from touchline.shared.ids import GroupId, ParticipantId


def team(colors: tuple[str, ...], color: str | None = None, color_2: str | None = None) -> Participant:
    school = Group(GroupId(1), "otters", text("Otter Creek"), text("OTC"), colors=colors)
    return Participant(
        ParticipantId(1), "boys", text("Otter boys"), group=school, color=color, color_2=color_2
    )


@pytest.mark.parametrize(
    ("own", "shown"),
    [
        ((None, None), ("#111111", "#222222")),
        (("#111111", None), ("#111111", "#222222")),
        (("#abcdef", None), ("#abcdef", None)),
        (("#abcdef", "#fedcba"), ("#abcdef", "#fedcba")),
        ((None, "#fedcba"), ("#111111", "#fedcba")),
    ],
)
def test_a_school_lends_its_second_colour_only_with_its_first(
    own: tuple[str | None, str | None], shown: tuple[str | None, str | None]
) -> None:
    assert team(("#111111", "#222222"), *own).colors == shown


def test_a_school_lends_the_colours_it_has() -> None:
    assert team(("#111111",)).colors == ("#111111", None)
    assert team(()).colors == (None, None)
    assert Participant(ParticipantId(1), "boys", text("Otter boys")).colors == (None, None)


def test_a_team_goes_by_its_own_short_name_then_its_schools_then_its_full_one() -> None:
    assert team(()).short == text("OTC")
    assert Participant(ParticipantId(1), "boys", text("Otter boys")).short == text("Otter boys")
