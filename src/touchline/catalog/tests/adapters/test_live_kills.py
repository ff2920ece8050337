"""An ingest process may be killed between any two steps; the next one goes on, and nothing is done twice."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from touchline.catalog.application.keep_streams import KeepStreams
from touchline.catalog.domain.live import LIVE_LEASE, LiveState
from touchline.catalog.tests.live_room import GAME, SECOND, Room, after, furnish

_MOST = 100


class Killed(BaseException):
    """As SIGKILL: nothing in the process can do anything about it."""


class Fate:
    """Kills the process before or after its n-th step that reaches outside."""

    def __init__(self, step: int, *, late: bool) -> None:
        self._step, self._late, self.count = step, late, 0

    def over(self, act: Callable[..., Any]) -> Callable[..., Any]:
        def do(*arguments: Any) -> Any:
            self.count += 1
            if self.count == self._step and not self._late:
                raise Killed
            answer = act(*arguments)
            if self.count == self._step and self._late:
                raise Killed
            return answer

        return do


class Deployment:
    """Ingest processes one after another: where one was killed, the next begins."""

    def __init__(self, around: Room, fate: Fate) -> None:
        self._room, self._keep = around, around.process()
        around.streams.change = fate.over(around.streams.change)
        around.storage.put = fate.over(around.storage.put)

    def go_on(self) -> None:
        try:
            self._goes_on(self._keep)
        except Killed:
            for take in self._room.ingest.takes:
                take.close()
            self._keep = self._room.process()
            self._room.clock.advance(LIVE_LEASE + SECOND)
            self._goes_on(self._keep)

    def _goes_on(self, keep: KeepStreams) -> None:
        after(self._room, keep, 2 * SECOND)

    def send(self, *lengths: int) -> None:
        self._room.ingest.takes[-1].receive(*lengths)
        self.go_on()


def play(around: Room, fate: Fate) -> None:
    """A game with an interruption, from the first key to the end."""
    around.open()
    deployment = Deployment(around, fate)
    deployment.go_on()
    deployment.send(2000, 2000)
    around.ingest.takes[-1].end()
    deployment.go_on()
    deployment.send(2000)
    around.stop(GAME)
    deployment.go_on()
    deployment.go_on()


def check(around: Room) -> None:
    assert around.stream().state is LiveState.FINISHED
    assert (around.states.publishing, around.states.ended) == (set(), {GAME})
    assert len(around.jobs.asked) == 1
    for name in ("source", "small"):
        assert around.playlist(name).endswith("#EXT-X-ENDLIST\n")
        listed = around.segments(name)
        assert len(set(listed)) == len(listed) >= 1
        for segment in listed:
            around.storage.stat(f"{around.stream().folder}/{segment}")
    assert around.segments() == [line.replace("small", "source") for line in around.segments("small")]
    (row,) = around.rows.rows
    assert row.is_ingested


@pytest.mark.parametrize("late", [False, True], ids=["before", "after"])
def test_a_process_may_be_killed_before_or_after_any_of_its_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _file: None)  # what is tested are processes, not power cuts
    kills = 0
    for step in range(1, _MOST):
        around, fate = furnish(tmp_path / str(step)), Fate(step, late=late)
        play(around, fate)
        check(around)
        if fate.count < step:
            break
        kills += 1
    assert 20 < kills < _MOST - 1, "every step was tried: the last try met none"
