"""Detection of a full disk. ffmpeg's HLS writer ignores write errors, so a full disk would look like a
damaged file.
"""

import errno
import os
import time
from pathlib import Path

from touchline.catalog.ports.media.video_packager import VideoRefusedError

DISK_FULL_MESSAGE = "The disk is full. Free some space for the stream."
_PROBE_DATA = b"\0" * 65_536
_CHECK_INTERVAL_SECONDS = 2.0
_DISK_FULL_ERRNOS = frozenset({errno.ENOSPC, errno.EDQUOT})


def is_disk_full(error: OSError) -> bool:
    """Return whether an error means that the disk, or its quota, is full."""
    return error.errno in _DISK_FULL_ERRNOS


class DiskSpaceCheck:
    """Check, every two seconds, that a folder is still writable."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._next_check_at = 0.0

    def check(self) -> None:
        """Raise `VideoRefusedError` if the disk is full. Does nothing if the last check was a moment ago."""
        if time.monotonic() >= self._next_check_at:
            self.check_now()
            self._next_check_at = time.monotonic() + _CHECK_INTERVAL_SECONDS

    def check_now(self) -> None:
        """Raise `VideoRefusedError` if the disk is full."""
        probe = self._folder / ".room"
        try:
            with probe.open("wb") as file:
                file.write(_PROBE_DATA)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            if is_disk_full(error):
                raise VideoRefusedError(DISK_FULL_MESSAGE) from error
            raise
        finally:
            probe.unlink(missing_ok=True)
