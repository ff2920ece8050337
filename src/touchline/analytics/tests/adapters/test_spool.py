"""The spool folder: lines outlive their process, and two drains never share a file."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from touchline.analytics.adapters.spool import FolderSpool
from touchline.analytics.domain.spool_lines import DroppedBeacons, parse_line

CHILD_SCRIPT = """
import os, signal, sys
from pathlib import Path
from touchline.analytics.adapters.spool import FolderSpool
spool = FolderSpool(Path(sys.argv[1]))
for number in range(200):
    assert spool.append(b"line %d\\n" % number)
    sys.stdout.write(f"{number}\\n")
sys.stdout.flush()
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def create_spool(tmp_path: Path) -> Callable[..., FolderSpool]:
    """Return `create_spool()`, which opens another spool in the same folder, as another process does."""
    return lambda **limits: FolderSpool(tmp_path / "spool", lambda: 0, **limits)


def line_texts(spool: FolderSpool) -> list[bytes]:
    """Return the lines of the spool's own files."""
    with spool.own_files() as files:
        return [line.text for file in files for line in file.read_lines(0)]


def remaining_files(spool: FolderSpool) -> dict[str, list[bytes]]:
    """Return the lines of orphaned files, by file name."""
    return {file.name: [line.text for line in file.read_lines(0)] for file in spool.orphaned_files()}


def test_a_file_removed_during_a_sync_is_closed_after_it(
    create_spool: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    spool = create_spool(max_file_bytes=1)
    assert spool.append(b"one\n")
    with spool.own_files() as (file,):
        removing = Thread(target=file.remove)
        dup = os.dup

        def dup_after_removal(file_descriptor: int) -> int:
            removing.start()
            removing.join(0.3)
            return dup(file_descriptor)

        monkeypatch.setattr(os, "dup", dup_after_removal)
        spool.maintain()
        removing.join(20)
    assert spool.measure_usage().files == 0


def test_lines_are_read_with_their_offsets(create_spool: Any) -> None:
    spool = create_spool()
    assert spool.append(b"one\n") and spool.append(b"three\n")
    with spool.own_files() as (file,):
        assert [(line.offset, line.end_offset, line.text) for line in file.read_lines(0)] == [
            (0, 4, b"one"),
            (4, 10, b"three"),
        ]
        assert [line.text for line in file.read_lines(4)] == [b"three"]
        assert (file.size_bytes(), file.is_complete) == (10, False)


def test_long_lines_are_read_completely(create_spool: Any) -> None:
    spool = create_spool()
    lines = [bytes([97 + index % 26]) * (200_000 * index) for index in range(1, 5)]
    for line in lines:
        assert spool.append(line + b"\n")
    assert line_texts(spool) == lines


def test_only_the_owner_may_read_the_folder(create_spool: Any, tmp_path: Path) -> None:
    create_spool().append(b"one\n")
    (file,) = (tmp_path / "spool").iterdir()
    assert (tmp_path / "spool").stat().st_mode & 0o777 == 0o700
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_file_is_locked_while_its_process_runs(create_spool: Any) -> None:
    owner, other = create_spool(), create_spool()
    owner.append(b"one\n")
    assert remaining_files(other) == {}
    with owner.own_files() as (file,):
        file.close()
    assert list(remaining_files(other).values()) == [[b"one"]]


def test_two_drains_never_share_a_file(create_spool: Any) -> None:
    owner, first_drain, second_drain = create_spool(), create_spool(), create_spool()
    owner.append(b"one\n")
    with owner.own_files() as (file,):
        file.close()
    own_files = first_drain.orphaned_files()
    file = next(own_files)
    assert remaining_files(second_drain) == {}
    file.remove()
    assert remaining_files(second_drain) == {}
    assert list(own_files) == []
    assert second_drain.measure_usage().files == 0


def test_a_file_removed_by_another_drain_is_skipped(
    create_spool: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, late_spool = create_spool(), create_spool()
    owner.append(b"one\n")
    lock = fcntl.flock

    def remove_during_listing(file_descriptor: int, operation: int) -> None:
        monkeypatch.undo()
        with owner.own_files() as (file,):
            file.remove()
        lock(file_descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", remove_during_listing)
    assert remaining_files(late_spool) == {}


def test_a_large_file_is_rotated(create_spool: Any) -> None:
    spool = create_spool(max_file_bytes=8)
    for text in (b"first\n", b"second\n", b"third\n"):
        spool.append(text)
    with spool.own_files() as files:
        assert [(file.is_complete, file.size_bytes()) for file in files] == [(True, 13), (False, 6)]
        files[0].remove()
    with spool.own_files() as files:
        assert [file.size_bytes() for file in files] == [6]
    assert spool.measure_usage().size_bytes == 6


def test_an_old_file_is_rotated(create_spool: Any) -> None:
    spool = create_spool(max_file_age_seconds=0)
    spool.append(b"one\n")
    spool.maintain()
    spool.append(b"two\n")
    with spool.own_files() as files:
        assert [file.is_complete for file in files] == [True, False]


def test_lines_dropped_by_a_full_spool_are_counted_later(create_spool: Any) -> None:
    spool = create_spool(max_bytes=40)
    assert spool.append(b"x" * 30 + b"\n")
    assert not spool.append(b"y" * 30 + b"\n")
    assert not spool.append(b"z" * 30 + b"\n")
    spool.maintain()
    with spool.own_files() as (file,):
        os.ftruncate(file.file_descriptor, 0)
    for _ in range(2):
        spool.maintain()
    (text,) = line_texts(spool)
    found = parse_line(text)
    assert isinstance(found, DroppedBeacons) and (found.reason, found.count) == ("spool_full", 2)


def test_lines_of_other_processes_count_toward_the_limit(create_spool: Any) -> None:
    create_spool().append(b"x" * 30 + b"\n")
    assert not create_spool(max_bytes=40).append(b"y" * 30 + b"\n")


def test_a_partial_write_spoils_no_other_line(
    create_spool: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    spool = create_spool()
    spool.append(b"one\n")
    write = os.write
    monkeypatch.setattr(os, "write", lambda file_descriptor, data: write(file_descriptor, data[:2]))
    assert not spool.append(b"two\n")
    monkeypatch.undo()
    assert spool.append(b"three\n")
    assert line_texts(spool) == [b"one", b"tw", b"three"]


def test_a_full_disk_is_logged_once(
    create_spool: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    spool = create_spool()

    def raise_disk_full(_handle: int, _data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", raise_disk_full)
    assert not spool.append(b"one\n")
    assert not spool.append(b"two\n")
    assert len(caplog.records) == 1


def test_appended_lines_are_synced_once(create_spool: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    spool, synced = create_spool(), list[int]()
    monkeypatch.setattr(os, "fsync", synced.append)
    spool.maintain()
    assert len(synced) == 0
    spool.append(b"one\n")
    spool.maintain()
    assert len(synced) == 2  # the file and the folder
    spool.maintain()
    assert len(synced) == 2


def test_threads_append_complete_lines(create_spool: Any) -> None:
    spool = create_spool(max_file_bytes=1_000)
    lines = {bytes([97 + thread]) * 50 + b"%d" % index for thread in range(4) for index in range(50)}

    def write_half(thread: int) -> None:
        for index in range(50):
            spool.append(bytes([97 + thread]) * 50 + b"%d\n" % index)

    threads = [Thread(target=write_half, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = line_texts(spool)
    assert len(found) == 200 and set(found) == lines


def test_a_forked_process_has_its_own_file(create_spool: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    spool = create_spool()
    spool.append(b"parent\n")
    monkeypatch.setattr(os, "getpid", lambda: 4)
    spool.append(b"child\n")
    assert line_texts(spool) == [b"child"]


def test_a_killed_process_leaves_all_written_lines(create_spool: Any, tmp_path: Path) -> None:
    folder = tmp_path / "spool"
    process = subprocess.run(
        [sys.executable, "-c", CHILD_SCRIPT, str(folder)], capture_output=True, check=False
    )
    assert process.returncode == -9
    (lines,) = remaining_files(create_spool()).values()
    assert lines == [b"line %d" % number for number in range(200)]
    assert len(process.stdout.splitlines()) == 200


def test_a_truncated_last_line_is_read_only_from_a_complete_file(create_spool: Any) -> None:
    spool = create_spool()
    spool.append(b"one\ntwo")
    with spool.own_files() as (file,):
        assert [line.text for line in file.read_lines(0)] == [b"one"]
        file.close()
    assert list(remaining_files(create_spool()).values()) == [[b"one", b"two"]]


def test_unnamed_files_are_deleted_after_an_hour(create_spool: Any, tmp_path: Path) -> None:
    spool = create_spool()
    spool.append(b"one\n")
    old, young = (tmp_path / "spool" / name for name in (".old", ".young"))
    for path in (old, young):
        path.touch()
    os.utime(old, (0, 0))
    remaining_files(spool)
    assert not old.exists() and young.exists()
