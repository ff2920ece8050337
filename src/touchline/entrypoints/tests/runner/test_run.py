"""The output of `touchline run` at the terminal."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from touchline.entrypoints import install
from touchline.entrypoints.runner import programs, runner
from touchline.entrypoints.runner.supervisor import Supervisor
from touchline.front.packs.parser.pack_reader import read_pack
from touchline.platform.config.settings import Settings


@pytest.fixture
def printed_lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the printed lines, and `checked` for each check. The third check finds the demo's fakes."""
    found: list[str] = []

    def check_once(_: Settings) -> bool:
        found.append("checked")
        return found.count("checked") == 3

    monkeypatch.setattr(programs, "fakes_are_listening", check_once)
    monkeypatch.setattr(runner, "print_line", found.append)
    monkeypatch.setattr(runner, "POLL_SECONDS", 0.001)
    monkeypatch.setattr(Supervisor, "watch", lambda _: 0)
    return found


def start_run(tmp_path: Path) -> runner.Runner:
    application: Any = SimpleNamespace(settings=Settings(var=tmp_path))
    return runner.Runner(application, dev=False, demo=False)


def test_the_site_is_ready_when_all_fakes_accept_connections(
    printed_lines: list[str], tmp_path: Path
) -> None:
    assert start_run(tmp_path)._watch() == 0
    assert printed_lines[:5] == [
        "checked",
        "checked",
        "checked",
        "",
        "Touchline is ready. Press Ctrl-C to stop.",
    ]


def test_a_start_timeout_reports_the_missing_servers(
    printed_lines: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "fakes_are_listening", lambda _: False)
    monkeypatch.setattr(runner, "START_TIMEOUT_SECONDS", 0.01)
    with pytest.raises(install.SetupError, match="Stripe and Google servers did not start within"):
        start_run(tmp_path)._watch()
    assert printed_lines == []


@pytest.fixture
def configure_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, str]], list[str]]:
    """Return a function that returns what `touchline run` prints of channels, given by slug and domain."""
    monkeypatch.setenv("TOUCHLINE_PAYMENTS", "off")

    def record_line(channels: dict[str, str]) -> list[str]:
        lines: list[str] = []
        monkeypatch.setattr(runner, "print_line", lines.append)
        found = [
            SimpleNamespace(name=slug.title(), slug=slug, domains=(host,)) for slug, host in channels.items()
        ]
        container: Any = SimpleNamespace(
            database=lambda: SimpleNamespace(transaction=lambda *_, **__: nullcontext()),
            channel=SimpleNamespace(facade=lambda: SimpleNamespace(list_channels=lambda: found)),
        )
        application: Any = SimpleNamespace(settings=Settings(var=tmp_path), container=container)
        runner.Runner(application, dev=False, demo=False)._print_summary()
        return [" ".join(line.split()) for line in lines]

    return record_line


def test_a_run_without_the_demo_prints_the_url_of_each_channel(
    configure_site: Callable[[dict[str, str]], list[str]],
) -> None:
    printed = configure_site({"valley": "watch.valley.example", "lakes": "lakes.localhost"})
    assert "Valley https://watch.valley.example" in printed
    assert "Lakes http://lakes.localhost:8080" in printed


def test_a_run_without_a_channel_prints_how_to_create_one(
    configure_site: Callable[[dict[str, str]], list[str]],
) -> None:
    assert "no channel yet create one: touchline channels new NAME" in configure_site({})


def test_the_pack_of_the_empty_channel_is_written_once(tmp_path: Path) -> None:
    folder = start_run(tmp_path)._write_empty_channel()
    assert read_pack(folder, datetime.now(UTC)).name == "My Channel"
    (folder / "channel.yaml").write_text("slug: my-channel")
    assert start_run(tmp_path)._write_empty_channel() == folder
    assert (folder / "channel.yaml").read_text() == "slug: my-channel"
