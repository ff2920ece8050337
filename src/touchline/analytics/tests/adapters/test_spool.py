"""The spool in a folder: lines outlive the process, and a file is never two drains'."""

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
from touchline.analytics.domain.lines import Left, read_line

ENDS_AT_ONCE = """
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
def make(tmp_path: Path) -> Callable[..., FolderSpool]:
    """`make()`: another spool in the same folder, as another process has one."""
    return lambda **limits: FolderSpool(tmp_path / "spool", lambda: 0, **limits)


def texts(spool: FolderSpool) -> list[bytes]:
    """The lines of the spool's own files."""
    with spool.own() as files:
        return [line.text for file in files for line in file.lines(0)]


def left(spool: FolderSpool) -> dict[str, list[bytes]]:
    """The lines of files that nobody holds."""
    return {file.name: [line.text for line in file.lines(0)] for file in spool.orphans()}


def test_a_file_that_goes_while_it_is_about_to_be_synced_waits_for_that(
    make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    spool = make(most_file=1)
    assert spool.append(b"one\n")
    with spool.own() as (file,):
        removing = Thread(target=file.remove)
        dup = os.dup

        def dup_late(handle: int) -> int:
            removing.start()
            removing.join(0.3)
            return dup(handle)

        monkeypatch.setattr(os, "dup", dup_late)
        spool.settle()
        removing.join(20)
    assert spool.extent().files == 0


def test_lines_are_read_with_their_places(make: Any) -> None:
    spool = make()
    assert spool.append(b"one\n") and spool.append(b"three\n")
    with spool.own() as (file,):
        assert [(line.place, line.end, line.text) for line in file.lines(0)] == [
            (0, 4, b"one"),
            (4, 10, b"three"),
        ]
        assert [line.text for line in file.lines(4)] == [b"three"]
        assert (file.size(), file.is_over) == (10, False)


def test_long_lines_are_read_whole(make: Any) -> None:
    spool = make()
    lines = [bytes([97 + n % 26]) * (200_000 * n) for n in range(1, 5)]
    for line in lines:
        assert spool.append(line + b"\n")
    assert texts(spool) == lines


def test_nobody_else_may_look_into_it(make: Any, tmp_path: Path) -> None:
    make().append(b"one\n")
    (file,) = (tmp_path / "spool").iterdir()
    assert (tmp_path / "spool").stat().st_mode & 0o777 == 0o700
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_file_is_its_owners_until_the_owner_is_gone(make: Any) -> None:
    owner, other = make(), make()
    owner.append(b"one\n")
    assert left(other) == {}
    with owner.own() as (file,):
        file.close()
    assert list(left(other).values()) == [[b"one"]]


def test_two_drains_never_have_one_file(make: Any) -> None:
    owner, one, other = make(), make(), make()
    owner.append(b"one\n")
    with owner.own() as (file,):
        file.close()
    held = one.orphans()
    file = next(held)
    assert left(other) == {}
    file.remove()
    assert left(other) == {}
    assert list(held) == []
    assert other.extent().files == 0


def test_a_file_that_another_drain_removed_meanwhile_is_passed_over(
    make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, late = make(), make()
    owner.append(b"one\n")
    lock = fcntl.flock

    def remove_first(handle: int, how: int) -> None:
        monkeypatch.undo()
        with owner.own() as (file,):
            file.remove()
        lock(handle, how)

    monkeypatch.setattr(fcntl, "flock", remove_first)
    assert left(late) == {}


def test_a_file_is_set_aside_when_it_is_large(make: Any) -> None:
    spool = make(most_file=8)
    for text in (b"first\n", b"second\n", b"third\n"):
        spool.append(text)
    with spool.own() as files:
        assert [(file.is_over, file.size()) for file in files] == [(True, 13), (False, 6)]
        files[0].remove()
    with spool.own() as files:
        assert [file.size() for file in files] == [6]
    assert spool.extent().size == 6


def test_a_file_is_set_aside_when_it_is_old(make: Any) -> None:
    spool = make(most_age=0)
    spool.append(b"one\n")
    spool.settle()
    spool.append(b"two\n")
    with spool.own() as files:
        assert [file.is_over for file in files] == [True, False]


def test_what_there_is_no_room_for_is_counted_in_a_line_once_there_is(make: Any) -> None:
    spool = make(most_bytes=40)
    assert spool.append(b"x" * 30 + b"\n")
    assert not spool.append(b"y" * 30 + b"\n")
    assert not spool.append(b"z" * 30 + b"\n")
    spool.settle()
    with spool.own() as (file,):
        os.ftruncate(file.handle, 0)
    for _ in range(2):
        spool.settle()
    (text,) = texts(spool)
    found = read_line(text)
    assert isinstance(found, Left) and (found.reason, found.count) == ("spool_full", 2)


def test_other_processes_lines_take_room_too(make: Any) -> None:
    make().append(b"x" * 30 + b"\n")
    assert not make(most_bytes=40).append(b"y" * 30 + b"\n")


def test_a_disk_that_takes_half_a_line_spoils_no_other(
    make: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    spool = make()
    spool.append(b"one\n")
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:2]))
    assert not spool.append(b"two\n")
    monkeypatch.undo()
    assert spool.append(b"three\n")
    assert texts(spool) == [b"one", b"tw", b"three"]


def test_a_disk_that_takes_nothing_is_told_once(
    make: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    spool = make()

    def full(_handle: int, _data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    assert not spool.append(b"one\n")
    assert not spool.append(b"two\n")
    assert len(caplog.records) == 1


def test_what_was_appended_is_synced_once(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    spool, synced = make(), list[int]()
    monkeypatch.setattr(os, "fsync", synced.append)
    spool.settle()
    assert len(synced) == 0
    spool.append(b"one\n")
    spool.settle()
    assert len(synced) == 2  # the file and the folder
    spool.settle()
    assert len(synced) == 2


def test_threads_append_whole_lines(make: Any) -> None:
    spool = make(most_file=1_000)
    lines = {bytes([97 + thread]) * 50 + b"%d" % n for thread in range(4) for n in range(50)}

    def write(thread: int) -> None:
        for n in range(50):
            spool.append(bytes([97 + thread]) * 50 + b"%d\n" % n)

    threads = [Thread(target=write, args=[number]) for number in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    found = texts(spool)
    assert len(found) == 200 and set(found) == lines


def test_a_forked_process_has_a_file_of_its_own(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    spool = make()
    spool.append(b"parent\n")
    monkeypatch.setattr(os, "getpid", lambda: 4)
    spool.append(b"child\n")
    assert texts(spool) == [b"child"]


def test_a_process_that_is_killed_leaves_all_it_wrote(make: Any, tmp_path: Path) -> None:
    folder = tmp_path / "spool"
    told = subprocess.run([sys.executable, "-c", ENDS_AT_ONCE, str(folder)], capture_output=True, check=False)
    assert told.returncode == -9
    (lines,) = left(make()).values()
    assert lines == [b"line %d" % number for number in range(200)]
    assert len(told.stdout.splitlines()) == 200


def test_a_last_line_that_was_cut_is_read_of_a_file_that_is_over_alone(make: Any) -> None:
    spool = make()
    spool.append(b"one\ntwo")
    with spool.own() as (file,):
        assert [line.text for line in file.lines(0)] == [b"one"]
        file.close()
    assert list(left(make()).values()) == [[b"one", b"two"]]


def test_files_without_a_name_go_after_an_hour(make: Any, tmp_path: Path) -> None:
    spool = make()
    spool.append(b"one\n")
    old, young = (tmp_path / "spool" / name for name in (".old", ".young"))
    for path in (old, young):
        path.touch()
    os.utime(old, (0, 0))
    left(spool)
    assert not old.exists() and young.exists()
