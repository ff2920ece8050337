"""What `touchline doctor` finds about media: live renditions on this machine, and videos with a warning."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from touchline.catalog.domain.renditions import live_load
from touchline.channel.facade import ChannelFacts
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.findings import Finding, State, fine, weak

_SHARE_OF_CORES = 0.5
"""What encoding may take of a machine that serves viewers and makes recordings, too."""


def live_renditions(house: House) -> Iterator[Finding]:
    """The renditions of a live game in each channel, why these, and what encoding them takes."""
    media: Any = house.container.catalog.media
    cores = media.cores()
    for channel in channels(house):
        names = media.renditions().live(channel.id)
        load = live_load(names)
        source = "set in channel.yaml" if channel.renditions.get("live") else f"default for {_cores(cores)}"
        takes = f"Each stream at 30 frames per second takes about {load:.1f} cores."
        said = f"{', '.join(names)} ({source}). {takes}"
        part = f"live renditions of {channel.slug}"
        if load > cores * _SHARE_OF_CORES:
            yield weak(
                part,
                f"{said} This machine has {_cores(cores)}.",
                "Shorten `settings: renditions: live:` in channel.yaml, or use a machine with "
                f"{_cores(math.ceil(load / _SHARE_OF_CORES))}.",
            )
        else:
            yield fine(part, said, always_shown=True)


def video_warnings(house: House) -> Iterator[Finding]:
    """Videos that viewers can watch although their files are faulty; the operator decides what to do."""
    media: Any = house.container.catalog.media
    for channel in channels(house):
        with house.container.database().transaction(channel.id):
            faulty = [one for one in media.assets().all() if one.made and one.made.warning]
            shown = [one for one in faulty if media.rows().owners_of(one.id)]
        for asset in shown:
            yield Finding(
                f"videos of {channel.slug}",
                State.FINE,
                f"{asset.source_name} (asset {asset.id}): {asset.made.warning}",
                "If you have the whole file, add it with: "
                f"touchline media add --replace --channel {channel.slug}",
                always_shown=True,
            )


def channels(house: House) -> list[ChannelFacts]:
    """Return all channels of the deployment."""
    with house.container.database().transaction(None, unscoped=True):
        return list(house.container.channel.facade().all_channels())


def _cores(count: int) -> str:
    return "1 core" if count == 1 else f"{count} cores"
