"""How an event is named, and what it takes from what it is filed under."""

from __future__ import annotations

from dataclasses import replace

from touchline.catalog.domain.participant import Side
from touchline.catalog.domain.places import Gender
from touchline.catalog.tests.samples import TIMBER, TORRENT, game, team, text


def test_a_game_is_named_away_at_home_whatever_the_order_of_its_sides() -> None:
    event = game(sides=(Side(TIMBER, is_home=True), Side(TORRENT)))
    assert event.is_game
    assert event.name("en", "en") == "Harlan Falls @ Cedar Ridge"
    assert event.short_name("en", "en") == "HRF @ CDR"


def test_a_participant_without_a_short_name_is_called_by_its_full_one() -> None:
    nameless = replace(TORRENT, short_name={})
    event = game(sides=(Side(nameless), Side(TIMBER, is_home=True)))
    assert event.short_name("en", "en") == "Harlan Falls @ CDR"


def test_a_title_goes_before_the_names_of_the_participants() -> None:
    final = game(title=text("State final", "Finale"))
    assert final.name("fr", "en") == "Finale"
    assert final.short_name("en", "en") == "State final"


def test_a_name_falls_back_to_the_channels_language() -> None:
    assert game(title=text("Open practice"), sides=()).name("fr", "en") == "Open practice"


def test_sides_that_are_no_game_are_listed() -> None:
    meet = game(sides=(Side(TORRENT), Side(TIMBER), Side(team(3, "North Fork", "NFK"))))
    assert not meet.is_game
    assert meet.name("en", "en") == "Harlan Falls, Cedar Ridge, North Fork"


def test_sport_and_gender_are_the_categorys_or_else_the_participants() -> None:
    assert (game().sport, game().gender) == ("hockey", Gender.MALE)
    girls = [team(number, "X", "X", sport="soccer", gender=Gender.FEMALE) for number in (3, 4)]
    uncategorised = game(category=None, sides=(Side(girls[0]), Side(girls[1], is_home=True)))
    assert (uncategorised.sport, uncategorised.gender) == ("soccer", Gender.FEMALE)
    mixed = game(category=None, sides=(Side(girls[0]), Side(team(5, "Y", "Y", gender=Gender.MALE))))
    assert mixed.gender is Gender.NOT_IDENTIFIED


def test_a_team_without_a_picture_shows_the_crest_of_its_school() -> None:
    assert TORRENT.logo == "/files/x/1.svg"
    assert team(3, "X", "X", image="/files/x/own.svg").logo == "/files/x/own.svg"
