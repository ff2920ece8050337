"""`touchline restream …` on the real application."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from touchline.catalog.adapters.cli.restream_commands import restream
from touchline.channel.facade import ChannelDetails
from touchline.shared.errors import InvalidInputError, NotFoundError

KEY = "abcd-1234-secret"
URL = "rtmps://a.rtmps.youtube.com/live2"


def run(*arguments: str, stdin: str | None = None) -> Result:
    """Run `touchline restream …`."""
    return CliRunner(env={"COLUMNS": "200"}).invoke(restream, list(arguments), input=stdin)


def run_json(*arguments: str) -> Any:
    """Run a command, which must succeed, and return its JSON output."""
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture
def target(season: ChannelDetails) -> str:
    """Return the id of a target."""
    result = run("add", "YouTube", URL, "--service", "youtube", "--json", stdin=f"{KEY}\n")
    assert result.exit_code == 0, result.output
    assert KEY not in result.output
    return str(json.loads(result.stdout)["id"])


def test_the_key_is_read_from_standard_input_and_never_listed(target: str) -> None:
    (row,) = run_json("list")
    assert (row["name"], row["service"], row["server_url"]) == ("YouTube", "youtube", URL)
    text = run("list").stdout
    assert "YouTube" in text and KEY not in text


def test_stream_id_and_passphrase_of_an_srt_server_are_two_lines(season: ChannelDetails) -> None:
    url = "srt://ingest.example.org:9000"
    assert run("add", "Gym", url, stdin="gym-1\nharvest-moon-42\n").exit_code == 0
    assert run("add", "Open", url, stdin="\n\n").exit_code == 0
    error = run("add", "Gym", url, stdin="gym-1\nshort\n").exception
    assert isinstance(error, InvalidInputError)
    assert set(error.errors) == {"passphrase"}


def test_a_target_is_turned_on_and_off_for_an_event(target: str) -> None:
    assert run_json("status", "later")[0]["state"] == "off"
    assert run("on", "later", target).stdout == "YouTube: waiting\n"
    assert run_json("status", "later")[0]["is_on"] is True
    assert run("retry", "later", target).stdout == "YouTube: waiting\n"
    assert "waiting" in run("status", "later").stdout
    assert run("off", "later", target).stdout == "YouTube: off\n"


def test_a_target_is_removed(target: str) -> None:
    assert run("remove", target).stdout == f"Target {target} was deleted.\n"
    assert run_json("list") == []
    assert isinstance(run("remove", target).exception, NotFoundError)


def test_a_missing_key_is_refused(season: ChannelDetails) -> None:
    assert isinstance(run("add", "YouTube", URL, stdin="\n").exception, InvalidInputError)
    assert run_json("list") == []
