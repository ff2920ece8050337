"""What holds for the tests of all use cases."""

import os
from pathlib import Path

import pytest

from touchline.catalog.application.keep_streams import KeepStreams
from touchline.catalog.tests.live_room import SECOND, Room, furnish


@pytest.fixture(autouse=True)
def files_are_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tested are use cases, not power cuts: nothing waits for the disk."""
    monkeypatch.setattr(os, "fsync", lambda _file: None)


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """With no stream in it."""
    return furnish(tmp_path)


@pytest.fixture
def on_air(room: Room) -> KeepStreams:
    """A process with one game that is live: two segments of its first take are published."""
    room.open()
    keep = room.process()
    keep.tick()
    room.ingest.takes[0].receive(2000, 2000)
    room.clock.advance(4 * SECOND)
    keep.tick()
    return keep
