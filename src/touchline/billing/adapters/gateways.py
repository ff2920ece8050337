"""What billing asks other contexts."""

from __future__ import annotations

from touchline.billing.ports.channel_facts import Person, Shop
from touchline.channel.facade import ChannelFacade
from touchline.shared.ids import AccountId, ChannelId


class ChannelGateway:
    """`ChannelFacts` over the facade of context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def language(self) -> str:
        """The language of the present channel."""
        return self._channel.present().language

    def shop(self) -> Shop:
        """The channel as a seller."""
        told = self._channel.present()
        return Shop(
            told.id,
            told.slug,
            told.name,
            told.site,
            told.currency,
            told.time_zone,
            told.language,
            told.domains,
            told.accent,
        )

    def person(self, account_id: AccountId) -> Person | None:
        """The viewer; None once the account is closed."""
        told = self._channel.person(account_id)
        return Person(told.email, told.name, told.language) if told else None


class ChannelDirectory:
    """Which channels and viewers there are, for an operator's commands."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def ids(self) -> dict[str, ChannelId]:
        """Slug → id of every channel. Asked in a transaction without a channel."""
        return {each.slug: each.id for each in self._channel.all_channels()}

    def account_of(self, email: str) -> AccountId | None:
        """The viewer of an address in the present channel; None where there is none."""
        return self._channel.account_of(email)
