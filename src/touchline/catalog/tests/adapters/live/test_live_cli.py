"""`touchline streams …` on the real application."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from click.testing import CliRunner, Result

from touchline.catalog.adapters.cli.stream_commands import streams
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NOON
from touchline.entrypoints.bootstrap import Application
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import EventId

Run = Callable[..., Result]
Ids = Callable[[str, str], int]


@pytest.fixture
def run(season: ChannelDetails) -> Run:
    """Return a function that runs `touchline streams …`."""
    return lambda *arguments: CliRunner().invoke(streams, list(arguments))


@pytest.fixture
def run_json(run: Run) -> Callable[..., Any]:
    """Return a function that runs a command, which must succeed, and returns its JSON output."""

    def invoke(*arguments: str) -> Any:
        result = run(*arguments, "--json")
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    return invoke


def test_the_server_and_stream_keys_of_an_event_are_printed(run: Run, ids: Ids) -> None:
    result = run("open", "on-now", "--channel", "prairie")
    server, key, srt, backup = (line.split() for line in result.stdout.splitlines())
    assert srt[1].startswith(f"srt://127.0.0.1:19350?streamid={key[2]}&passphrase=")
    assert server == ["Server", "rtmp://127.0.0.1:19350/live"]
    assert key[:2] == ["Stream", "key"]
    assert key[2].startswith(f"{ids('event', 'on-now')}-")
    assert backup[:2] == ["Backup", "key"]
    assert backup[2].startswith(f"{ids('event', 'on-now')}-backup-")
    assert run("open", "on-now").stdout == result.stdout
    assert run("open", str(ids("event", "on-now"))).stdout == result.stdout


def test_a_new_key_replaces_the_old_one(run_json: Callable[..., Any]) -> None:
    first, second = run_json("open", "on-now"), run_json("open", "on-now", "--new-key")
    assert first["key"] != second["key"]
    assert first["server"] == second["server"]
    assert run_json("open", "on-now") == second


def test_the_list_shows_states_and_faults(
    run: Run, run_json: Callable[..., Any], application: Application, season: ChannelDetails, ids: Ids
) -> None:
    assert run_json("list") == []
    run_json("open", "on-now")
    catalog: Any = application.container.catalog
    with application.container.database().transaction(season.id):
        stream = catalog.streams().get_by_event(EventId(ids("event", "on-now")))
        stream.claim("ours", NOON)
        stream.mark_live("ours", NOON)
        stream.fault = "No sound."
        catalog.streams().save(stream)
    (row,) = run_json("list")
    assert (row["event"], row["state"], row["fault"]) == ("on-now", "live", "No sound.")
    assert row["started_at"] == "2026-11-21T18:00:00Z"
    assert "No sound." in run("list").stdout


def test_a_stopped_stream_no_longer_shows_its_key(run: Run, run_json: Callable[..., Any]) -> None:
    run_json("open", "on-now")
    result = run("stop", "on-now")
    assert result.stdout == "The stream of on-now has ended.\n"
    assert "waits for an ingest process" in result.stderr
    (row,) = run_json("list")
    assert (row["state"], row["server"], row["key"]) == ("ending", None, None)


def test_a_command_discards_what_is_held_back(
    run: Run, run_json: Callable[..., Any], application: Application
) -> None:
    run_json("open", "on-now")
    run("stop", "on-now", "--discard-held")
    (stream,) = application.container.catalog.stream_store().list_unfinished()
    assert stream.discard_held


def test_there_is_no_hint_while_an_ingest_process_runs(
    run: Run, run_json: Callable[..., Any], application: Application
) -> None:
    run_json("open", "on-now")
    store = application.container.catalog.stream_store()
    (stream,) = store.list_unfinished()
    claimed_at = NOON + timedelta(seconds=1)
    store.update(
        stream.channel_id, stream.id, lambda current_stream: current_stream.claim("ours", claimed_at)
    )
    assert run("stop", "on-now").stderr == ""


def test_a_refused_command_prints_one_sentence(run: Run) -> None:
    for arguments, error_type, message in (
        (("open", "no-such-game"), NotFoundError, "There is no event no-such-game in this channel."),
        (("stop", "on-now"), RefusedError, "This event has no open stream."),
        (
            ("open", "on-now", "--channel", "elsewhere"),
            NotFoundError,
            "There is no channel elsewhere. Available: prairie.",
        ),
    ):
        error = run(*arguments).exception
        assert isinstance(error, error_type)
        assert error.message == message
    assert run("open", "on-now", "--dvr-seconds", "1").exit_code == 2


def test_the_nginx_configuration_has_its_port_and_publish_hook(run: Run, application: Application) -> None:
    token = application.container.catalog.stream_keys().hook_token
    text = run("print-nginx-config", "--app", "http://app.example:8080/").stdout
    assert f"on_publish http://app.example:8080/live/hooks/publish?token={token};" in text
    assert "listen 1935;" in text
    assert "application live {" in text
    assert text.count("{") == text.count("}")
    assert (
        f"http://127.0.0.1:{application.settings.port}/live/hooks/publish" in run("print-nginx-config").stdout
    )
