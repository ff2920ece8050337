"""What engagement asks other contexts."""

from __future__ import annotations

from touchline.channel.facade import ChannelFacade
from touchline.engagement.ports.channel_facts import Facts
from touchline.shared.ids import AccountId


class ChannelGateway:
    """`ChannelFacts` over the facade of context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def now(self) -> Facts:
        """The present channel."""
        told = self._channel.present()
        return Facts(told.id, told.name, told.language, told.time_zone, told.site)

    def language_of(self, account_id: AccountId) -> str | None:
        """The viewer's language; None once the account is closed."""
        person = self._channel.person(account_id)
        return person.language if person else None
