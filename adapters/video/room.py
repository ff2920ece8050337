"""Telling a full disk from a damaged file: ffmpeg's HLS writer ignores that nothing can be written."""

import errno
import os
import time
from pathlib import Path

from touchline.catalog.ports.video import VideoRefused

NO_ROOM = "The disk is full: there is no room for the stream."
_PROBE = b"\0" * 65_536
_EVERY = 2.0
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


def is_full(error: OSError) -> bool:
    """Return whether an error means that the disk, or a quota on it, is full."""
    return error.errno in _FULL


class Room:
    """Looks every two seconds whether something can still be written to a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._next = 0.0

    def check(self) -> None:
        """Raise `VideoRefused` if the disk is full, unless that was looked at a moment ago."""
        if time.monotonic() >= self._next:
            self.check_now()
            self._next = time.monotonic() + _EVERY

    def check_now(self) -> None:
        """Raise `VideoRefused` if the disk is full."""
        probe = self._folder / ".room"
        try:
            with probe.open("wb") as file:
                file.write(_PROBE)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            if is_full(error):
                raise VideoRefused(NO_ROOM) from error
            raise
        finally:
            probe.unlink(missing_ok=True)
