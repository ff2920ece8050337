"""Tests of values that a team inherits from its school."""

from __future__ import annotations

import pytest

from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.taxonomy import Group
from touchline.catalog.tests.samples import build_text
from touchline.shared.ids import GroupId, ParticipantId


def team(colors: tuple[str, ...], color: str | None = None, color_2: str | None = None) -> Participant:
    school = Group(GroupId(1), "otters", build_text("Otter Creek"), build_text("OTC"), colors=colors)
    return Participant(
        ParticipantId(1), "boys", build_text("Otter boys"), group=school, color=color, color_2=color_2
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
def test_a_team_inherits_the_second_color_only_with_the_first(
    own: tuple[str | None, str | None], shown: tuple[str | None, str | None]
) -> None:
    assert team(("#111111", "#222222"), *own).display_colors == shown


def test_a_team_inherits_the_colors_of_its_school() -> None:
    assert team(("#111111",)).display_colors == ("#111111", None)
    assert team(()).display_colors == (None, None)
    assert Participant(ParticipantId(1), "boys", build_text("Otter boys")).display_colors == (None, None)


def test_a_team_uses_its_own_short_name_then_its_schools_then_its_full_name() -> None:
    assert team(()).display_short_name == build_text("OTC")
    assert Participant(ParticipantId(1), "boys", build_text("Otter boys")).display_short_name == build_text(
        "Otter boys"
    )
