"""The channel of a command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click
from dependency_injector.wiring import Provide, inject

from touchline.channel.container import ChannelContainer
from touchline.channel.facade import ChannelFacade
from touchline.platform.cli.commands import resolve_channel
from touchline.platform.config.settings import Settings
from touchline.platform.db.session import Database

email_argument = click.argument("email", metavar="EMAIL")


@contextmanager
@inject
def channel_transaction(
    slug: str | None,
    database: Database = Provide[ChannelContainer.database],
    facade: ChannelFacade = Provide[ChannelContainer.facade],
    settings: Settings = Provide[ChannelContainer.settings],
) -> Iterator[str]:
    """Open a transaction in a channel and yield the channel's slug.

    Without a slug, the channel is the default channel or the only one. Raises `NotFoundError` if there is no
    such channel.
    """
    with database.transaction(None, unscoped=True):
        channel_ids_by_slug = {channel.slug: channel.id for channel in facade.list_channels()}
    with database.transaction(resolve_channel(slug or settings.default_channel, channel_ids_by_slug)):
        yield facade.get_current().slug
