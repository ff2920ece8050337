"""Metric files on a full disk: processes go on counting and do not crash."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from prometheus_client.mmap_dict import MmapedDict

from touchline.platform.observability.metric_files import INITIAL_BYTES, PreallocatedMmapedDict


@pytest.fixture
def fill_disk(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Simulate a disk without free blocks. `undo` frees space."""

    def raise_disk_full(_handle: int, _from: int, _size: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", raise_disk_full)
    return monkeypatch


def test_a_metric_file_is_allocated_before_the_first_write(tmp_path: Path) -> None:
    path = tmp_path / "counter_web-1.db"
    numbers = PreallocatedMmapedDict(str(path))
    assert path.stat().st_blocks * 512 >= INITIAL_BYTES
    for key in range(3_000):
        numbers.write_value(f"number {key}", float(key), 1.0)
    assert path.stat().st_blocks * 512 >= path.stat().st_size > INITIAL_BYTES
    numbers.close()
    stored = {key: value for key, value, *_ in MmapedDict.read_all_values_from_file(str(path))}  # type: ignore[no-untyped-call]
    assert stored == {f"number {key}": float(key) for key in range(3_000)}


def test_on_a_full_disk_a_process_counts_in_memory_and_leaves_no_file(
    tmp_path: Path, fill_disk: pytest.MonkeyPatch
) -> None:
    numbers = PreallocatedMmapedDict(str(tmp_path / "counter_web-1.db"))
    assert numbers.read_value("answers") == (0.0, 0.0)
    numbers.write_value("answers", 7.0, 1.0)
    assert numbers.read_value("answers") == (7.0, 1.0)
    numbers.close()
    assert list(tmp_path.iterdir()) == []


def test_existing_metrics_are_still_updated_on_a_full_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "counter_web-1.db")
    numbers = PreallocatedMmapedDict(path)
    numbers.write_value("answers", 1.0, 1.0)
    allocate = os.posix_fallocate

    def raise_disk_full(_handle: int, _from: int, _size: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", raise_disk_full)
    for key in range(3_000):
        numbers.write_value(f"number {key}", float(key), 1.0)
    numbers.write_value("answers", 2.0, 1.0)
    monkeypatch.setattr(os, "posix_fallocate", allocate)
    assert numbers.read_value("number 2999") == (2999.0, 1.0)
    numbers.close()
    stored = {key: value for key, value, *_ in MmapedDict.read_all_values_from_file(path)}  # type: ignore[no-untyped-call]
    assert stored["answers"] == 2.0
    assert "number 2999" not in stored
