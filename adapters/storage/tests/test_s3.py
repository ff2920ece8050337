"""What is particular to an object store: it is far away, may be slow, refuse us, be full or break off."""

from __future__ import annotations

import errno
import logging
import os
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adapters.storage import s3
from adapters.storage.s3 import S3Storage
from adapters.storage.s3_line import Bucket, Line
from adapters.storage.tests.object_store import running_store
from adapters.storage.tests.odd_store import OddStore, Refusal
from touchline.catalog.ports.storage import NoSuchFile, StorageAway, StorageFull


@pytest.fixture
def bucket() -> Bucket:
    return running_store().fresh_bucket()


@pytest.fixture
def storage(bucket: Bucket, tmp_path: Path) -> S3Storage:
    return S3Storage(bucket, tmp_path / "work")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "file.bin"
    path.write_bytes(bytes(range(256)) * 4096)
    return path


@pytest.fixture(scope="module")
def odd_store() -> Iterator[OddStore]:
    with OddStore.running() as store:
        yield store


@pytest.fixture
def odd(odd_store: OddStore) -> OddStore:
    odd_store.begin_anew()
    return odd_store


def test_a_large_file_goes_in_parts_and_comes_back_whole(
    storage: S3Storage, bucket: Bucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(s3, "_LARGE", 6 << 20)
    monkeypatch.setattr(s3, "_PART", 5 << 20)
    large = tmp_path / "large.mp4"
    large.write_bytes(os.urandom(1 << 20) * 11)
    storage.put("a/large.mp4", large)
    head = Line(bucket).client().head_object(Bucket=bucket.name, Key=f"{bucket.prefix}/a/large.mp4")
    assert (head["ETag"][-3:], head["ContentType"]) == ('-3"', "video/mp4")
    with storage.as_path("a/large.mp4") as path:
        assert path.read_bytes() == large.read_bytes()


def test_what_is_kept_bears_its_media_type_and_the_prefix(
    storage: S3Storage, bucket: Bucket, file: Path
) -> None:
    for name in ("0.ts", "index.m3u8", "video"):
        storage.put(f"a/{name}", file)
    client = Line(bucket).client()
    found = client.list_objects_v2(Bucket=bucket.name, Prefix=f"{bucket.prefix}/")["Contents"]
    types = {
        one["Key"].removeprefix(f"{bucket.prefix}/a/"): client.head_object(
            Bucket=bucket.name, Key=one["Key"]
        )["ContentType"]
        for one in found
    }
    assert types == {
        "0.ts": "video/mp2t",
        "index.m3u8": "application/vnd.apple.mpegurl",
        "video": "application/octet-stream",
    }


def test_playlists_are_published_after_everything_that_they_name(
    storage: S3Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    put = S3Storage.put

    def noted(self: S3Storage, key: str, source: Path) -> None:
        put(self, key, source)
        order.append(key.removeprefix("assets/7-abc/"))

    monkeypatch.setattr(S3Storage, "put", noted)
    with storage.workspace("7-abc") as folder:
        (folder / "v0").mkdir()
        for name in ("master.m3u8", "v0/index.m3u8", "v0/0.ts", "poster.jpg"):
            (folder / name).write_text(name)
        storage.publish(folder, "assets/7-abc")
    assert set(order[:2]) == {"v0/0.ts", "poster.jpg"}
    assert order[2:] == ["v0/index.m3u8", "master.m3u8"]


@pytest.mark.parametrize("refused", ["0.ts", "master.m3u8"])
def test_what_was_published_of_a_folder_that_failed_is_taken_away(
    storage: S3Storage, monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    put = S3Storage.put

    def refusing(self: S3Storage, key: str, source: Path) -> None:
        if key.endswith(refused):
            raise StorageFull("full")
        put(self, key, source)

    monkeypatch.setattr(S3Storage, "put", refusing)
    with pytest.raises(StorageFull), storage.workspace("7-abc") as folder:
        for name in ("master.m3u8", "0.ts", "1.ts"):
            (folder / name).write_text(name)
        storage.publish(folder, "assets/7-abc")
    assert list(storage.list("")) == []


def test_files_for_programs_are_gone_from_this_machine_afterwards(
    storage: S3Storage, file: Path, tmp_path: Path
) -> None:
    storage.put("a/0.ts", file)
    with storage.as_path("a/0.ts") as path:
        assert path.is_file()
    assert [path for path in (tmp_path / "work").rglob("*") if path.is_file()] == []


def test_a_disk_without_room_for_a_copy_is_said_in_a_sentence(
    storage: S3Storage, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage.put("a/0.ts", file)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(shutil, "copyfileobj", full)
    with pytest.raises(StorageFull, match="The disk is full"), storage.as_path("a/0.ts"):
        pass


def test_copies_of_a_dead_process_are_thrown_away_and_those_of_the_living_are_not(
    bucket: Bucket, file: Path, tmp_path: Path
) -> None:
    dead = tmp_path / "work" / "read" / "dead"
    dead.mkdir(parents=True)
    (dead / "video").write_text("10 GB")
    os.utime(dead, (time.time() - 100,) * 2)
    living = S3Storage(bucket, tmp_path / "work")
    living.put("a/0.ts", file)
    with living.as_path("a/0.ts") as path:
        os.utime(path.parents[1], (time.time() - 100,) * 2)
        with S3Storage(bucket, tmp_path / "work").as_path("a/0.ts") as other:
            assert (path.exists(), other.exists(), dead.exists()) == (True, True, False)


def test_a_file_replaced_while_it_is_read_is_not_mixed_with_the_new_one(
    storage: S3Storage, file: Path, tmp_path: Path
) -> None:
    storage.put("a/0.ts", file)
    (tmp_path / "other").write_bytes(b"2" * (1 << 20))
    with storage.open("a/0.ts") as kept:
        kept.seek(900_000)
        storage.put("a/0.ts", tmp_path / "other")
        with pytest.raises(StorageAway):
            kept.read(1)


def test_readiness_writes_once_a_minute_and_asks_for_the_bucket_between(
    bucket: Bucket, tmp_path: Path
) -> None:
    now = [0.0]
    storage = S3Storage(bucket, tmp_path / "work", timer=lambda: now[0])
    client, ready = Line(bucket).client(), f"{bucket.prefix}/.work/ready"
    there: list[bool] = []
    for seconds in (0.0, 59.0, 61.0):
        now[0] = seconds
        client.delete_object(Bucket=bucket.name, Key=ready)
        storage.check()
        there.append("Contents" in client.list_objects_v2(Bucket=bucket.name, Prefix=ready))
    assert there == [True, False, True]


def test_readiness_fails_without_a_bucket_and_without_a_store(bucket: Bucket, tmp_path: Path) -> None:
    with pytest.raises(StorageAway):
        S3Storage(replace(bucket, name="nowhere"), tmp_path).check()
    with pytest.raises(StorageAway):
        S3Storage(replace(bucket, endpoint="http://127.0.0.1:9"), tmp_path).check()


def test_a_bucket_that_is_gone_within_the_minute_is_a_store_that_is_away(
    bucket: Bucket, tmp_path: Path
) -> None:
    alone = replace(bucket, name=f"alone-{bucket.prefix}")
    client = Line(alone).client()
    client.create_bucket(Bucket=alone.name)
    storage = S3Storage(alone, tmp_path / "work")
    storage.check()
    storage.remove("")
    client.delete_object(Bucket=alone.name, Key=f"{alone.prefix}/.work/ready")
    client.delete_bucket(Bucket=alone.name)
    with pytest.raises(StorageAway):
        storage.check()


CALLS: dict[str, Callable[[S3Storage, Path], object]] = {
    "put": lambda storage, file: storage.put("a/0.ts", file),
    "publish": lambda storage, file: storage.publish(file.parent, "a"),
    "link": lambda storage, _: storage.link("a/0.ts", "b/0.ts"),
    "stat": lambda storage, _: storage.stat("a/0.ts"),
    "open": lambda storage, _: storage.open("a/0.ts"),
    "as-path": lambda storage, _: storage.as_path("a/0.ts").__enter__(),
    "list": lambda storage, _: list(storage.list("a/")),
    "remove": lambda storage, _: storage.remove("a/"),
    "check": lambda storage, _: storage.check(),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_store_that_refuses_us_is_said_in_a_sentence_and_no_secret_is_logged(
    odd: OddStore,
    file: Path,
    tmp_path: Path,
    call: Callable[[S3Storage, Path], object],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    odd.refusal = Refusal(403, "SignatureDoesNotMatch")
    with pytest.raises(StorageAway, match="Please try again in a few minutes"):
        call(S3Storage(odd.bucket, tmp_path / "work"), file)
    told = caplog.text
    assert "status 403" in told
    assert not [word for word in ("secret-word", "the-key", "AWS4", "X-Amz") if word in told]


@pytest.mark.parametrize(
    ("status", "code"), [(507, "Odd"), (403, "QuotaExceeded"), (507, "XMinioStorageFull")]
)
def test_a_store_without_room_is_said_in_a_sentence(
    odd: OddStore, file: Path, tmp_path: Path, status: int, code: str
) -> None:
    odd.refusal = Refusal(status, code)
    with pytest.raises(StorageFull, match="The object storage is full"):
        S3Storage(odd.bucket, tmp_path / "work").put("a/0.ts", file)


def test_a_store_that_stumbles_is_asked_again_and_one_that_is_down_is_not_asked_for_ever(
    odd: OddStore, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("botocore.endpoint.time.sleep", lambda _seconds: None)
    storage = S3Storage(odd.bucket, tmp_path / "work")
    odd.refusal = Refusal(503, "SlowDown", times=2)
    storage.put("a/0.ts", file)
    odd.asked = 0
    odd.refusal = Refusal(503, "SlowDown")
    with pytest.raises(StorageAway):
        storage.put("a/0.ts", file)
    assert odd.asked == 3


def test_a_store_that_says_nothing_is_not_waited_for(odd: OddStore, tmp_path: Path) -> None:
    odd.silent = True
    storage = S3Storage(replace(odd.bucket, seconds=1), tmp_path / "work")
    with pytest.raises(StorageAway):
        storage.check()
    assert odd.asked == 1


def test_a_line_that_breaks_is_taken_up_where_it_broke(odd: OddStore, tmp_path: Path) -> None:
    odd.body = bytes(range(256)) * 4096
    odd.breaks_after = [400_000, 300_000]
    with S3Storage(odd.bucket, tmp_path / "work").open("a/0.ts") as kept:
        assert kept.read() == odd.body
    assert [each.startswith("bytes=") for each in odd.ranges] == [False, True, True]
    assert odd.if_match[1:] == ['"tag"', '"tag"']


def test_a_line_that_breaks_again_and_again_is_given_up(odd: OddStore, tmp_path: Path) -> None:
    odd.body = b"1" * (1 << 20)
    odd.breaks_after = [0] * 9
    with S3Storage(odd.bucket, tmp_path / "work").open("a/0.ts") as kept, pytest.raises(StorageAway):
        kept.read()
    assert odd.asked == 3


def test_without_rights_to_list_what_is_missing_is_refused_and_not_called_missing(
    odd: OddStore, tmp_path: Path
) -> None:
    odd.refusal = Refusal(404, "NoSuchBucket")
    with pytest.raises(StorageAway):
        S3Storage(odd.bucket, tmp_path / "work").open("a/0.ts")
    odd.refusal = Refusal(404, "NoSuchKey")
    with pytest.raises(NoSuchFile):
        S3Storage(odd.bucket, tmp_path / "work").open("a/0.ts")


def test_an_object_that_the_store_keeps_back_is_not_taken_for_removed(
    storage: S3Storage, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage.put("a/0.ts", file)
    client: Any = storage._line.client()
    monkeypatch.setattr(client, "delete_objects", lambda **_: {"Errors": [{"Code": "AccessDenied"}]})
    with pytest.raises(StorageAway):
        storage.remove("a/")
