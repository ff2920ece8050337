"""`touchline run` to the person at the terminal."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from touchline.entrypoints import embedded, run
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
    with pytest.raises(embedded.Obstacle, match="Stripe and Google did not answer within"):
        started(tmp_path)._stay()
    assert told == []
