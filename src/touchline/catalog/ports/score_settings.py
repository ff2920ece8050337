"""Port for the viewers' choice to hide scores."""

from __future__ import annotations

from typing import Protocol

from touchline.shared.ids import AccountId


class ScoreSettings(Protocol):
    """The spoiler settings of viewers."""

    def hides_scores(self, account_id: AccountId) -> bool:
        """Return whether a viewer hides scores and outcomes. One query."""
        ...
