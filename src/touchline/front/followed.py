"""What viewers follow (port `Followed` of context `catalog`)."""

from __future__ import annotations

from touchline.catalog.domain.filters import Following
from touchline.engagement.facade import EngagementFacade
from touchline.shared.ids import AccountId


class FollowedByViewers:
    """Asks engagement."""

    def __init__(self, engagement: EngagementFacade) -> None:
        self._engagement = engagement

    def __call__(self, account_id: AccountId) -> Following:
        """The favourites of a viewer."""
        kept = self._engagement.followed(account_id)
        return Following(kept["participant"], kept["group"], kept["category"])
