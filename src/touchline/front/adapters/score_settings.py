"""The viewers' choice to hide scores (port `ScoreSettings` of context `catalog`)."""

from __future__ import annotations

from collections.abc import Callable

from touchline.engagement.facade import EngagementFacade
from touchline.shared.ids import AccountId


class ScoreSettingsGateway:
    """Gateway to context `engagement`. `get_engagement` returns its facade."""

    def __init__(self, get_engagement: Callable[[], EngagementFacade]) -> None:
        self._get_engagement = get_engagement

    def hides_scores(self, account_id: AccountId) -> bool:
        """Return whether a viewer hides scores and outcomes."""
        return self._get_engagement().hides_scores(account_id)
