"""What a viewer may do, put together from what was sold (port `Standings` of context `channel`)."""

from dataclasses import asdict

from touchline.billing.facade import BillingFacade
from touchline.channel.ports.standing import Standing
from touchline.shared.ids import AccountId


class StandingOfViewers:
    """Asks billing what an account holds."""

    def __init__(self, billing: BillingFacade) -> None:
        self._billing = billing

    def __call__(self, account_id: AccountId) -> Standing:
        """All capabilities that something the account holds gives, the passes that give them, and whether a
        free trial was used."""
        held = self._billing.entitlements(account_id)
        capabilities = sorted({name for one in held for name in one.capabilities})
        passes = [{**asdict(one), "capabilities": sorted(one.capabilities)} for one in held]
        return Standing(capabilities, passes, trial_period_used=self._billing.trial_used(account_id))
