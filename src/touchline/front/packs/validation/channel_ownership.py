"""Checks that what must be unique on a deployment belongs to no other channel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from touchline.channel.facade import ChannelDetails
from touchline.front.packs.layout import CHANNEL_FILE
from touchline.front.packs.pack import Pack
from touchline.front.packs.problems import PackRefusedError
from touchline.shared.ids import ChannelId


def check_domains_available(pack: Pack, channels: Sequence[ChannelDetails]) -> None:
    """Raise `PackRefusedError` if a domain of the pack belongs to another channel."""
    owners = {
        domain: channel.slug
        for channel in channels
        if channel.slug != pack.slug
        for domain in channel.domains
    }
    problems = [
        pack.documents[CHANNEL_FILE].build_problem(
            ("domains", index), f"`{domain}` belongs to the channel `{owners[domain]}`", "choose another name"
        )
        for index, domain in enumerate(pack.content["channel"]["domains"])
        if domain in owners
    ]
    if problems:
        raise PackRefusedError(problems)


def check_analytics_key_available(
    pack: Pack, channels: Sequence[ChannelDetails], keys: Mapping[str, ChannelId]
) -> None:
    """Raise `PackRefusedError` if the analytics key of the pack belongs to another channel.

    Visits are assigned to a channel by this key alone.
    """
    key = pack.content["channel"]["settings"]["analytics_key"]
    owner = next((channel.slug for channel in channels if key and channel.id == keys.get(key)), pack.slug)
    if owner != pack.slug:
        message = f"`{key}` belongs to the channel `{owner}`"
        raise PackRefusedError(
            [
                pack.documents[CHANNEL_FILE].build_problem(
                    ("settings", "analytics_key"), message, "choose another key"
                )
            ]
        )
