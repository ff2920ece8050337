"""A viewer's remaining uses of the features that passes limit (api.md, `GET /user/access`)."""

from typing import Any

from touchline.billing.facade import Allowance, BillingFacade
from touchline.clips.facade import ClipsFacade
from touchline.shared.ids import AccountId

FEATURE_CAPABILITIES = {"clips": ("clipping",), "downloads": ("download", "download_clip")}
"""The capabilities that unlock each feature. One of them is enough."""


class GetAllowances:
    """Query for limits and usage: billing supplies the limits, clips the usage."""

    def __init__(self, billing: BillingFacade, clips: ClipsFacade) -> None:
        self._billing = billing
        self._clips = clips

    def __call__(self, account_id: AccountId) -> dict[str, dict[str, Any]]:
        """Return `allowed`, `most` and `used` for each feature.

        `most` is the maximum number of uses (None: unlimited). `used` is the number of uses since the start
        of the counting period.
        """
        return {feature: self._get_allowance(account_id, feature) for feature in FEATURE_CAPABILITIES}

    def _get_allowance(self, account_id: AccountId, feature: str) -> dict[str, Any]:
        allowances = [
            self._billing.get_allowance(account_id, name, feature) for name in FEATURE_CAPABILITIES[feature]
        ]
        best = max(allowances, key=_allowance_rank)
        used = self._clips.count_feature_uses(account_id, best.since)[feature]
        return {"allowed": best.is_allowed, "most": best.limit, "used": used}


def _allowance_rank(allowance: Allowance) -> tuple[bool, bool, int]:
    return allowance.is_allowed, allowance.is_allowed and allowance.limit is None, allowance.limit or 0
