"""The sports of a channel, on both databases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from touchline.catalog.domain.scoring.sport import Sport
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application

Apply = Callable[..., None]
CURLING = {
    "key": "ice-curling",
    "name": {"en": "Curling"},
    "periods": [{"name": {"en": "1st end"}}],
    "scores": [{"key": "stone", "name": {"en": "Stone"}, "points": 1}],
}


def find_sport(application: Application, channel: ChannelDetails, key: str) -> Sport | None:
    """Return the sport of a key in the channel."""
    container = application.container
    with container.database().transaction(channel.id):
        sport: Sport | None = container.catalog.sports().get(key)
        return sport


def test_a_channel_has_the_shipped_sports(application: Application, season: ChannelDetails) -> None:
    hockey = find_sport(application, season, "hockey")
    assert hockey
    assert hockey.periods.count == 3
    assert find_sport(application, season, "ice-curling") is None


def test_a_pack_adds_a_sport_and_replaces_a_shipped_one(
    application: Application, season: ChannelDetails, apply: Apply
) -> None:
    apply(season, sports=[CURLING, {**CURLING, "key": "hockey"}])
    curling, hockey = (find_sport(application, season, key) for key in ("ice-curling", "hockey"))
    assert curling
    assert curling.scores[0].key == "stone"
    assert hockey
    assert hockey.periods.count == 1
    with application.container.database().transaction(season.id):
        sports = application.container.catalog.sports().list()
    assert [sport.key for sport in sports] == sorted(sport.key for sport in sports)
    assert len(sports) == len({sport.key for sport in sports}) == 13


def test_a_sport_is_found_by_the_folded_key_of_a_category(
    application: Application, season: ChannelDetails, apply: Apply
) -> None:
    apply(season, sports=[CURLING])
    for key in ("track and field", "ice curling"):
        assert find_sport(application, season, key)


def test_a_sport_that_the_pack_no_longer_has_is_the_shipped_one_again(
    application: Application,
    season: ChannelDetails,
    apply: Apply,
    exported: Callable[[ChannelDetails], dict[str, Any]],
) -> None:
    apply(season, sports=[CURLING, {**CURLING, "key": "hockey"}])
    assert [entry["key"] for entry in exported(season)["sports"]] == ["hockey", "ice-curling"]
    assert exported(season)["sports"][1] == CURLING
    apply(season, sports=[])
    assert exported(season)["sports"] == []
    hockey = find_sport(application, season, "hockey")
    assert hockey
    assert hockey.periods.count == 3


def test_the_sports_of_a_channel_are_its_own(
    application: Application, season: ChannelDetails, other_channel: ChannelDetails, apply: Apply
) -> None:
    apply(season, sports=[CURLING])
    assert find_sport(application, other_channel, "ice-curling") is None
