"""`touchline live …` on the real house."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from click.testing import CliRunner, Result

from touchline.catalog.adapters.cli.live_commands import live
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NOON
from touchline.entrypoints.bootstrap import House
from touchline.shared.errors import NotFound, Refused
from touchline.shared.ids import EventId

Run = Callable[..., Result]
Ids = Callable[[str, str], int]


@pytest.fixture
def run(season: ChannelFacts) -> Run:
    """Runs `touchline live …`."""
    return lambda *words: CliRunner().invoke(live, list(words))


@pytest.fixture
def told(run: Run) -> Callable[..., Any]:
    """The answer in JSON of a command that must succeed."""

    def ask(*words: str) -> Any:
        done = run(*words, "--json")
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout)

    return ask


def test_an_encoder_is_told_where_to_publish_and_under_which_key(run: Run, ids: Ids) -> None:
    done = run("key", "on-now", "--channel", "prairie")
    server, key = (line.split() for line in done.stdout.splitlines())
    assert server == ["Server", "rtmp://127.0.0.1:19350/live"]
    assert key[:2] == ["Stream", "key"]
    assert key[2].startswith(f"{ids('event', 'on-now')}-")
    assert run("key", "on-now").stdout == done.stdout
    assert run("key", str(ids("event", "on-now"))).stdout == done.stdout


def test_a_new_key_takes_the_place_of_the_old_one(told: Callable[..., Any]) -> None:
    first, second = told("key", "on-now"), told("key", "on-now", "--new")
    assert first["key"] != second["key"]
    assert first["server"] == second["server"]
    assert told("key", "on-now") == second


def test_the_list_says_what_is_on_and_what_is_wrong(
    run: Run, told: Callable[..., Any], house: House, season: ChannelFacts, ids: Ids
) -> None:
    assert told("list") == []
    told("key", "on-now")
    catalog: Any = house.container.catalog
    with house.container.database().transaction(season.id):
        stream = catalog.live.streams().of_event(EventId(ids("event", "on-now")))
        stream.claim("ours", NOON)
        stream.go_live("ours", NOON)
        stream.fault = "No sound."
        catalog.live.streams().save(stream)
    (row,) = told("list")
    assert (row["event"], row["state"], row["fault"]) == ("on-now", "live", "No sound.")
    assert row["started_at"] == "2026-11-21T18:00:00Z"
    assert "No sound." in run("list").stdout


def test_a_stream_that_was_stopped_shows_its_key_no_more(run: Run, told: Callable[..., Any]) -> None:
    told("key", "on-now")
    done = run("stop", "on-now")
    assert done.stdout == "The stream of on-now has ended.\n"
    assert "waits for an ingest process" in done.stderr
    (row,) = told("list")
    assert (row["state"], row["server"], row["key"]) == ("ending", None, None)


def test_nothing_is_said_of_an_ingest_process_where_one_is_at_work(
    run: Run, told: Callable[..., Any], house: House
) -> None:
    told("key", "on-now")
    ledger = house.container.catalog.live.ledger()  # type: ignore[attr-defined]
    (stream,) = ledger.unfinished()
    soon = NOON + timedelta(seconds=1)
    ledger.change(stream.channel_id, stream.id, lambda one: one.claim("ours", soon))
    assert run("stop", "on-now").stderr == ""


def test_what_cannot_be_done_is_one_sentence(run: Run) -> None:
    for words, kind, said in (
        (("key", "no-such-game"), NotFound, "There is no event no-such-game in this channel."),
        (("stop", "on-now"), Refused, "No stream of this event is open."),
        (
            ("key", "on-now", "--channel", "elsewhere"),
            NotFound,
            "There is no channel elsewhere; there is: prairie.",
        ),
    ):
        error = run(*words).exception
        assert isinstance(error, kind)
        assert error.message == said
    assert run("key", "on-now", "--dvr-seconds", "1").exit_code == 2


def test_nginx_is_told_where_to_listen_and_whom_to_ask(run: Run, house: House) -> None:
    token = house.container.catalog.live.keys().hook_token  # type: ignore[attr-defined]
    text = run("nginx", "--app", "http://app.example:8080/").stdout
    assert f"on_publish http://app.example:8080/live/hooks/publish?token={token};" in text
    assert "listen 1935;" in text
    assert "application live {" in text
    assert text.count("{") == text.count("}")
    assert f"http://127.0.0.1:{house.settings.port}/live/hooks/publish" in run("nginx").stdout
