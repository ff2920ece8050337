"""A viewer's capabilities and the passes that grant them (api.md, `GET /user/access`)."""

from typing import Any

from touchline.channel.ports.accounts.account_statuses import AccountStatuses
from touchline.front.account.allowances import GetAllowances
from touchline.front.adapters.account_statuses import COUNTED_FEATURES
from touchline.shared.ids import AccountId

CAPABILITIES = ("watch", "download", "clipping", "download_clip", "no_ads", "vod_media")


DEFAULT_PASSES: tuple[dict[str, Any], ...] = tuple(
    {
        "kind": kind,
        "event_id": None,
        "category_ids": [],
        "participant_id": None,
        "capabilities": [],
        "feature_count": dict.fromkeys(COUNTED_FEATURES),
    }
    for kind in ("free", "register")
)
"""Passes that every viewer has: for free content, and for content that requires login (product.md §3, "Pass
types").
"""


class GetViewerAccess:
    """Query for a viewer's access: capabilities, passes, free trial, usage and limits."""

    def __init__(self, account_statuses: AccountStatuses, allowances: GetAllowances) -> None:
        self._account_statuses = account_statuses
        self._allowances = allowances

    def __call__(self, account_id: AccountId) -> dict[str, Any]:
        """Return the access of a viewer.

        A viewer who has bought nothing has no capabilities (product.md §6).
        """
        account_status = self._account_statuses(account_id)
        return {
            "capabilities": {name: name in account_status.capabilities for name in CAPABILITIES},
            "passes": [*DEFAULT_PASSES, *account_status.passes],
            "trial_period_used": account_status.trial_period_used,
            "feature_count": dict(account_status.feature_count),
            "allowances": self._allowances(account_id),
        }
