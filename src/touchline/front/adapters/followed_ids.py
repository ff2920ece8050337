"""The items that viewers follow (port `GetFollowedIds` of context `catalog`)."""

from __future__ import annotations

from touchline.catalog.domain.filters import FollowedIds
from touchline.engagement.facade import EngagementFacade
from touchline.shared.ids import AccountId


class FollowedIdsGateway:
    """Gateway to context `engagement`."""

    def __init__(self, engagement: EngagementFacade) -> None:
        self._engagement = engagement

    def __call__(self, account_id: AccountId) -> FollowedIds:
        """Return the favorites of a viewer."""
        followed_ids = self._engagement.list_followed_ids(account_id)
        return FollowedIds(followed_ids["participant"], followed_ids["group"], followed_ids["category"])
