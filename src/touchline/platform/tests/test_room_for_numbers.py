"""Numbers of processes on a disk that fills up: they are counted on, and nobody dies of it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from prometheus_client.mmap_dict import MmapedDict

from touchline.platform.room_for_numbers import BLOCKS, RoomyDict


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The disk has no block left; `undo` makes room."""

    def no_room(_handle: int, _from: int, _size: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", no_room)
    return monkeypatch


def test_a_file_of_numbers_has_all_its_blocks_before_it_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "counter_web-1.db"
    numbers = RoomyDict(str(path))
    assert path.stat().st_blocks * 512 >= BLOCKS
    for key in range(3_000):
        numbers.write_value(f"number {key}", float(key), 1.0)
    assert path.stat().st_blocks * 512 >= path.stat().st_size > BLOCKS
    numbers.close()
    stored = {key: value for key, value, *_ in MmapedDict.read_all_values_from_file(str(path))}  # type: ignore[no-untyped-call]
    assert stored == {f"number {key}": float(key) for key in range(3_000)}


def test_on_a_full_disk_a_process_counts_by_itself_and_leaves_no_empty_file(
    tmp_path: Path, full: pytest.MonkeyPatch
) -> None:
    numbers = RoomyDict(str(tmp_path / "counter_web-1.db"))
    assert numbers.read_value("answers") == (0.0, 0.0)
    numbers.write_value("answers", 7.0, 1.0)
    assert numbers.read_value("answers") == (7.0, 1.0)
    numbers.close()
    assert list(tmp_path.iterdir()) == []


def test_what_was_in_the_file_before_the_disk_was_full_is_counted_on_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "counter_web-1.db")
    numbers = RoomyDict(path)
    numbers.write_value("answers", 1.0, 1.0)
    fills_up = os.posix_fallocate

    def no_room(_handle: int, _from: int, _size: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", no_room)
    for key in range(3_000):
        numbers.write_value(f"number {key}", float(key), 1.0)
    numbers.write_value("answers", 2.0, 1.0)
    monkeypatch.setattr(os, "posix_fallocate", fills_up)
    assert numbers.read_value("number 2999") == (2999.0, 1.0)
    numbers.close()
    stored = {key: value for key, value, *_ in MmapedDict.read_all_values_from_file(path)}  # type: ignore[no-untyped-call]
    assert stored["answers"] == 2.0
    assert "number 2999" not in stored
