"""Names of events, and what an event inherits from its category and participants."""

from __future__ import annotations

from dataclasses import replace

from touchline.catalog.domain.events.participants import EventSide
from touchline.catalog.domain.taxonomy import Gender
from touchline.catalog.tests.samples import TIMBER, TORRENT, build_event, build_team, build_text


def test_a_two_sided_event_is_named_away_at_home_whatever_the_order_of_its_sides() -> None:
    event = build_event(sides=(EventSide(TIMBER, is_home=True), EventSide(TORRENT)))
    assert event.is_matchup
    assert event.get_name("en", "en") == "Harlan Falls @ Cedar Ridge"
    assert event.get_short_name("en", "en") == "HRF @ CDR"


def test_a_participant_without_a_short_name_uses_its_full_name() -> None:
    nameless = replace(TORRENT, short_name={})
    event = build_event(sides=(EventSide(nameless), EventSide(TIMBER, is_home=True)))
    assert event.get_short_name("en", "en") == "Harlan Falls @ CDR"


def test_a_title_takes_precedence_over_participant_names() -> None:
    final = build_event(title=build_text("State final", "Finale"))
    assert final.get_name("fr", "en") == "Finale"
    assert final.get_short_name("en", "en") == "State final"


def test_a_name_falls_back_to_the_channel_language() -> None:
    assert build_event(title=build_text("Open practice"), sides=()).get_name("fr", "en") == "Open practice"


def test_sides_without_a_home_side_are_listed() -> None:
    meet = build_event(
        sides=(EventSide(TORRENT), EventSide(TIMBER), EventSide(build_team(3, "North Fork", "NFK")))
    )
    assert not meet.is_matchup
    assert meet.get_name("en", "en") == "Harlan Falls, Cedar Ridge, North Fork"


def test_sport_and_gender_come_from_the_category_or_the_participants() -> None:
    assert (build_event().sport, build_event().gender) == ("hockey", Gender.MALE)
    girls = [build_team(number, "X", "X", sport="soccer", gender=Gender.FEMALE) for number in (3, 4)]
    uncategorized = build_event(category=None, sides=(EventSide(girls[0]), EventSide(girls[1], is_home=True)))
    assert (uncategorized.sport, uncategorized.gender) == ("soccer", Gender.FEMALE)
    mixed = build_event(
        category=None, sides=(EventSide(girls[0]), EventSide(build_team(5, "Y", "Y", gender=Gender.MALE)))
    )
    assert mixed.gender is Gender.NOT_IDENTIFIED


def test_a_team_without_an_image_uses_the_logo_of_its_school() -> None:
    assert TORRENT.logo == "/files/x/1.svg"
    assert build_team(3, "X", "X", image="/files/x/own.svg").logo == "/files/x/own.svg"
