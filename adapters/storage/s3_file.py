"""The bytes of an object as a file: one answer where nobody seeks, and the rest of it when a line breaks."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable
from typing import Any

from adapters.storage.s3_line import AWAY, TRIES
from touchline.catalog.ports.storage import StorageAway

log = logging.getLogger(__name__)
Fetch = Callable[[int, str], Any]


class ObjectFile(io.RawIOBase):
    """Reads one version of an object: should another take its place meanwhile, reading ends with
    `StorageAway`. `first` is the answer for the whole object; `fetch(start, etag)` answers what is left of
    that version."""

    def __init__(self, first: Any, fetch: Fetch) -> None:
        super().__init__()
        self._fetch = fetch
        self._etag: str = first["ETag"]
        self._size = int(first["ContentLength"])
        self._body: Any = first["Body"]
        self._body_at = 0
        self._at = 0

    def readable(self) -> bool:
        """It is."""
        return True

    def seekable(self) -> bool:
        """It is."""
        return True

    def tell(self) -> int:
        """Where the next byte is read."""
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Nothing is asked of the store before something is read there."""
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence]
        if start + offset < 0:
            raise ValueError("before the beginning of the file")
        self._at = start + offset
        return self._at

    def readinto(self, buffer: Any) -> int:
        """A broken line is taken up again where it broke, a few times."""
        from botocore.exceptions import BotoCoreError

        room = memoryview(buffer).cast("B")
        wanted = min(len(room), self._size - self._at)
        if wanted <= 0:
            return 0
        for _ in range(TRIES):
            try:
                piece = self._here().read(wanted)
            except (BotoCoreError, OSError) as error:
                log.warning("The object store broke off: %s", type(error).__name__)
                piece = b""
            if piece:
                room[: len(piece)] = piece
                self._at += len(piece)
                self._body_at = self._at
                return len(piece)
            self._drop()
        raise StorageAway(AWAY)

    def close(self) -> None:
        """What was not read is not waited for."""
        self._drop()
        super().close()

    def _here(self) -> Any:
        if self._body is None or self._body_at != self._at:
            self._drop()
            self._body = self._fetch(self._at, self._etag)["Body"]
            self._body_at = self._at
        return self._body

    def _drop(self) -> None:
        if self._body is not None:
            self._body.close()
            self._body = None
