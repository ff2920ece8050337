"""The context of the catalog commands: the channel, and lookups of its content by id or key."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.gateways import ChannelDirectory
from touchline.catalog.container import CatalogContainer
from touchline.catalog.domain.media.assets import MediaOwner, OwnerKind
from touchline.catalog.ports.media.assets import MediaOwners
from touchline.platform.audit.calls import identify_subject
from touchline.platform.cli.commands import resolve_channel
from touchline.platform.config.settings import Settings
from touchline.platform.db.session import Database
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import ChannelId, EventId


class CommandContext:
    """Looks up the channel and its items for a command. Each step opens its own transaction."""

    @inject
    def __init__(
        self,
        database: Database = Provide[CatalogContainer.database],
        channels: ChannelDirectory = Provide[CatalogContainer.channel_directory],
        settings: Settings = Provide[CatalogContainer.settings],
        owners: MediaOwners = Provide[CatalogContainer.media_owners],
    ) -> None:
        self._database = database
        self._channels = channels
        self._default_channel = settings.default_channel
        self._owners = owners

    def get_channel_id(self, slug: str | None) -> ChannelId:
        """Return a channel's id. Without a slug, use the default channel or the only one."""
        with self._database.transaction(None, unscoped=True):
            channel_ids = self._channels.list_ids_by_slug()
        return resolve_channel(slug or self._default_channel, channel_ids)

    def channel_transaction(self, channel_id: ChannelId) -> AbstractContextManager[Any]:
        """Open a transaction of the channel."""
        return self._database.transaction(channel_id)

    def find_owner(self, kind: OwnerKind, text: str) -> MediaOwner:
        """Return the event or library item with a key or id. Raises `NotFoundError`."""
        owner = self._owners.find(kind, text)
        if owner is None:
            raise NotFoundError(f"There is no {kind.replace('_', ' ')} {text} in this channel.")
        identify_subject(kind, owner.id)
        return owner

    def find_event_id(self, text: str) -> EventId:
        """Return the event with a key or id. Raises `NotFoundError`."""
        return EventId(self.find_owner("event", text).id)
