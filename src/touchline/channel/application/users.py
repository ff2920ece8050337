"""The `user` object (product.md §3, "User"; api.md, "Viewer")."""

from typing import Any

from touchline.channel.domain.accounts import Account
from touchline.channel.ports.channels import Channels
from touchline.channel.ports.operators import Operators
from touchline.channel.ports.standing import Standings


class UserAnswers:
    """Puts together what an account says about its viewer, and what the viewer may do."""

    def __init__(self, channels: Channels, standings: Standings, operators: Operators) -> None:
        self._channels = channels
        self._standings = standings
        self._operators = operators

    def of(self, account: Account, country: str | None) -> dict[str, Any]:
        """The user; `capabilities` are lower-case names, `country` is where the request comes from."""
        standing = self._standings(account.id)
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
            "trial_period_used": standing.trial_period_used,
            "capabilities": list(standing.capabilities),
            "feature_count": dict(standing.feature_count),
            "is_geo_blocked": self._channels.present().geo.blocks(country),
            "operator": self._operators.has(account.id),
            "created_at": account.created_at,
        }
