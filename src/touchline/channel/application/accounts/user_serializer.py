"""The `user` object (product.md §3, "User"; api.md, "Viewer")."""

from typing import Any

from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.ports.accounts.account_statuses import AccountStatuses
from touchline.channel.ports.operators.operators import Operators
from touchline.channel.ports.site.channels import Channels


class UserSerializer:
    """Serializer of the `user` object: account data and capabilities."""

    def __init__(self, channels: Channels, account_statuses: AccountStatuses, operators: Operators) -> None:
        self._channels = channels
        self._account_statuses = account_statuses
        self._operators = operators

    def serialize(self, account: Account, country: str | None) -> dict[str, Any]:
        """Return the `user` object.

        `capabilities` are lower-case names. `country` is the country of the request.
        """
        status = self._account_statuses(account.id)
        return {
            "id": account.id,
            "email": account.email,
            "first_name": account.first_name,
            "last_name": account.last_name,
            "phone": account.phone,
            "language": account.language,
            "email_verified": account.email_verified,
            "temporary_password": account.temporary_password,
            "has_password": account.password_hash is not None,
            "two_factor": account.has_second_factor,
            "trial_period_used": status.trial_period_used,
            "capabilities": list(status.capabilities),
            "feature_count": dict(status.feature_count),
            "is_geo_blocked": self._channels.get_current().geo.blocks(country),
            "operator": self._operators.has(account.id),
            "created_at": account.created_at,
        }
