"""How often a viewer may still do what passes limit (api.md, `GET /user/access`)."""

from typing import Any

from touchline.billing.facade import Allowance, BillingFacade
from touchline.clips.facade import ClipsFacade
from touchline.shared.ids import AccountId

GIVEN_BY = {"clips": ("clipping",), "downloads": ("download", "download_clip")}
"""Feature → the capabilities any of which opens it."""


class AllowancesOfViewers:
    """Asks billing how often, and clips how often it was done."""

    def __init__(self, billing: BillingFacade, clips: ClipsFacade) -> None:
        self._billing = billing
        self._clips = clips

    def __call__(self, account_id: AccountId) -> dict[str, dict[str, Any]]:
        """Feature → `allowed`, at `most` how often (None: without limit), and how often it was `used` since
        that is counted."""
        return {feature: self._of(account_id, feature) for feature in GIVEN_BY}

    def _of(self, account_id: AccountId, feature: str) -> dict[str, Any]:
        found = [self._billing.allowance(account_id, name, feature) for name in GIVEN_BY[feature]]
        widest = max(found, key=_width)
        used = self._clips.feature_count(account_id, widest.since)[feature]
        return {"allowed": widest.allowed, "most": widest.most, "used": used}


def _width(one: Allowance) -> tuple[bool, bool, int]:
    return one.allowed, one.allowed and one.most is None, one.most or 0
