"""`TOUCHLINE_STORAGE=s3`: objects in a bucket of Amazon S3, MinIO, Ceph, Garage, R2 … (any S3-compatible
store).

A store shows an object only when it is complete, so `put` is one upload. S3 has no `rename`: a folder is
published file by file, playlists last. If publishing fails, the published files are deleted. Files are
created on this machine, and ffmpeg reads them here.
"""

import io
import re
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from adapters.storage.s3_connection import Bucket, S3Connection
from adapters.storage.s3_file import ObjectFile
from adapters.storage.workspaces import ScratchFiles, Workspaces
from touchline.catalog.ports.media.storage import StorageUnavailableError, StoredFile, StoredFileNotFoundError
from touchline.shared.concurrency.parallel import MAX_WORKERS, parallel_map
from touchline.shared.files.media_types import media_type

_WORK_FOLDER = ".work"
_READINESS_KEY = f"{_WORK_FOLDER}/ready"
_READINESS_INTERVAL_SECONDS = 60.0
_MAX_KEY_BYTES = 1024
_NOT_FOUND = 404
_MULTIPART_THRESHOLD = 64 << 20
_PART_SIZE = 16 << 20
_BUFFER_SIZE = 256 << 10
_PLAYLIST_SUFFIX = ".m3u8"
_CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f\x7f\ufffe\uffff]")


class S3Storage:
    """Stores files as objects in a bucket (port `Storage`). Connects only when needed.

    `work_folder` is a folder on this machine, `timer` counts seconds, and `page` is the number of keys per
    list request.

    Objects over 5 GB cannot be linked. Only segments are linked.
    """

    def __init__(
        self, bucket: Bucket, work_folder: Path, timer: Callable[[], float] = time.monotonic, page: int = 1000
    ) -> None:
        self._connection = S3Connection(bucket)
        self._bucket = bucket.name
        self._prefix = f"{plain}/" if (plain := bucket.prefix.strip("/")) else ""
        self._workspaces = Workspaces(work_folder / "made")
        self._scratch = ScratchFiles(work_folder / "read")
        self._timer = timer
        self._page_size = page
        self._last_written_at: float | None = None

    def put(self, key: str, source: Path) -> None:
        """Upload the file. A large file is uploaded in parts that become visible together."""
        name = self._object_name(key)
        upload_args = {"ContentType": media_type(key) or "application/octet-stream"}
        with source.open("rb") as file, self._connection.translate_errors("upload", key):
            client = self._connection.get_client()
            if source.stat().st_size < _MULTIPART_THRESHOLD:
                client.put_object(Bucket=self._bucket, Key=name, Body=file, **upload_args)
            else:
                client.upload_fileobj(
                    file, self._bucket, name, ExtraArgs=upload_args, Config=_create_transfer_config()
                )

    def publish(self, folder: Path, prefix: str) -> None:
        """Upload files in parallel, then the playlists once everything that they refer to exists."""
        self._object_name(prefix)
        if next(self.list(f"{prefix}/"), None) is not None:
            raise FileExistsError(prefix)
        files = [path for path in folder.rglob("*") if path.is_file()]
        playlists = sorted(
            (path for path in files if path.suffix == _PLAYLIST_SUFFIX),
            key=lambda path: (-len(path.parts), path),
        )
        try:
            self._put_all(folder, prefix, [path for path in files if path.suffix != _PLAYLIST_SUFFIX])
            for path in playlists:
                self.put(f"{prefix}/{path.relative_to(folder).as_posix()}", path)
        except BaseException:
            with suppress(StorageUnavailableError):
                self.remove(f"{prefix}/")
            raise
        shutil.rmtree(folder, ignore_errors=True)

    def link(self, key: str, to: str) -> None:
        """Copy the object inside the store."""
        source, target = self._object_name(key), self._object_name(to)
        with suppress(StoredFileNotFoundError):
            self.stat(to)
            return
        with self._connection.translate_errors("copy", key):
            self._connection.get_client().copy_object(
                Bucket=self._bucket, Key=target, CopySource={"Bucket": self._bucket, "Key": source}
            )

    def stat(self, key: str) -> StoredFile:
        """Return the object's metadata."""
        name = self._object_name(key)
        with self._connection.translate_errors("look up", key):
            response = self._connection.get_client().head_object(Bucket=self._bucket, Key=name)
        return StoredFile(
            key, response["ContentLength"], response["LastModified"], response["ETag"].strip('"')
        )

    def open(self, key: str) -> BinaryIO:
        """Open the object. Its bytes are downloaded as they are read."""
        name = self._object_name(key)

        def fetch(**conditions: str) -> Any:
            with self._connection.translate_errors("read", key):
                return self._connection.get_client().get_object(Bucket=self._bucket, Key=name, **conditions)

        return io.BufferedReader(
            ObjectFile(fetch(), lambda start, etag: fetch(Range=f"bytes={start}-", IfMatch=etag)),
            _BUFFER_SIZE,
        )

    @contextmanager
    def as_path(self, key: str) -> Iterator[Path]:
        """Yield a temporary copy on this machine."""
        self._object_name(key)
        with self._scratch.create_path(PurePosixPath(key).name) as path:
            with self.open(key) as body, path.open("wb") as out:
                shutil.copyfileobj(body, out, _BUFFER_SIZE)
            yield path

    def list(self, prefix: str) -> Iterator[str]:
        """List keys page by page, in the store's order: by the bytes of their names."""
        for page in self._list_pages(prefix):
            yield from (
                key for key in page if not key.startswith(f"{_WORK_FOLDER}/") and not key.endswith("/")
            )

    def remove(self, prefix: str) -> None:
        """Delete all keys with a prefix, with one request per page."""
        if prefix.startswith("/") or ".." in prefix.split("/"):
            raise StoredFileNotFoundError(prefix)
        for page in self._list_pages(prefix):
            with self._connection.translate_errors("remove"):
                objects = [{"Key": self._prefix + key} for key in page]
                result = self._connection.get_client().delete_objects(
                    Bucket=self._bucket, Delete={"Objects": objects, "Quiet": True}
                )
            if result.get("Errors"):
                raise StorageUnavailableError

    def workspace(self, name: str) -> AbstractContextManager[Path]:
        """Return an empty folder on this machine."""
        return self._workspaces.workspace(name)

    def clean_up(self, name_prefix: str) -> None:
        """Delete leftovers on this machine. A lifecycle rule of the bucket deletes parts of unfinished
        uploads.
        """
        self._workspaces.clean_up(name_prefix)

    def check(self) -> None:
        """Check that the work folder is writable, that the store responds, and that it accepted a write in
        the last minute.
        """
        self._workspaces.check()
        with self._connection.translate_errors("readiness"):
            client, now = self._connection.get_client(is_readiness_check=True), self._timer()
            if (
                self._last_written_at is not None
                and now - self._last_written_at < _READINESS_INTERVAL_SECONDS
            ):
                try:
                    client.head_bucket(Bucket=self._bucket)
                except client.exceptions.ClientError as error:
                    if error.response["ResponseMetadata"]["HTTPStatusCode"] == _NOT_FOUND:
                        # the bucket is missing, not a file
                        raise StorageUnavailableError from None
                    raise
                return
            client.put_object(Bucket=self._bucket, Key=self._prefix + _READINESS_KEY, Body=b"1")
            self._last_written_at = now

    def _put_all(self, folder: Path, prefix: str, files: Sequence[Path]) -> None:
        def put(path: Path) -> None:
            self.put(f"{prefix}/{path.relative_to(folder).as_posix()}", path)

        parallel_map(put, files)

    def _list_pages(self, prefix: str) -> Iterator[Sequence[str]]:
        with self._connection.translate_errors("list"):
            pages = self._connection.get_client().get_paginator("list_objects_v2")
            request = {"Bucket": self._bucket, "Prefix": self._prefix + prefix}
            for page in pages.paginate(**request, PaginationConfig={"PageSize": self._page_size}):
                if entries := page.get("Contents"):
                    yield [entry["Key"].removeprefix(self._prefix) for entry in entries]

    def _object_name(self, key: str) -> str:
        """Return the object name of a key.

        Raises `StoredFileNotFoundError` if the key leads outside, or is another spelling of a different key.
        """
        parts = PurePosixPath(key).parts
        plain = (
            parts and "/".join(parts) == key and not _CONTROL_CHARACTERS.search(key)
        )  # XML cannot contain these characters
        if not plain or parts[0] in ("/", _WORK_FOLDER) or ".." in parts:
            raise StoredFileNotFoundError(key)
        name = self._prefix + key
        with suppress(UnicodeEncodeError):
            if len(name.encode()) <= _MAX_KEY_BYTES:
                return name
        raise StoredFileNotFoundError(key)


def _create_transfer_config() -> Any:
    from boto3.s3.transfer import TransferConfig

    return TransferConfig(
        multipart_threshold=_MULTIPART_THRESHOLD, multipart_chunksize=_PART_SIZE, max_concurrency=MAX_WORKERS
    )
