"""What billing asks other contexts."""

from __future__ import annotations

from touchline.billing.ports.current_channel import BillingSettings, ViewerProfile
from touchline.channel.facade import ChannelFacade
from touchline.shared.ids import AccountId, ChannelId


class ChannelGateway:
    """`ChannelFacts` over the facade of context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def language(self) -> str:
        """The language of the present channel."""
        return self._channel.get_current().language

    def billing_settings(self) -> BillingSettings:
        """The channel as a seller."""
        details = self._channel.get_current()
        return BillingSettings(
            details.id,
            details.slug,
            details.name,
            details.site_url,
            details.currency,
            details.time_zone,
            details.language,
            details.domains,
            details.accent,
        )

    def viewer_profile(self, account_id: AccountId) -> ViewerProfile | None:
        """The viewer; None once the account is closed."""
        details = self._channel.get_viewer_profile(account_id)
        return ViewerProfile(details.email, details.name, details.language) if details else None


class ChannelDirectory:
    """Which channels and viewers there are, for an operator's commands."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def list_ids_by_slug(self) -> dict[str, ChannelId]:
        """Slug → id of every channel. Asked in a transaction without a channel."""
        return {each.slug: each.id for each in self._channel.list_channels()}

    def find_account_id(self, email: str) -> AccountId | None:
        """The viewer of an address in the present channel; None where there is none."""
        return self._channel.find_account_id(email)
