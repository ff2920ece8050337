"""What all commands of the catalogue start from: the channel that is meant, and what stands in it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.gateways import ChannelNames
from touchline.catalog.domain.media import Owner, OwnerKind
from touchline.catalog.ports.media import Owners
from touchline.platform.commands import channel_of
from touchline.platform.db.session import Database
from touchline.platform.settings import Settings
from touchline.shared.errors import NotFound
from touchline.shared.ids import ChannelId, EventId


class Desk:
    """Each step of a command in a transaction of its own, in one channel."""

    @inject
    def __init__(
        self,
        database: Database = Provide["database"],
        channels: ChannelNames = Provide["catalog.media.channel_names"],
        settings: Settings = Provide["settings"],
        owners: Owners = Provide["catalog.media.owners"],
    ) -> None:
        self._database = database
        self._channels = channels
        self._default = settings.default_channel
        self._owners = owners

    def channel(self, slug: str | None) -> ChannelId:
        """The id of a channel; of the default one, or of the only one there is, where none is named."""
        with self._database.transaction(None, unscoped=True):
            found = self._channels.ids()
        return channel_of(slug or self._default, found)

    def slug(self, channel_id: ChannelId) -> str:
        """The name of a channel in commands."""
        with self._database.transaction(None, unscoped=True):
            return next(slug for slug, found in self._channels.ids().items() if found == channel_id)

    def inside(self, channel_id: ChannelId) -> AbstractContextManager[Any]:
        """A transaction of the channel."""
        return self._database.transaction(channel_id)

    def owner(self, kind: OwnerKind, text: str) -> Owner:
        """The event or item of a key or id; `NotFound`."""
        found = self._owners.find(kind, text)
        if found is None:
            raise NotFound(f"There is no {kind.replace('_', ' ')} {text} in this channel.")
        return found

    def event(self, text: str) -> EventId:
        """The event of a key or id; `NotFound`."""
        return EventId(self.owner("event", text).id)
