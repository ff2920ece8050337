"""`TOUCHLINE_STORAGE=s3`: objects in a bucket of Amazon S3, MinIO, Ceph, Garage, R2 … (whatever speaks S3).

A store shows an object only when it is whole, so `put` is one upload. It has no `rename`: a folder is
published file by file, playlists last, and what was published of one that failed is taken away again. Files
are made, and read by ffmpeg, on this machine.
"""

import io
import re
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from adapters.storage.s3_file import ObjectFile
from adapters.storage.s3_line import AWAY, Bucket, Line
from adapters.storage.workspaces import Scratch, Workspaces
from touchline.catalog.ports.storage import NoSuchFile, StorageAway, StoredFile
from touchline.shared.media_types import media_type
from touchline.shared.together import HANDS, together

_WORK = ".work"
_READY = f"{_WORK}/ready"
_READY_SECONDS = 60.0
_LONGEST_KEY = 1024
_NOT_FOUND = 404
_LARGE = 64 << 20
_PART = 16 << 20
_BUFFER = 256 << 10
_PLAYLIST = ".m3u8"
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ufffe\uffff]")


class S3Storage:
    """Keeps files as objects of a bucket (port `Storage`). `work` is a folder on this machine, `timer` counts
    seconds, `page` is how many names are asked for at once. Nothing connects before it is needed.

    No object is linked that has over 5 GB: what is linked are segments.
    """

    def __init__(
        self, bucket: Bucket, work: Path, timer: Callable[[], float] = time.monotonic, page: int = 1000
    ) -> None:
        self._line = Line(bucket)
        self._bucket = bucket.name
        self._prefix = f"{plain}/" if (plain := bucket.prefix.strip("/")) else ""
        self._work = Workspaces(work / "made")
        self._scratch = Scratch(work / "read")
        self._timer = timer
        self._page = page
        self._written: float | None = None

    def put(self, key: str, source: Path) -> None:
        """One upload; of a large file in parts, which appear together."""
        name = self._name(key)
        about = {"ContentType": media_type(key) or "application/octet-stream"}
        with source.open("rb") as file, self._line.asking("upload", key):
            client = self._line.client()
            if source.stat().st_size < _LARGE:
                client.put_object(Bucket=self._bucket, Key=name, Body=file, **about)
            else:
                client.upload_fileobj(file, self._bucket, name, ExtraArgs=about, Config=_in_parts())

    def publish(self, folder: Path, prefix: str) -> None:
        """Several uploads at once; playlists follow when everything that they name is there."""
        self._name(prefix)
        if next(self.list(f"{prefix}/"), None) is not None:
            raise FileExistsError(prefix)
        files = [path for path in folder.rglob("*") if path.is_file()]
        playlists = sorted(
            (path for path in files if path.suffix == _PLAYLIST), key=lambda path: (-len(path.parts), path)
        )
        try:
            self._put_all(folder, prefix, [path for path in files if path.suffix != _PLAYLIST])
            for path in playlists:
                self.put(f"{prefix}/{path.relative_to(folder).as_posix()}", path)
        except BaseException:
            with suppress(StorageAway):
                self.remove(f"{prefix}/")
            raise
        shutil.rmtree(folder, ignore_errors=True)

    def link(self, key: str, to: str) -> None:
        """A copy that the store makes by itself."""
        source, target = self._name(key), self._name(to)
        with suppress(NoSuchFile):
            self.stat(to)
            return
        with self._line.asking("copy", key):
            self._line.client().copy_object(
                Bucket=self._bucket, Key=target, CopySource={"Bucket": self._bucket, "Key": source}
            )

    def stat(self, key: str) -> StoredFile:
        """As the store has it."""
        name = self._name(key)
        with self._line.asking("look up", key):
            found = self._line.client().head_object(Bucket=self._bucket, Key=name)
        return StoredFile(key, found["ContentLength"], found["LastModified"], found["ETag"].strip('"'))

    def open(self, key: str) -> BinaryIO:
        """The bytes come as they are read."""
        name = self._name(key)

        def fetch(**which: str) -> Any:
            with self._line.asking("read", key):
                return self._line.client().get_object(Bucket=self._bucket, Key=name, **which)

        return io.BufferedReader(
            ObjectFile(fetch(), lambda start, etag: fetch(Range=f"bytes={start}-", IfMatch=etag)), _BUFFER
        )

    @contextmanager
    def as_path(self, key: str) -> Iterator[Path]:
        """A copy on this machine, gone at the end."""
        self._name(key)
        with self._scratch.place(PurePosixPath(key).name) as path:
            with self.open(key) as body, path.open("wb") as out:
                shutil.copyfileobj(body, out, _BUFFER)
            yield path

    def list(self, prefix: str) -> Iterator[str]:
        """Page by page, as the store sorts them: by the bytes of their names."""
        for page in self._pages(prefix):
            yield from (key for key in page if not key.startswith(f"{_WORK}/") and not key.endswith("/"))

    def remove(self, prefix: str) -> None:
        """All names of an answer at once."""
        if prefix.startswith("/") or ".." in prefix.split("/"):
            raise NoSuchFile(prefix)
        for page in self._pages(prefix):
            with self._line.asking("remove"):
                objects = [{"Key": self._prefix + key} for key in page]
                answer = self._line.client().delete_objects(
                    Bucket=self._bucket, Delete={"Objects": objects, "Quiet": True}
                )
            if answer.get("Errors"):
                raise StorageAway(AWAY)

    def workspace(self, name: str) -> AbstractContextManager[Path]:
        """A folder on this machine."""
        return self._work.workspace(name)

    def tidy(self, name_prefix: str) -> None:
        """Delete what was left on this machine. Parts of uploads that never ended are the bucket's to forget,
        by a rule of its lifecycle."""
        self._work.tidy(name_prefix)

    def check(self) -> None:
        """This machine's folder takes a byte, the store answers, and within the last minute took one, too."""
        self._work.check()
        with self._line.asking("readiness"):
            client, now = self._line.client(hasty=True), self._timer()
            if self._written is not None and now - self._written < _READY_SECONDS:
                try:
                    client.head_bucket(Bucket=self._bucket)
                except client.exceptions.ClientError as error:
                    if error.response["ResponseMetadata"]["HTTPStatusCode"] == _NOT_FOUND:
                        raise StorageAway(AWAY) from None  # no bucket, not no file
                    raise
                return
            client.put_object(Bucket=self._bucket, Key=self._prefix + _READY, Body=b"1")
            self._written = now

    def _put_all(self, folder: Path, prefix: str, files: Sequence[Path]) -> None:
        def put(path: Path) -> None:
            self.put(f"{prefix}/{path.relative_to(folder).as_posix()}", path)

        together(put, files)

    def _pages(self, prefix: str) -> Iterator[Sequence[str]]:
        with self._line.asking("list"):
            pages = self._line.client().get_paginator("list_objects_v2")
            asked = {"Bucket": self._bucket, "Prefix": self._prefix + prefix}
            for page in pages.paginate(**asked, PaginationConfig={"PageSize": self._page}):
                if found := page.get("Contents"):
                    yield [one["Key"].removeprefix(self._prefix) for one in found]

    def _name(self, key: str) -> str:
        """The object's; `NoSuchFile` where the key leads out, or is another's in other letters."""
        parts = PurePosixPath(key).parts
        plain = parts and "/".join(parts) == key and not _CONTROL.search(key)  # XML has no such letters
        if not plain or parts[0] in ("/", _WORK) or ".." in parts:
            raise NoSuchFile(key)
        name = self._prefix + key
        with suppress(UnicodeEncodeError):
            if len(name.encode()) <= _LONGEST_KEY:
                return name
        raise NoSuchFile(key)


def _in_parts() -> Any:
    from boto3.s3.transfer import TransferConfig

    return TransferConfig(multipart_threshold=_LARGE, multipart_chunksize=_PART, max_concurrency=HANDS)
