"""Why a file cannot be made: what its viewer is told, and what is for the queue to try again."""

from __future__ import annotations

from touchline.clips.ports.cutting import CutRefused
from touchline.clips.ports.files import Gone, NoRoom

NO_ROOM = "There is no room left on the disk. Please try again later."


def reason_of(error: Exception) -> str:
    """The sentence for the viewer; empty where it is neither the source's fault nor the disk's."""
    if isinstance(error, NoRoom):
        return NO_ROOM
    return str(error) if isinstance(error, CutRefused | Gone) else ""
