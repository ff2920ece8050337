"""What a viewer may do and how they come by it (api.md, `GET /user/access`)."""

from typing import Any

from touchline.channel.ports.standing import Standings
from touchline.shared.ids import AccountId

CAPABILITIES = ("watch", "download", "clipping", "download_clip", "no_ads", "vod_media")


class Access:
    """Every capability with yes or no, the passes that give them, and how often counted ones were used."""

    def __init__(self, standings: Standings) -> None:
        self._standings = standings

    def __call__(self, account_id: AccountId) -> dict[str, Any]:
        """The answer; a viewer without a pass has no capability (product.md §6)."""
        standing = self._standings(account_id)
        return {
            "capabilities": {name: name in standing.capabilities for name in CAPABILITIES},
            "passes": list(standing.passes),
            "feature_count": dict(standing.feature_count),
        }
