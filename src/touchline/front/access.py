"""What a viewer may do and how they come by it (api.md, `GET /user/access`)."""

from typing import Any

from touchline.channel.ports.standing import Standings
from touchline.front.allowances import AllowancesOfViewers
from touchline.front.standing import FEATURES
from touchline.shared.ids import AccountId

CAPABILITIES = ("watch", "download", "clipping", "download_clip", "no_ads", "vod_media")


ALWAYS: tuple[dict[str, Any], ...] = tuple(
    {
        "kind": kind,
        "event_id": None,
        "category_ids": [],
        "participant_id": None,
        "capabilities": [],
        "feature_count": dict.fromkeys(FEATURES),
    }
    for kind in ("free", "register")
)
"""The passes of every viewer: for what is free, and for what asks to log in (product.md §3, "Pass types")."""


class Access:
    """Every capability with yes or no, the passes, whether a free trial was used, how often what is counted
    was used, and how often it may be."""

    def __init__(self, standings: Standings, allowances: AllowancesOfViewers) -> None:
        self._standings = standings
        self._allowances = allowances

    def __call__(self, account_id: AccountId) -> dict[str, Any]:
        """The answer; a viewer who bought nothing has no capability (product.md §6)."""
        standing = self._standings(account_id)
        return {
            "capabilities": {name: name in standing.capabilities for name in CAPABILITIES},
            "passes": [*ALWAYS, *standing.passes],
            "trial_period_used": standing.trial_period_used,
            "feature_count": dict(standing.feature_count),
            "allowances": self._allowances(account_id),
        }
