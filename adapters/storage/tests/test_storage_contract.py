"""The contract of every storage adapter. Add new adapters to `STORAGES`."""

from collections.abc import Callable
from pathlib import Path

import pytest

from adapters.storage.local import LocalStorage
from adapters.storage.s3 import S3Storage
from adapters.storage.tests.object_store import start_object_store
from touchline.catalog.ports.media.storage import Storage, StoredFileNotFoundError

STORAGES: dict[str, Callable[[Path], Storage]] = {
    "local": lambda folder: LocalStorage(folder / "kept"),
    "s3": lambda folder: S3Storage(start_object_store().create_bucket(), folder / "work", page=3),
}


@pytest.fixture(params=sorted(STORAGES))
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    return STORAGES[request.param](tmp_path)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "file.bin"
    path.write_bytes(bytes(range(256)) * 8)
    return path


def test_a_stored_file_is_read_back(storage: Storage, file: Path) -> None:
    storage.put("sources/1/video", file)
    with storage.open("sources/1/video") as stored:
        stored.seek(256)
        assert stored.read(3) == b"\x00\x01\x02"
    assert storage.stat("sources/1/video").size == 2048
    with storage.as_path("sources/1/video") as path:
        assert path.read_bytes() == file.read_bytes()


def test_storing_again_replaces_the_file_and_changes_the_etag(storage: Storage, file: Path) -> None:
    storage.put("a/b", file)
    before = storage.stat("a/b")
    file.write_bytes(b"other")
    storage.put("a/b", file)
    after = storage.stat("a/b")
    assert (after.size, after.etag != before.etag) == (5, True)


def test_a_linked_file_exists_under_both_keys_and_outlives_the_first(storage: Storage, file: Path) -> None:
    storage.put("live/7-a/source/1-00000.ts", file)
    storage.link("live/7-a/source/1-00000.ts", "clips/3-b/play/0.ts")
    assert storage.stat("clips/3-b/play/0.ts").size == 2048
    storage.remove("live/7-a")
    assert list(storage.list("")) == ["clips/3-b/play/0.ts"]
    with storage.open("clips/3-b/play/0.ts") as stored:
        assert stored.read() == file.read_bytes()


def test_replacing_one_of_two_linked_files_does_not_change_the_other(storage: Storage, file: Path) -> None:
    storage.put("a/x", file)
    storage.link("a/x", "b/x")
    (file.parent / "other").write_bytes(b"other")
    storage.put("a/x", file.parent / "other")
    with storage.open("b/x") as stored:
        assert stored.read() == file.read_bytes()


def test_linking_to_an_existing_key_changes_nothing(storage: Storage, file: Path) -> None:
    storage.put("a/x", file)
    storage.link("a/x", "b/x")
    before = storage.stat("b/x")
    storage.link("a/x", "b/x")
    assert storage.stat("b/x") == before


@pytest.mark.parametrize(
    ("key", "to"), [("a/missing", "b/x"), ("a", "b/x"), ("../file.bin", "b/x"), ("a/x", "../b"), ("a/x", "")]
)
def test_missing_files_and_paths_outside_cannot_be_linked(
    storage: Storage, file: Path, key: str, to: str
) -> None:
    storage.put("a/x", file)
    with pytest.raises(StoredFileNotFoundError):
        storage.link(key, to)
    assert list(storage.list("")) == ["a/x"]


def test_a_folder_is_published_completely_and_the_workspace_is_consumed(storage: Storage) -> None:
    with storage.workspace("7-abc") as folder:
        (folder / "v0").mkdir()
        (folder / "v0" / "0.ts").write_bytes(b"segment")
        (folder / "master.m3u8").write_text("#EXTM3U")
        storage.publish(folder, "assets/7-abc")
    assert list(storage.list("assets/7-")) == ["assets/7-abc/master.m3u8", "assets/7-abc/v0/0.ts"]


def test_a_failed_publish_stores_nothing(storage: Storage) -> None:
    with pytest.raises(RuntimeError), storage.workspace("7-abc") as folder:
        (folder / "half").write_bytes(b"half made")
        raise RuntimeError
    assert list(storage.list("")) == []
    assert not folder.exists()


def test_publishing_over_existing_files_is_refused(storage: Storage) -> None:
    for attempt in ("first", "second"):
        with storage.workspace("w") as folder:
            (folder / "name").write_text(attempt)
            if attempt == "first":
                storage.publish(folder, "assets/1-x")
                continue
            with pytest.raises(FileExistsError):
                storage.publish(folder, "assets/1-x")
    with storage.open("assets/1-x/name") as stored:
        assert stored.read() == b"first"


def test_a_workspace_starts_empty_though_a_dead_process_left_one(storage: Storage) -> None:
    abandoned = storage.workspace("7-abc")  # never exited, as in a dead process
    folder = abandoned.__enter__()
    (folder / "left").write_text("over")
    with storage.workspace("7-abc") as fresh:
        assert list(fresh.iterdir()) == []


def test_workspaces_of_dead_processes_are_cleaned_up_by_name(storage: Storage) -> None:
    abandoned = [storage.workspace("7-abc"), storage.workspace("77-abc")]
    folders = [workspace.__enter__() for workspace in abandoned]
    storage.clean_up("7-")
    assert [folder.exists() for folder in folders] == [False, True]


def test_remove_deletes_only_keys_with_the_prefix(storage: Storage, file: Path) -> None:
    for key in ("assets/1-a/x", "assets/1-a/y/z", "assets/12-b/x"):
        storage.put(key, file)
    storage.remove("assets/1-")
    assert list(storage.list("assets/")) == ["assets/12-b/x"]
    storage.remove("assets/nothing-here")


INVALID_KEYS = {
    "empty": "",
    "absolute": "/etc/passwd",
    "above": "../x",
    "above-later": "a/../../x",
    "missing": "assets/missing",
    "nul": "a\0b",
    "folder": "assets",
    "below-a-file": "assets/1/x/y",
    "long-name": f"assets/{'x' * 300}",
    "long-key": "assets/" + "x/" * 3000 + "x",
    "not-text": "assets/\udcff",
}


@pytest.mark.parametrize("key", INVALID_KEYS.values(), ids=INVALID_KEYS)
def test_invalid_keys_are_missing(storage: Storage, file: Path, key: str) -> None:
    storage.put("assets/1/x", file)
    with pytest.raises(StoredFileNotFoundError):
        storage.stat(key)
    with pytest.raises(StoredFileNotFoundError):
        storage.open(key)


@pytest.mark.parametrize("key", ["", "/tmp/x", "../x", "a/../../x"])
def test_nothing_is_stored_outside_the_root(storage: Storage, file: Path, key: str) -> None:
    with pytest.raises(StoredFileNotFoundError):
        storage.put(key, file)


def test_the_work_folder_is_not_listed(storage: Storage, file: Path) -> None:
    storage.check()
    assert list(storage.list("")) == []
    with pytest.raises(StoredFileNotFoundError):
        storage.put(".work/x", file)


def test_a_file_is_read_from_any_offset_in_any_order(storage: Storage, file: Path) -> None:
    file.write_bytes(bytes(range(256)) * 4096)
    storage.put("a/b", file)
    with storage.open("a/b") as stored:
        assert stored.seek(-2, 2) == (1 << 20) - 2
        assert stored.read() == b"\xfe\xff"
        assert (stored.seek(600_000), stored.read(4)) == (600_000, bytes([192, 193, 194, 195]))
        assert (stored.seek(3), stored.read(2)) == (3, b"\x03\x04")
        assert (stored.seek(2 << 20), stored.read(1)) == (2 << 20, b"")
        assert (stored.seek(0), len(stored.read())) == (0, 1 << 20)


def test_an_empty_file_is_a_file(storage: Storage, file: Path) -> None:
    file.write_bytes(b"")
    storage.put("a/b", file)
    assert storage.stat("a/b").size == 0
    with storage.open("a/b") as stored:
        assert stored.read() == b""


def test_a_local_path_has_the_name_of_the_file(storage: Storage, file: Path) -> None:
    storage.put("sources/1/captions-0.en.vtt", file)
    with storage.as_path("sources/1/captions-0.en.vtt") as path:
        assert path.name == "captions-0.en.vtt"


def test_file_names_with_special_characters_are_stored(storage: Storage, file: Path) -> None:
    names = ["Été à 10 %.ts", "a+b&c=d?e#f.ts", "x y.ts", "ω.ts"]
    for name in names:
        storage.put(f"odd/{name}", file)
    assert list(storage.list("odd/")) == sorted(f"odd/{name}" for name in names)
    storage.link("odd/a+b&c=d?e#f.ts", "linked/Été %20.ts")
    assert storage.stat("linked/Été %20.ts").size == 2048
    storage.remove("odd/")
    assert list(storage.list("")) == ["linked/Été %20.ts"]


def test_more_files_than_one_page_are_listed_and_removed(storage: Storage) -> None:
    with storage.workspace("many") as folder:
        for number in range(10):
            (folder / f"{number}.ts").write_bytes(b"1")
        storage.publish(folder, "assets/many")
    assert len(list(storage.list("assets/many/"))) == 10
    storage.remove("assets/many")
    assert list(storage.list("")) == []


def test_a_working_storage_is_ready(storage: Storage) -> None:
    storage.check()
