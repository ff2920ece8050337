"""Backups of many files while other processes write and delete them, and of tampered folders."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from touchline.platform.files import file_backups
from touchline.platform.files.file_backups import (
    CHECKSUMS_FILE,
    ChecksumMismatchError,
    FileCopier,
    read_checksums,
    restore_files,
    sha256_digest,
)


def test_a_file_deleted_during_a_second_copy_keeps_its_first_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, copier = tmp_path / "a", FileCopier(tmp_path / "to")
    source.write_bytes(b"first")
    copier.copy(source, "a")
    source.write_bytes(b"second one")
    copied = file_backups._copy_with_checksum

    def late(*arguments: Any) -> str:
        source.unlink()
        return copied(*arguments)

    monkeypatch.setattr(file_backups, "_copy_with_checksum", late)
    copier.copy(source, "a")
    assert (tmp_path / "to" / "a").read_bytes() == b"first"
    assert copier.checksums == {"a": sha256_digest(tmp_path / "to" / "a")}


def test_a_hard_link_is_linked_to_the_same_version(tmp_path: Path) -> None:
    first, second, third = (tmp_path / name for name in ("one", "other", "third"))
    first.write_bytes(b"old!!")
    second.hardlink_to(first)
    copier = FileCopier(tmp_path / "to")
    for path in (first, second):
        copier.copy(path, path.name)
    third.hardlink_to(first)
    second.unlink()
    second.write_bytes(b"newer")
    copier.copy(second, "other")
    copier.copy(third, "third")
    assert {path.name: path.read_bytes() for path in (tmp_path / "to").iterdir()} == {
        "one": b"old!!",
        "other": b"newer",
        "third": b"old!!",
    }


def test_any_file_name_round_trips_and_is_readable_by_sha256sum(tmp_path: Path) -> None:
    names = ["plain", "a\u2028b", "with a\nnew line", "back\\slash", os.fsdecode(b"no \xff text")]
    (tmp_path / "from").mkdir()
    copier = FileCopier(tmp_path / "to")
    for name in names:
        (tmp_path / "from" / name).write_bytes(os.fsencode(name))
        copier.copy(tmp_path / "from" / name, name)
    copier.write_checksums()
    assert dict(read_checksums(tmp_path / "to")) == copier.checksums and len(copier.checksums) == len(names)
    checked = subprocess.run(
        ["sha256sum", "--check", "--strict", "--status", CHECKSUMS_FILE], cwd=tmp_path / "to", timeout=60
    )
    assert checked.returncode == 0


def create_symlink(folder: Path, other_directory: Path) -> None:
    (folder / "a").symlink_to(other_directory / "a")


def create_directory_symlink(folder: Path, other_directory: Path) -> None:
    (folder / "below").symlink_to(other_directory)


def create_fifo(folder: Path, other_directory: Path) -> None:
    os.mkfifo(folder / "a")


@pytest.mark.parametrize("create_special_file", [create_symlink, create_directory_symlink, create_fifo])
def test_only_regular_files_of_the_folder_are_restored(create_special_file: Any, tmp_path: Path) -> None:
    folder, other_directory = tmp_path / "from", tmp_path / "elsewhere"
    for directory in (folder, other_directory):
        directory.mkdir()
    (other_directory / "a").write_bytes(b"of somebody else")
    create_special_file(folder, other_directory)
    name = "below/a" if create_special_file is create_directory_symlink else "a"
    with pytest.raises(ChecksumMismatchError, match=name):
        restore_files(folder, tmp_path / "to", {name: sha256_digest(other_directory / "a")}, lambda _: None)
    assert not (tmp_path / "to").exists()
