"""Why a file cannot be made: what its viewer is told, and what is for the queue to try again."""

from __future__ import annotations

from touchline.clips.ports.cutting import CutRefusedError
from touchline.clips.ports.files import DiskFullError, FileGoneError

DISK_FULL = "There is no room left on the disk. Please try again later."


def get_failure_message(error: Exception) -> str:
    """The sentence for the viewer; empty where it is neither the source's fault nor the disk's."""
    if isinstance(error, DiskFullError):
        return DISK_FULL
    return str(error) if isinstance(error, CutRefusedError | FileGoneError) else ""
