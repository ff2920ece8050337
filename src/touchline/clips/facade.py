"""What `front` may ask of clips. Plain values back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from touchline.clips.ports.clips import Clips, Downloads
from touchline.shared.ids import AccountId


class ClipsFacade:
    """The few questions that others may ask, in the present transaction."""

    def __init__(self, clips: Clips, downloads: Downloads) -> None:
        self._clips = clips
        self._downloads = downloads

    def feature_count(self, account_id: AccountId, since: datetime | None = None) -> Mapping[str, int]:
        """How often a viewer used what is counted: `clips`, `downloads` (product.md §3, "featureCount"), since
        an instant or ever."""
        return {
            "clips": self._clips.made_since(account_id, since),
            "downloads": self._downloads.count_since(account_id, since),
        }
