"""Where things are found on the web."""

from __future__ import annotations

from typing import Protocol


class SiteUrls(Protocol):
    """Makes addresses for answers; what it makes may be shown to anybody."""

    def get_image_url(self, path: str | None) -> str | None:
        """The address of a stored picture; an address that is one already is left alone, None stays None."""
        ...

    def get_event_url(self, event_id: int) -> str:
        """The page of an event, as an absolute address to share."""
        ...
