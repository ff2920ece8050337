"""Port to the alerts about faults of live streams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class StreamAlertText:
    """The text of an alert. `path` is the event's page in the studio."""

    event_name: str
    message: str
    path: str


class StreamAlerts(Protocol):
    """The alerts of the current channel's streams."""

    def write(self, alert_id: int, language: str) -> StreamAlertText | None:
        """Return the text of an alert in a language; None if it is gone."""
        ...
