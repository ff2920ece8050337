"""What a viewer may do, put together from what was sold (port `AccountStatuses` of context `channel`)."""

from collections.abc import Mapping
from typing import Any, Protocol

from touchline.billing.facade import BillingFacade, Entitlement
from touchline.channel.ports.accounts.account_statuses import AccountStatus
from touchline.shared.ids import AccountId

COUNTED_FEATURES = ("clips", "downloads")


class FeatureUsage(Protocol):
    """Who counts what passes may limit: context clips."""

    def count_feature_uses(self, account_id: AccountId) -> Mapping[str, int]:
        """How often an account used each of `COUNTED_FEATURES`."""
        ...


class AccountStatusGateway:
    """Asks billing what an account holds, and clips how often it used what is counted."""

    def __init__(self, billing: BillingFacade, feature_usage: FeatureUsage) -> None:
        self._billing = billing
        self._feature_usage = feature_usage

    def __call__(self, account_id: AccountId) -> AccountStatus:
        """All capabilities that something the account holds gives, the passes that give them, how often what
        is counted was used, and whether a free trial was."""
        entitlements = self._billing.entitlements(account_id)
        return AccountStatus(
            capabilities=sorted({name for entitlement in entitlements for name in entitlement.capabilities}),
            passes=[_to_pass(entitlement) for entitlement in entitlements],
            feature_count=self._feature_usage.count_feature_uses(account_id),
            trial_period_used=self._billing.has_used_trial(account_id),
        )


def _to_pass(entitlements: Entitlement) -> dict[str, Any]:
    return {
        "kind": entitlements.kind,
        "event_id": entitlements.event_id,
        "category_ids": entitlements.category_ids,
        "participant_id": entitlements.participant_id,
        "capabilities": sorted(entitlements.capabilities),
        "feature_count": {name: entitlements.limits.get(name) for name in COUNTED_FEATURES},
    }
