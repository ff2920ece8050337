"""An object's bytes as a file: one request without seeks, and another for the rest when a connection
breaks."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable
from typing import Any

from adapters.storage.s3_connection import MAX_ATTEMPTS
from touchline.catalog.ports.media.storage import StorageUnavailableError

log = logging.getLogger(__name__)
FetchRange = Callable[[int, str], Any]


class ObjectFile(io.RawIOBase):
    """Reads one version of an object.

    Raises `StorageUnavailableError` if the object is replaced in the meantime. `first` is the response for
    the whole object. `fetch(start, etag)` returns the rest of that version.
    """

    def __init__(self, first: Any, fetch: FetchRange) -> None:
        super().__init__()
        self._fetch = fetch
        self._etag: str = first["ETag"]
        self._size = int(first["ContentLength"])
        self._body: Any = first["Body"]
        self._body_position = 0
        self._position = 0

    def readable(self) -> bool:
        """Return True."""
        return True

    def seekable(self) -> bool:
        """Return True."""
        return True

    def tell(self) -> int:
        """Return the position of the next byte to read."""
        return self._position

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Set the position. Nothing is requested until the next read."""
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._position, io.SEEK_END: self._size}[whence]
        if start + offset < 0:
            raise ValueError("before the beginning of the file")
        self._position = start + offset
        return self._position

    def readinto(self, buffer: Any) -> int:
        """Read into the buffer. Resumes a broken download where it stopped, a few times."""
        from botocore.exceptions import BotoCoreError

        view = memoryview(buffer).cast("B")
        read_size = min(len(view), self._size - self._position)
        if read_size <= 0:
            return 0
        for _ in range(MAX_ATTEMPTS):
            try:
                chunk = self._open_body().read(read_size)
            except (BotoCoreError, OSError) as error:
                log.warning("The object store interrupted a download: %s", type(error).__name__)
                chunk = b""
            if chunk:
                view[: len(chunk)] = chunk
                self._position += len(chunk)
                self._body_position = self._position
                return len(chunk)
            self._close_body()
        raise StorageUnavailableError

    def close(self) -> None:
        """Close the file without waiting for unread data."""
        self._close_body()
        super().close()

    def _open_body(self) -> Any:
        if self._body is None or self._body_position != self._position:
            self._close_body()
            self._body = self._fetch(self._position, self._etag)["Body"]
            self._body_position = self._position
        return self._body

    def _close_body(self) -> None:
        if self._body is not None:
            self._body.close()
            self._body = None
