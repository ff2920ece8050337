"""A viewer's access, derived from purchases (port `AccountStatuses` of context `channel`)."""

from collections.abc import Mapping
from typing import Any, Protocol

from touchline.billing.facade import BillingFacade, Entitlement
from touchline.channel.ports.accounts.account_statuses import AccountStatus
from touchline.shared.ids import AccountId

COUNTED_FEATURES = ("clips", "downloads")


class FeatureUsage(Protocol):
    """Usage counts of the features that passes may limit. Implemented by context `clips`."""

    def count_feature_uses(self, account_id: AccountId) -> Mapping[str, int]:
        """Return how often an account has used each of `COUNTED_FEATURES`."""
        ...


class AccountStatusGateway:
    """Gateway to billing for entitlements, and to clips for usage counts."""

    def __init__(self, billing: BillingFacade, feature_usage: FeatureUsage) -> None:
        self._billing = billing
        self._feature_usage = feature_usage

    def __call__(self, account_id: AccountId) -> AccountStatus:
        """Return the account's capabilities, the passes that grant them, its usage counts, and whether it has
        used a free trial.
        """
        entitlements = self._billing.list_entitlements(account_id)
        return AccountStatus(
            capabilities=sorted({name for entitlement in entitlements for name in entitlement.capabilities}),
            passes=[_to_pass(entitlement) for entitlement in entitlements],
            feature_count=self._feature_usage.count_feature_uses(account_id),
            trial_period_used=self._billing.has_used_trial(account_id),
        )


def _to_pass(entitlement: Entitlement) -> dict[str, Any]:
    return {
        "kind": entitlement.kind,
        "event_id": entitlement.event_id,
        "category_ids": entitlement.category_ids,
        "participant_id": entitlement.participant_id,
        "capabilities": sorted(entitlement.capabilities),
        "feature_count": {name: entitlement.limits.get(name) for name in COUNTED_FEATURES},
    }
