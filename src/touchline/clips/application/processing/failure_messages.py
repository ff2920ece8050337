"""Failure messages for viewers. The queue retries all other errors."""

from __future__ import annotations

from touchline.clips.ports.cutting import CutRefusedError
from touchline.clips.ports.files import DiskFullError, FileGoneError
from touchline.shared.error_messages import ErrorMessage

DISK_FULL = ErrorMessage("errors.disk_full", "The server is out of storage. Please try again later.")


def get_failure_message(error: Exception) -> str:
    """Return the message for the viewer; "" unless the source or a full disk caused the error."""
    if isinstance(error, DiskFullError):
        return DISK_FULL
    return error.args[0] if isinstance(error, CutRefusedError | FileGoneError) else ""
