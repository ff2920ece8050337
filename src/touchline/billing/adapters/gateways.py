"""Gateways from billing to other contexts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from urllib.parse import urlsplit

from touchline.billing.domain.make_good.policies import MakeGoodMethod, MakeGoodMode, MakeGoodPolicy
from touchline.billing.ports.bundles import PartnerChannel
from touchline.billing.ports.current_channel import BillingSettings, ViewerProfile
from touchline.channel.facade import ChannelDetails, ChannelFacade
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.money import Money

_MAKE_GOOD_NUMBERS = ("share_percent", "share_minutes", "full_percent", "hours", "credit_days")


class ChannelGateway:
    """Implements `CurrentChannel` with the facade of the channel context."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def get_language(self) -> str:
        """Return the language of the current channel."""
        return self._channel.get_current().language

    def get_billing_settings(self) -> BillingSettings:
        """Return the channel's billing settings."""
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

    def get_viewer_profile(self, account_id: AccountId) -> ViewerProfile | None:
        """Return the viewer's profile; None once the account is closed."""
        details = self._channel.get_viewer_profile(account_id)
        return ViewerProfile(details.email, details.name, details.language) if details else None


class ChannelDirectory:
    """Looks up channels and viewers for operator commands."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def list_ids_by_slug(self) -> dict[str, ChannelId]:
        """Return the id of every channel by slug. Needs a transaction without a channel."""
        return {channel.slug: channel.id for channel in self._channel.list_channels()}

    def find_account_id(self, email: str) -> AccountId | None:
        """Return the id of the account with an email address in the current channel; None if there is
        none."""
        return self._channel.find_account_id(email)

    def find_account_ids(self, search: str, limit: int) -> Sequence[AccountId]:
        """Return at most `limit` accounts whose name or email address contains all words of `search`."""
        return self._channel.find_account_ids(search, limit)

    def list_profiles(self, account_ids: Collection[AccountId]) -> Mapping[AccountId, ViewerProfile]:
        """Return the profiles of open accounts."""
        return {
            account_id: ViewerProfile(details.email, details.name, details.language)
            for account_id, details in self._channel.list_viewer_profiles(account_ids).items()
        }


class PartnerChannelGateway:
    """Implements `PartnerChannels` and `VerifiedAddresses` with the facade of the channel context."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def get(self, channel_id: ChannelId) -> PartnerChannel:
        """Return the public data of a channel."""
        return self._build(self._channel.get_channel(channel_id))

    def find(self, address: str) -> PartnerChannel | None:
        """Return the channel with this short name or domain. A whole URL is accepted too."""
        name = _get_host(address)
        for details in self._channel.list_channels():
            if name == details.slug or name in details.domains:
                return self._build(details)
        return None

    def get_verified_address(self, account_id: AccountId) -> str | None:
        """Return the address of an account of the current channel if it is verified."""
        return self._channel.get_verified_address(account_id)

    def find_verified_account_id(self, email: str) -> AccountId | None:
        """Return the account of the current channel that has verified an address."""
        return self._channel.find_verified_account_id(email)

    def _build(self, details: ChannelDetails) -> PartnerChannel:
        logo = self._channel.get_logo_url(details.id)
        return PartnerChannel(details.id, details.slug, details.name, details.site_url, logo)


def _get_host(address: str) -> str:
    """Return the host of an address as people enter it, such as `https://lions.example.com/live`."""
    text = address.strip().lower()
    return (urlsplit(text if "//" in text else f"//{text}").hostname or text) if text else ""


class MakeGoodSettingsGateway:
    """Implements `MakeGoodSettings` with the facade of the channel context."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def get_make_good_policy(self) -> MakeGoodPolicy:
        """Read the pack's `settings: make_good:`. Missing values have defaults."""
        details, default = self._channel.get_current(), MakeGoodPolicy()
        settings = details.make_good
        return MakeGoodPolicy(
            mode=MakeGoodMode(settings.get("mode", default.mode)),
            method=MakeGoodMethod(settings.get("method", default.method)),
            full_method=MakeGoodMethod(settings.get("full_method", default.full_method)),
            max_per_event=_parse_limit(settings.get("max_per_event"), details.currency),
            max_per_viewer=_parse_limit(settings.get("max_per_viewer"), details.currency),
            **{name: int(settings.get(name, getattr(default, name))) for name in _MAKE_GOOD_NUMBERS},
        )


def _parse_limit(units: int | None, currency: str) -> Money | None:
    return None if units is None else Money.parse(str(units), currency)
