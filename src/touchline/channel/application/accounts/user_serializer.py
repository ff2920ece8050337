"""The `user` object (product.md §3, "User"; api.md, "Viewer")."""

from datetime import datetime
from typing import Any

from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.site.channel import Channel
from touchline.channel.ports.accounts.account_statuses import AccountStatuses
from touchline.channel.ports.operators.operators import Operator, Operators
from touchline.channel.ports.site.channels import Channels
from touchline.shared.clock import Clock


class UserSerializer:
    """Serializer of the `user` object: account data and capabilities."""

    def __init__(
        self, channels: Channels, account_statuses: AccountStatuses, operators: Operators, clock: Clock
    ) -> None:
        self._channels = channels
        self._account_statuses = account_statuses
        self._operators = operators
        self._clock = clock

    def serialize(
        self, account: Account, country: str | None, single_sign_on_at: datetime | None = None
    ) -> dict[str, Any]:
        """Return the `user` object.

        `capabilities` are lower-case names. `studio` is None for viewers who are not operators. `country` is
        the country of the request. `single_sign_on_at` is when the session began with single sign-on.
        """
        status = self._account_statuses(account.id)
        operator, channel = self._operators.get(account.id), self._channels.get_current()
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
            "is_geo_blocked": channel.geo.blocks(country),
            "operator": operator is not None,
            "studio": self._serialize_studio(operator, channel, single_sign_on_at) if operator else None,
            "created_at": account.created_at,
        }

    def _serialize_studio(
        self, operator: Operator, channel: Channel, single_sign_on_at: datetime | None
    ) -> dict[str, Any]:
        provider = channel.single_sign_on
        return {
            "role": operator.role.value,
            "permissions": sorted(operator.permissions),
            "event_ids": list(operator.event_ids),
            "second_factor_missing": channel.operators_need_second_factor and not operator.has_second_factor,
            "single_sign_on_missing": provider is not None
            and provider.is_missing(single_sign_on_at, self._clock.now()),
        }
