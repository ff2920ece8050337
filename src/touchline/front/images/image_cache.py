"""Disk cache for generated images. Each image is rendered once, and its key is derived from its input."""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Callable
from pathlib import Path

from touchline.platform.files.public_files import modified_at, write_atomically

MAX_IMAGES = 4_000
_KEY = re.compile(r"[0-9a-f]{8,64}")


class ImageCache:
    """A folder of at most `max_images` PNG files. The oldest are evicted first, and the folder may be emptied
    at any time.

    Several processes may share the folder. Writes are atomic, and the same key always means the same bytes.
    """

    def __init__(self, folder: Path, max_images: int = MAX_IMAGES) -> None:
        self._folder = folder
        self._max_images = max_images
        self._lock = threading.Lock()

    def get(self, key: str, draw: Callable[[], bytes]) -> bytes:
        """Return the image for a key, and render it if it is missing. Renders one image at a time."""
        if not _KEY.fullmatch(key):
            raise ValueError(f"{key!r} is not a valid image key")
        path = self._folder / key[:2] / f"{key}.png"
        cached = _read_file(path)
        if cached is not None:
            return cached
        with self._lock:
            cached = _read_file(path)
            if cached is None:
                cached = draw()
                self._write(path, cached)
            return cached

    def _write(self, path: Path, content: bytes) -> None:
        write_atomically(path, io.BytesIO(content))
        self._evict()

    def _evict(self) -> None:
        """Delete the oldest images if the folder is over its limit.

        Eviction stops at nine tenths of the limit, so that a full folder does not evict after every image.
        """
        paths = list(self._folder.glob("*/*.png"))
        if len(paths) <= self._max_images:
            return
        paths.sort(key=modified_at)
        for path in paths[: len(paths) - self._max_images * 9 // 10]:
            path.unlink(missing_ok=True)


def _read_file(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
