"""`touchline takedowns …` on the real tables."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from touchline.channel.adapters.cli.takedown_commands import takedowns
from touchline.channel.facade import ChannelDetails, TakedownAction, TakedownSubject
from touchline.entrypoints.bootstrap import Application
from touchline.shared.errors import RefusedError


def record_takedown(
    application: Application, channel: ChannelDetails, number: int, reason: str = "", actor: str = "rosa"
) -> None:
    """Record in the takedown log that a clip was hidden."""
    with application.container.database().transaction(channel.id):
        application.container.channel.facade().record_takedown(
            TakedownAction.HIDE, TakedownSubject.CLIP, number, actor=actor, reason=reason
        )


def run_takedowns(*arguments: str) -> Result:
    """Run `touchline takedowns …`."""
    return CliRunner(env={"COLUMNS": "120"}).invoke(takedowns, arguments)


def test_takedowns_are_listed_with_actor_time_action_and_reason(
    application: Application, channel: ChannelDetails
) -> None:
    record_takedown(application, channel, 3, reason=" A parent   asked. ")
    record_takedown(application, channel, 4)
    (latest, first) = json.loads(run_takedowns("list", "--json").output)
    assert (latest["subject_id"], latest["reason"]) == (4, "")
    assert (first["actor"], first["action"], first["subject"]) == ("rosa", "hide", "clip")
    assert (first["subject_id"], first["reason"]) == (3, "A parent asked.")
    assert first["at"].endswith("+00:00")
    table = run_takedowns("list", "--limit", "1", "--channel", channel.slug).output
    assert "hide clip 4" in table and "hide clip 3" not in table


def test_a_reason_over_500_characters_is_rejected(application: Application, channel: ChannelDetails) -> None:
    with pytest.raises(RefusedError, match="at most 500"):
        record_takedown(application, channel, 3, reason="x" * 501)
    assert json.loads(run_takedowns("list", "--json").output) == []


def test_actor_names_are_stored_in_full_or_rejected(
    application: Application, channel: ChannelDetails
) -> None:
    for actor in ("w" * 81, f"{'wilhelmina.' * 6}vandersloot@athletics.example"):
        with pytest.raises(RefusedError, match="at most 80"):
            record_takedown(application, channel, 3, actor=actor)
    assert json.loads(run_takedowns("list", "--json").output) == []
    record_takedown(application, channel, 3, actor=f" {'w' * 80} ")
    assert json.loads(run_takedowns("list", "--json").output)[0]["actor"] == "w" * 80


def test_the_log_of_another_channel_is_not_shown(
    application: Application, channel: ChannelDetails, other_channel: ChannelDetails
) -> None:
    record_takedown(application, other_channel, 9)
    assert json.loads(run_takedowns("list", "--json", "--channel", channel.slug).output) == []
