"""`touchline takedowns …` on the real tables."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from touchline.channel.adapters.cli.takedown_commands import takedowns
from touchline.channel.facade import ChannelFacts, TakedownAction, TakedownSubject
from touchline.entrypoints.bootstrap import House
from touchline.shared.errors import Refused


def record(house: House, channel: ChannelFacts, number: int, reason: str = "", actor: str = "rosa") -> None:
    """Hide a clip, as far as the log is concerned."""
    with house.container.database().transaction(channel.id):
        house.container.channel.facade().record_takedown(
            TakedownAction.HIDE, TakedownSubject.CLIP, number, actor=actor, reason=reason
        )


def touchline(*arguments: str) -> Result:
    """Run `touchline takedowns …`."""
    return CliRunner(env={"COLUMNS": "120"}).invoke(takedowns, arguments)


def test_take_downs_are_listed_with_who_when_what_and_why(house: House, channel: ChannelFacts) -> None:
    record(house, channel, 3, reason=" A parent   asked. ")
    record(house, channel, 4)
    (latest, first) = json.loads(touchline("list", "--json").output)
    assert (latest["subject_id"], latest["reason"]) == (4, "")
    assert (first["actor"], first["action"], first["subject"]) == ("rosa", "hide", "clip")
    assert (first["subject_id"], first["reason"]) == (3, "A parent asked.")
    assert first["at"].endswith("+00:00")
    table = touchline("list", "--limit", "1", "--channel", channel.slug).output
    assert "hide clip 4" in table and "hide clip 3" not in table


def test_a_reason_of_more_than_500_characters_is_refused(house: House, channel: ChannelFacts) -> None:
    with pytest.raises(Refused, match="at most 500"):
        record(house, channel, 3, reason="x" * 501)
    assert json.loads(touchline("list", "--json").output) == []


def test_the_log_has_the_full_name_of_an_actor_and_refuses_longer_ones(
    house: House, channel: ChannelFacts
) -> None:
    for actor in ("w" * 81, f"{'wilhelmina.' * 6}vandersloot@athletics.example"):
        with pytest.raises(Refused, match="at most 80"):
            record(house, channel, 3, actor=actor)
    assert json.loads(touchline("list", "--json").output) == []
    record(house, channel, 3, actor=f" {'w' * 80} ")
    assert json.loads(touchline("list", "--json").output)[0]["actor"] == "w" * 80


def test_the_log_of_another_channel_is_not_shown(
    house: House, channel: ChannelFacts, other_channel: ChannelFacts
) -> None:
    record(house, other_channel, 9)
    assert json.loads(touchline("list", "--json", "--channel", channel.slug).output) == []
