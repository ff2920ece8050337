"""What a viewer may do, put together from what was sold (port `Standings` of context `channel`)."""

from collections.abc import Mapping
from typing import Any, Protocol

from touchline.billing.facade import BillingFacade, Entitlement
from touchline.channel.ports.standing import Standing
from touchline.shared.ids import AccountId

FEATURES = ("clips", "downloads")


class UsedFeatures(Protocol):
    """Who counts what passes may limit: context clips."""

    def feature_count(self, account_id: AccountId) -> Mapping[str, int]:
        """How often an account used each of `FEATURES`."""
        ...


class StandingOfViewers:
    """Asks billing what an account holds, and clips how often it used what is counted."""

    def __init__(self, billing: BillingFacade, used: UsedFeatures) -> None:
        self._billing = billing
        self._used = used

    def __call__(self, account_id: AccountId) -> Standing:
        """All capabilities that something the account holds gives, the passes that give them, how often what
        is counted was used, and whether a free trial was."""
        held = self._billing.entitlements(account_id)
        return Standing(
            capabilities=sorted({name for one in held for name in one.capabilities}),
            passes=[_pass(one) for one in held],
            feature_count=self._used.feature_count(account_id),
            trial_period_used=self._billing.trial_used(account_id),
        )


def _pass(held: Entitlement) -> dict[str, Any]:
    return {
        "kind": held.kind,
        "event_id": held.event_id,
        "category_ids": held.category_ids,
        "participant_id": held.participant_id,
        "capabilities": sorted(held.capabilities),
        "feature_count": {name: held.limits.get(name) for name in FEATURES},
    }
