"""What every storage does. A new adapter joins by a line in `STORAGES`."""

from collections.abc import Callable
from pathlib import Path

import pytest

from adapters.storage.local import LocalStorage
from adapters.storage.s3 import S3Storage
from adapters.storage.tests.object_store import running_store
from touchline.catalog.ports.storage import NoSuchFile, Storage

STORAGES: dict[str, Callable[[Path], Storage]] = {
    "local": lambda folder: LocalStorage(folder / "kept"),
    "s3": lambda folder: S3Storage(running_store().fresh_bucket(), folder / "work", page=3),
}


@pytest.fixture(params=sorted(STORAGES))
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    return STORAGES[request.param](tmp_path)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "file.bin"
    path.write_bytes(bytes(range(256)) * 8)
    return path


def test_what_was_put_is_read_back(storage: Storage, file: Path) -> None:
    storage.put("sources/1/video", file)
    with storage.open("sources/1/video") as kept:
        kept.seek(256)
        assert kept.read(3) == b"\x00\x01\x02"
    assert storage.stat("sources/1/video").size == 2048
    with storage.as_path("sources/1/video") as path:
        assert path.read_bytes() == file.read_bytes()


def test_putting_again_replaces_and_changes_the_tag(storage: Storage, file: Path) -> None:
    storage.put("a/b", file)
    before = storage.stat("a/b")
    file.write_bytes(b"other")
    storage.put("a/b", file)
    after = storage.stat("a/b")
    assert (after.size, after.etag != before.etag) == (5, True)


def test_a_linked_file_is_there_under_both_keys_and_outlives_the_first(storage: Storage, file: Path) -> None:
    storage.put("live/7-a/source/1-00000.ts", file)
    storage.link("live/7-a/source/1-00000.ts", "clips/3-b/play/0.ts")
    assert storage.stat("clips/3-b/play/0.ts").size == 2048
    storage.remove("live/7-a")
    assert list(storage.list("")) == ["clips/3-b/play/0.ts"]
    with storage.open("clips/3-b/play/0.ts") as kept:
        assert kept.read() == file.read_bytes()


def test_replacing_one_of_two_linked_files_leaves_the_other(storage: Storage, file: Path) -> None:
    storage.put("a/x", file)
    storage.link("a/x", "b/x")
    (file.parent / "other").write_bytes(b"other")
    storage.put("a/x", file.parent / "other")
    with storage.open("b/x") as kept:
        assert kept.read() == file.read_bytes()


def test_linking_again_leaves_what_is_there(storage: Storage, file: Path) -> None:
    storage.put("a/x", file)
    storage.link("a/x", "b/x")
    before = storage.stat("b/x")
    storage.link("a/x", "b/x")
    assert storage.stat("b/x") == before


@pytest.mark.parametrize(
    ("key", "to"), [("a/missing", "b/x"), ("a", "b/x"), ("../file.bin", "b/x"), ("a/x", "../b"), ("a/x", "")]
)
def test_what_is_not_kept_cannot_be_linked_nor_anything_outside(
    storage: Storage, file: Path, key: str, to: str
) -> None:
    storage.put("a/x", file)
    with pytest.raises(NoSuchFile):
        storage.link(key, to)
    assert list(storage.list("")) == ["a/x"]


def test_a_folder_is_published_whole_and_the_workspace_is_used_up(storage: Storage) -> None:
    with storage.workspace("7-abc") as folder:
        (folder / "v0").mkdir()
        (folder / "v0" / "0.ts").write_bytes(b"segment")
        (folder / "master.m3u8").write_text("#EXTM3U")
        storage.publish(folder, "assets/7-abc")
    assert list(storage.list("assets/7-")) == ["assets/7-abc/master.m3u8", "assets/7-abc/v0/0.ts"]


def test_a_failed_publish_keeps_nothing(storage: Storage) -> None:
    with pytest.raises(RuntimeError), storage.workspace("7-abc") as folder:
        (folder / "half").write_bytes(b"half made")
        raise RuntimeError
    assert list(storage.list("")) == []
    assert not folder.exists()


def test_publishing_over_what_is_there_is_refused(storage: Storage) -> None:
    for attempt in ("first", "second"):
        with storage.workspace("w") as folder:
            (folder / "name").write_text(attempt)
            if attempt == "first":
                storage.publish(folder, "assets/1-x")
                continue
            with pytest.raises(FileExistsError):
                storage.publish(folder, "assets/1-x")
    with storage.open("assets/1-x/name") as kept:
        assert kept.read() == b"first"


def test_a_workspace_starts_empty_though_a_dead_process_left_one(storage: Storage) -> None:
    abandoned = storage.workspace("7-abc")  # kept, as a dead process would: it is never left
    folder = abandoned.__enter__()
    (folder / "left").write_text("over")
    with storage.workspace("7-abc") as fresh:
        assert list(fresh.iterdir()) == []


def test_workspaces_of_the_dead_are_tidied_by_name(storage: Storage) -> None:
    abandoned = [storage.workspace("7-abc"), storage.workspace("77-abc")]
    folders = [workspace.__enter__() for workspace in abandoned]
    storage.tidy("7-")
    assert [folder.exists() for folder in folders] == [False, True]


def test_removing_takes_what_begins_so_and_nothing_else(storage: Storage, file: Path) -> None:
    for key in ("assets/1-a/x", "assets/1-a/y/z", "assets/12-b/x"):
        storage.put(key, file)
    storage.remove("assets/1-")
    assert list(storage.list("assets/")) == ["assets/12-b/x"]
    storage.remove("assets/nothing-here")


ODD_KEYS = {
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


@pytest.mark.parametrize("key", ODD_KEYS.values(), ids=ODD_KEYS)
def test_keys_that_lead_out_or_nowhere_hold_nothing(storage: Storage, file: Path, key: str) -> None:
    storage.put("assets/1/x", file)
    with pytest.raises(NoSuchFile):
        storage.stat(key)
    with pytest.raises(NoSuchFile):
        storage.open(key)


@pytest.mark.parametrize("key", ["", "/tmp/x", "../x", "a/../../x"])
def test_nothing_is_kept_outside(storage: Storage, file: Path, key: str) -> None:
    with pytest.raises(NoSuchFile):
        storage.put(key, file)


def test_what_lies_in_the_work_folder_is_no_file(storage: Storage, file: Path) -> None:
    storage.check()
    assert list(storage.list("")) == []
    with pytest.raises(NoSuchFile):
        storage.put(".work/x", file)


def test_a_file_is_read_from_any_place_in_any_order(storage: Storage, file: Path) -> None:
    file.write_bytes(bytes(range(256)) * 4096)
    storage.put("a/b", file)
    with storage.open("a/b") as kept:
        assert kept.seek(-2, 2) == (1 << 20) - 2
        assert kept.read() == b"\xfe\xff"
        assert (kept.seek(600_000), kept.read(4)) == (600_000, bytes([192, 193, 194, 195]))
        assert (kept.seek(3), kept.read(2)) == (3, b"\x03\x04")
        assert (kept.seek(2 << 20), kept.read(1)) == (2 << 20, b"")
        assert (kept.seek(0), len(kept.read())) == (0, 1 << 20)


def test_an_empty_file_is_a_file(storage: Storage, file: Path) -> None:
    file.write_bytes(b"")
    storage.put("a/b", file)
    assert storage.stat("a/b").size == 0
    with storage.open("a/b") as kept:
        assert kept.read() == b""


def test_a_file_on_this_machine_bears_its_own_name(storage: Storage, file: Path) -> None:
    storage.put("sources/1/captions-0.en.vtt", file)
    with storage.as_path("sources/1/captions-0.en.vtt") as path:
        assert path.name == "captions-0.en.vtt"


def test_names_of_every_kind_are_kept(storage: Storage, file: Path) -> None:
    names = ["Été à 10 %.ts", "a+b&c=d?e#f.ts", "x y.ts", "ω.ts"]
    for name in names:
        storage.put(f"odd/{name}", file)
    assert list(storage.list("odd/")) == sorted(f"odd/{name}" for name in names)
    storage.link("odd/a+b&c=d?e#f.ts", "linked/Été %20.ts")
    assert storage.stat("linked/Été %20.ts").size == 2048
    storage.remove("odd/")
    assert list(storage.list("")) == ["linked/Été %20.ts"]


def test_more_than_fits_into_an_answer_is_listed_and_removed(storage: Storage) -> None:
    with storage.workspace("many") as folder:
        for number in range(10):
            (folder / f"{number}.ts").write_bytes(b"1")
        storage.publish(folder, "assets/many")
    assert len(list(storage.list("assets/many/"))) == 10
    storage.remove("assets/many")
    assert list(storage.list("")) == []


def test_readiness_asks_for_a_writable_place(storage: Storage) -> None:
    storage.check()
