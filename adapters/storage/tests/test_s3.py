"""Behavior of object storage only: it may be slow, refuse requests, be full or disconnect."""

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
from adapters.storage.s3_connection import Bucket, S3Connection
from adapters.storage.tests.faulty_store import FaultyS3Server, S3ErrorResponse
from adapters.storage.tests.object_store import start_object_store
from touchline.catalog.ports.media.storage import (
    StorageFullError,
    StorageUnavailableError,
    StoredFileNotFoundError,
)


@pytest.fixture
def bucket() -> Bucket:
    return start_object_store().create_bucket()


@pytest.fixture
def storage(bucket: Bucket, tmp_path: Path) -> S3Storage:
    return S3Storage(bucket, tmp_path / "work")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "file.bin"
    path.write_bytes(bytes(range(256)) * 4096)
    return path


@pytest.fixture(scope="module")
def faulty_store() -> Iterator[FaultyS3Server]:
    with FaultyS3Server.run() as store:
        yield store


@pytest.fixture
def faulty(faulty_store: FaultyS3Server) -> FaultyS3Server:
    faulty_store.reset()
    return faulty_store


def test_a_large_file_is_uploaded_in_parts_and_read_back_intact(
    storage: S3Storage, bucket: Bucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(s3, "_MULTIPART_THRESHOLD", 6 << 20)
    monkeypatch.setattr(s3, "_PART_SIZE", 5 << 20)
    large_file = tmp_path / "large.mp4"
    large_file.write_bytes(os.urandom(1 << 20) * 11)
    storage.put("a/large.mp4", large_file)
    head = (
        S3Connection(bucket).get_client().head_object(Bucket=bucket.name, Key=f"{bucket.prefix}/a/large.mp4")
    )
    assert (head["ETag"][-3:], head["ContentType"]) == ('-3"', "video/mp4")
    with storage.as_path("a/large.mp4") as path:
        assert path.read_bytes() == large_file.read_bytes()


def test_stored_objects_have_their_media_type_and_the_prefix(
    storage: S3Storage, bucket: Bucket, file: Path
) -> None:
    for name in ("0.ts", "index.m3u8", "video"):
        storage.put(f"a/{name}", file)
    client = S3Connection(bucket).get_client()
    entries = client.list_objects_v2(Bucket=bucket.name, Prefix=f"{bucket.prefix}/")["Contents"]
    types = {
        entry["Key"].removeprefix(f"{bucket.prefix}/a/"): client.head_object(
            Bucket=bucket.name, Key=entry["Key"]
        )["ContentType"]
        for entry in entries
    }
    assert types == {
        "0.ts": "video/mp2t",
        "index.m3u8": "application/vnd.apple.mpegurl",
        "video": "application/octet-stream",
    }


def test_playlists_are_published_after_the_files_they_reference(
    storage: S3Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    put = S3Storage.put

    def record_call(self: S3Storage, key: str, source: Path) -> None:
        put(self, key, source)
        order.append(key.removeprefix("assets/7-abc/"))

    monkeypatch.setattr(S3Storage, "put", record_call)
    with storage.workspace("7-abc") as folder:
        (folder / "v0").mkdir()
        for name in ("master.m3u8", "v0/index.m3u8", "v0/0.ts", "poster.jpg"):
            (folder / name).write_text(name)
        storage.publish(folder, "assets/7-abc")
    assert set(order[:2]) == {"v0/0.ts", "poster.jpg"}
    assert order[2:] == ["v0/index.m3u8", "master.m3u8"]


@pytest.mark.parametrize("failing_name", ["0.ts", "master.m3u8"])
def test_a_failed_publish_removes_what_it_uploaded(
    storage: S3Storage, monkeypatch: pytest.MonkeyPatch, failing_name: str
) -> None:
    put = S3Storage.put

    def put_or_fail(self: S3Storage, key: str, source: Path) -> None:
        if key.endswith(failing_name):
            raise StorageFullError("full")
        put(self, key, source)

    monkeypatch.setattr(S3Storage, "put", put_or_fail)
    with pytest.raises(StorageFullError), storage.workspace("7-abc") as folder:
        for name in ("master.m3u8", "0.ts", "1.ts"):
            (folder / name).write_text(name)
        storage.publish(folder, "assets/7-abc")
    assert list(storage.list("")) == []


def test_local_copies_are_removed_afterwards(storage: S3Storage, file: Path, tmp_path: Path) -> None:
    storage.put("a/0.ts", file)
    with storage.as_path("a/0.ts") as path:
        assert path.is_file()
    assert [path for path in (tmp_path / "work").rglob("*") if path.is_file()] == []


def test_a_full_disk_for_a_local_copy_raises_a_readable_error(
    storage: S3Storage, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage.put("a/0.ts", file)

    def raise_disk_full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(shutil, "copyfileobj", raise_disk_full)
    with pytest.raises(StorageFullError, match="The disk is full"), storage.as_path("a/0.ts"):
        pass


def test_local_copies_of_dead_processes_are_removed_and_of_live_ones_not(
    bucket: Bucket, file: Path, tmp_path: Path
) -> None:
    dead = tmp_path / "work" / "read" / "dead"
    dead.mkdir(parents=True)
    (dead / "video").write_text("10 GB")
    os.utime(dead, (time.time() - 100,) * 2)
    live_storage = S3Storage(bucket, tmp_path / "work")
    live_storage.put("a/0.ts", file)
    with live_storage.as_path("a/0.ts") as path:
        os.utime(path.parents[1], (time.time() - 100,) * 2)
        with S3Storage(bucket, tmp_path / "work").as_path("a/0.ts") as other:
            assert (path.exists(), other.exists(), dead.exists()) == (True, True, False)


def test_a_file_replaced_while_it_is_read_is_not_mixed_with_the_new_one(
    storage: S3Storage, file: Path, tmp_path: Path
) -> None:
    storage.put("a/0.ts", file)
    (tmp_path / "other").write_bytes(b"2" * (1 << 20))
    with storage.open("a/0.ts") as stored:
        stored.seek(900_000)
        storage.put("a/0.ts", tmp_path / "other")
        with pytest.raises(StorageUnavailableError):
            stored.read(1)


def test_readiness_writes_once_a_minute_and_checks_the_bucket_in_between(
    bucket: Bucket, tmp_path: Path
) -> None:
    now = [0.0]
    storage = S3Storage(bucket, tmp_path / "work", timer=lambda: now[0])
    client, readiness_key = S3Connection(bucket).get_client(), f"{bucket.prefix}/.work/ready"
    was_written: list[bool] = []
    for seconds in (0.0, 59.0, 61.0):
        now[0] = seconds
        client.delete_object(Bucket=bucket.name, Key=readiness_key)
        storage.check()
        was_written.append("Contents" in client.list_objects_v2(Bucket=bucket.name, Prefix=readiness_key))
    assert was_written == [True, False, True]


def test_readiness_fails_without_a_bucket_and_without_a_store(bucket: Bucket, tmp_path: Path) -> None:
    with pytest.raises(StorageUnavailableError):
        S3Storage(replace(bucket, name="nowhere"), tmp_path).check()
    with pytest.raises(StorageUnavailableError):
        S3Storage(replace(bucket, endpoint="http://127.0.0.1:9"), tmp_path).check()


def test_a_bucket_deleted_within_the_minute_makes_storage_unavailable(bucket: Bucket, tmp_path: Path) -> None:
    temporary_bucket = replace(bucket, name=f"alone-{bucket.prefix}")
    client = S3Connection(temporary_bucket).get_client()
    client.create_bucket(Bucket=temporary_bucket.name)
    storage = S3Storage(temporary_bucket, tmp_path / "work")
    storage.check()
    storage.remove("")
    client.delete_object(Bucket=temporary_bucket.name, Key=f"{temporary_bucket.prefix}/.work/ready")
    client.delete_bucket(Bucket=temporary_bucket.name)
    with pytest.raises(StorageUnavailableError):
        storage.check()


OPERATIONS: dict[str, Callable[[S3Storage, Path], object]] = {
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


@pytest.mark.parametrize("call", OPERATIONS.values(), ids=OPERATIONS)
def test_an_access_error_is_readable_and_logs_no_secret(
    faulty: FaultyS3Server,
    file: Path,
    tmp_path: Path,
    call: Callable[[S3Storage, Path], object],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    faulty.error_response = S3ErrorResponse(403, "SignatureDoesNotMatch")
    with pytest.raises(StorageUnavailableError, match="Please try again in a few minutes"):
        call(S3Storage(faulty.bucket, tmp_path / "work"), file)
    log_text = caplog.text
    assert "status 403" in log_text
    assert not [word for word in ("secret-word", "the-key", "AWS4", "X-Amz") if word in log_text]


@pytest.mark.parametrize(
    ("status", "code"), [(507, "Odd"), (403, "QuotaExceeded"), (507, "XMinioStorageFull")]
)
def test_a_full_store_raises_a_readable_error(
    faulty: FaultyS3Server, file: Path, tmp_path: Path, status: int, code: str
) -> None:
    faulty.error_response = S3ErrorResponse(status, code)
    with pytest.raises(StorageFullError, match="The object storage is full"):
        S3Storage(faulty.bucket, tmp_path / "work").put("a/0.ts", file)


def test_a_failed_request_is_retried_a_limited_number_of_times(
    faulty: FaultyS3Server, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("botocore.endpoint.time.sleep", lambda _seconds: None)
    storage = S3Storage(faulty.bucket, tmp_path / "work")
    faulty.error_response = S3ErrorResponse(503, "SlowDown", remaining=2)
    storage.put("a/0.ts", file)
    faulty.request_count = 0
    faulty.error_response = S3ErrorResponse(503, "SlowDown")
    with pytest.raises(StorageUnavailableError):
        storage.put("a/0.ts", file)
    assert faulty.request_count == 3


def test_a_silent_store_times_out(faulty: FaultyS3Server, tmp_path: Path) -> None:
    faulty.is_silent = True
    storage = S3Storage(replace(faulty.bucket, timeout_seconds=1), tmp_path / "work")
    with pytest.raises(StorageUnavailableError):
        storage.check()
    assert faulty.request_count == 1


def test_a_broken_download_resumes_where_it_stopped(faulty: FaultyS3Server, tmp_path: Path) -> None:
    faulty.body = bytes(range(256)) * 4096
    faulty.disconnect_after = [400_000, 300_000]
    with S3Storage(faulty.bucket, tmp_path / "work").open("a/0.ts") as stored:
        assert stored.read() == faulty.body
    assert [range_header.startswith("bytes=") for range_header in faulty.ranges] == [False, True, True]
    assert faulty.if_match[1:] == ['"tag"', '"tag"']


def test_a_download_that_keeps_breaking_fails(faulty: FaultyS3Server, tmp_path: Path) -> None:
    faulty.body = b"1" * (1 << 20)
    faulty.disconnect_after = [0] * 9
    with (
        S3Storage(faulty.bucket, tmp_path / "work").open("a/0.ts") as stored,
        pytest.raises(StorageUnavailableError),
    ):
        stored.read()
    assert faulty.request_count == 3


def test_a_missing_bucket_is_not_reported_as_a_missing_file(faulty: FaultyS3Server, tmp_path: Path) -> None:
    faulty.error_response = S3ErrorResponse(404, "NoSuchBucket")
    with pytest.raises(StorageUnavailableError):
        S3Storage(faulty.bucket, tmp_path / "work").open("a/0.ts")
    faulty.error_response = S3ErrorResponse(404, "NoSuchKey")
    with pytest.raises(StoredFileNotFoundError):
        S3Storage(faulty.bucket, tmp_path / "work").open("a/0.ts")


def test_a_failed_deletion_is_reported(
    storage: S3Storage, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage.put("a/0.ts", file)
    client: Any = storage._connection.get_client()
    monkeypatch.setattr(client, "delete_objects", lambda **_: {"Errors": [{"Code": "AccessDenied"}]})
    with pytest.raises(StorageUnavailableError):
        storage.remove("a/")
