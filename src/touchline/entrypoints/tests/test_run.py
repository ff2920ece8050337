"""`touchline run` to the person at the terminal."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from touchline.entrypoints import embedded, install, run
from touchline.entrypoints.supervisor import Supervisor
from touchline.platform.settings import Settings


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is said, beside what is looked at; the third look finds what the demo plays."""
    found: list[str] = []

    def look(_: Settings) -> bool:
        found.append("looked")
        return found.count("looked") == 3

    monkeypatch.setattr(embedded, "players_listen", look)
    monkeypatch.setattr(run, "say", found.append)
    monkeypatch.setattr(run, "LOOK_SECONDS", 0.001)
    monkeypatch.setattr(Supervisor, "watch", lambda _: 0)
    return found


def started(tmp_path: Path) -> run.Run:
    house: Any = SimpleNamespace(settings=Settings(var=tmp_path))
    return run.Run(house, dev=False, demo=False)


def test_it_is_ready_when_what_the_demo_plays_takes_calls(told: list[str], tmp_path: Path) -> None:
    assert started(tmp_path)._stay() == 0
    assert told[:5] == ["looked", "looked", "looked", "", "Touchline is ready. Ctrl-C ends it."]


def test_it_is_never_ready_without_and_says_what_is_missing(
    told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "players_listen", lambda _: False)
    monkeypatch.setattr(run, "START_SECONDS", 0.01)
    with pytest.raises(install.Obstacle, match="Stripe and Google did not answer within"):
        started(tmp_path)._stay()
    assert told == []


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, str]], list[str]]:
    """What `touchline run` prints of the channels, by their slugs and domains."""
    monkeypatch.setenv("TOUCHLINE_PAYMENTS", "off")

    def printed(channels: dict[str, str]) -> list[str]:
        lines: list[str] = []
        monkeypatch.setattr(run, "say", lines.append)
        found = [
            SimpleNamespace(name=slug.title(), slug=slug, domains=(host,)) for slug, host in channels.items()
        ]
        container: Any = SimpleNamespace(
            database=lambda: SimpleNamespace(transaction=lambda *_, **__: nullcontext()),
            channel=SimpleNamespace(facade=lambda: SimpleNamespace(all_channels=lambda: found)),
        )
        house: Any = SimpleNamespace(settings=Settings(var=tmp_path), container=container)
        run.Run(house, dev=False, demo=False)._tell()
        return [" ".join(line.split()) for line in lines]

    return printed


def test_without_the_demo_it_prints_the_address_of_each_channel(
    site: Callable[[dict[str, str]], list[str]],
) -> None:
    printed = site({"valley": "watch.valley.example", "lakes": "lakes.localhost"})
    assert "Valley https://watch.valley.example" in printed
    assert "Lakes http://lakes.localhost:8080" in printed


def test_without_a_channel_it_prints_how_to_make_one(
    site: Callable[[dict[str, str]], list[str]],
) -> None:
    assert "no channel yet make one: touchline channel new NAME" in site({})
