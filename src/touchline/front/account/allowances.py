"""How often a viewer may still do what passes limit (api.md, `GET /user/access`)."""

from typing import Any

from touchline.billing.facade import Allowance, BillingFacade
from touchline.clips.facade import ClipsFacade
from touchline.shared.ids import AccountId

FEATURE_CAPABILITIES = {"clips": ("clipping",), "downloads": ("download", "download_clip")}
"""Feature → the capabilities any of which opens it."""


class GetAllowances:
    """Asks billing how often, and clips how often it was done."""

    def __init__(self, billing: BillingFacade, clips: ClipsFacade) -> None:
        self._billing = billing
        self._clips = clips

    def __call__(self, account_id: AccountId) -> dict[str, dict[str, Any]]:
        """Feature → `allowed`, at `most` how often (None: without limit), and how often it was `used` since
        that is counted."""
        return {feature: self._get_allowance(account_id, feature) for feature in FEATURE_CAPABILITIES}

    def _get_allowance(self, account_id: AccountId, feature: str) -> dict[str, Any]:
        allowances = [
            self._billing.allowance(account_id, name, feature) for name in FEATURE_CAPABILITIES[feature]
        ]
        best = max(allowances, key=_allowance_rank)
        used = self._clips.count_feature_uses(account_id, best.since)[feature]
        return {"allowed": best.allowed, "most": best.limit, "used": used}


def _allowance_rank(allowance: Allowance) -> tuple[bool, bool, int]:
    return allowance.allowed, allowance.allowed and allowance.limit is None, allowance.limit or 0
