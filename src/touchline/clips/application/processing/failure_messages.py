"""Which errors fail a file with a message for the viewer, and which ones the queue retries."""

from __future__ import annotations

from touchline.clips.ports.cutting import CutRefusedError
from touchline.clips.ports.files import DiskFullError, FileGoneError

DISK_FULL = "There is no room left on the disk. Please try again later."


def get_failure_message(error: Exception) -> str:
    """Return the message for the viewer; "" unless the source or a full disk caused the error."""
    if isinstance(error, DiskFullError):
        return DISK_FULL
    return str(error) if isinstance(error, CutRefusedError | FileGoneError) else ""
