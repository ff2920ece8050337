"""Drawn pictures on disk: each is drawn once, whoever asks first, and found by what it was drawn from."""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Callable
from pathlib import Path

from touchline.platform.files import write_whole, written

MOST = 4_000
_KEY = re.compile(r"[0-9a-f]{8,64}")


class KeptPictures:
    """A folder of PNG files that may be emptied at any time; at most `most` of them, the oldest go first.

    Several processes may share the folder: a file appears whole, and the same key means the same bytes.
    """

    def __init__(self, folder: Path, most: int = MOST) -> None:
        self._folder = folder
        self._most = most
        self._drawing = threading.Lock()

    def get(self, key: str, draw: Callable[[], bytes]) -> bytes:
        """The picture of a key, drawn first if it is not there. One is drawn at a time."""
        if not _KEY.fullmatch(key):
            raise ValueError(f"{key!r} is no key of a picture")
        path = self._folder / key[:2] / f"{key}.png"
        found = _read(path)
        if found is not None:
            return found
        with self._drawing:
            found = _read(path)
            if found is None:
                found = draw()
                self._write(path, found)
            return found

    def _write(self, path: Path, content: bytes) -> None:
        write_whole(path, io.BytesIO(content))
        self._make_room()

    def _make_room(self) -> None:
        """Down to nine tenths, so that this is not done for every picture of a full folder."""
        kept = list(self._folder.glob("*/*.png"))
        if len(kept) <= self._most:
            return
        kept.sort(key=written)
        for path in kept[: len(kept) - self._most * 9 // 10]:
            path.unlink(missing_ok=True)


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
