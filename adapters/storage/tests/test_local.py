"""Behavior that only local storage has."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from adapters.storage.local import LocalStorage
from touchline.catalog.ports.media.storage import StorageFullError, StoredFileNotFoundError


def test_a_link_that_leads_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "link").symlink_to(tmp_path / "secret")
    with pytest.raises(StoredFileNotFoundError):
        LocalStorage(tmp_path / "kept").open("link")


def test_workspaces_cannot_be_read_as_files(tmp_path: Path) -> None:
    storage = LocalStorage(tmp_path)
    with storage.workspace("7-abc") as folder:
        (folder / "half").write_text("half")
        with pytest.raises(StoredFileNotFoundError):
            storage.open(".work/7-abc/half")


def test_a_full_disk_raises_a_readable_error_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"1" * 100)

    def raise_disk_full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", raise_disk_full)
    storage = LocalStorage(tmp_path / "kept")
    with pytest.raises(StorageFullError, match="The disk is full"):
        storage.put("a/b", tmp_path / "file")
    assert [path for path in (tmp_path / "kept").rglob("*") if path.is_file()] == []


def test_a_disk_that_fills_up_during_work_raises_the_same_error(tmp_path: Path) -> None:
    with pytest.raises(StorageFullError, match="The disk is full"), LocalStorage(tmp_path).workspace("7-abc"):
        raise OSError(errno.ENOSPC, "No space left on device")
    with pytest.raises(PermissionError), LocalStorage(tmp_path).workspace("7-abc"):
        raise PermissionError(errno.EACCES, "Permission denied")
    assert list(tmp_path.rglob("7-abc")) == []


def _raise_os_error(reason: int) -> Callable[[Path, Path], None]:
    def raise_link_error(_self: Path, _source: Path) -> None:
        raise OSError(reason, os.strerror(reason))

    return raise_link_error


def test_a_link_uses_no_disk_space(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"1" * 100)
    storage = LocalStorage(tmp_path / "kept")
    storage.put("a/x", tmp_path / "file")
    storage.link("a/x", "b/y/x")
    assert (tmp_path / "kept/a/x").samefile(tmp_path / "kept/b/y/x")


@pytest.mark.parametrize("reason", [errno.EXDEV, errno.EPERM, errno.EMLINK, errno.EOPNOTSUPP])
def test_without_link_support_the_file_is_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reason: int
) -> None:
    (tmp_path / "file").write_bytes(b"1" * 100)
    storage = LocalStorage(tmp_path / "kept")
    storage.put("a/x", tmp_path / "file")
    monkeypatch.setattr(Path, "hardlink_to", _raise_os_error(reason))
    storage.link("a/x", "b/x")
    assert storage.stat("b/x").size == 100
    assert not (tmp_path / "kept/a/x").samefile(tmp_path / "kept/b/x")


def test_a_full_disk_while_linking_raises_the_same_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"1" * 100)
    storage = LocalStorage(tmp_path / "kept")
    storage.put("a/x", tmp_path / "file")
    monkeypatch.setattr(Path, "hardlink_to", _raise_os_error(errno.ENOSPC))
    with pytest.raises(StorageFullError, match="The disk is full"):
        storage.link("a/x", "b/x")
    assert list(storage.list("")) == ["a/x"]


def test_the_partial_file_of_a_killed_upload_can_be_cleaned_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"1" * 100)
    storage = LocalStorage(tmp_path / "kept")
    monkeypatch.setattr(Path, "replace", lambda *_: None)  # as if the process died before the rename
    for key in ("clips/ab/poster.jpg", "clips/cd/poster.jpg"):
        storage.put(key, tmp_path / "file")
    assert len(list((tmp_path / "kept" / ".work").iterdir())) == 2
    storage.clean_up("clips-ab-")
    (leftovers,) = (tmp_path / "kept" / ".work").iterdir()
    assert leftovers.name.startswith("clips-cd-poster.jpg-")
