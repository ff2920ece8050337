"""What `touchline doctor` finds about media: which live renditions a game gets on this machine."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from touchline.catalog.domain.renditions import live_load
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.findings import Finding, fine, weak

_SHARE_OF_CORES = 0.5
"""What encoding may take of a machine that serves viewers and makes recordings, too."""


def live_renditions(house: House) -> Iterator[Finding]:
    """The renditions of a live game in each channel, why these, and what encoding them takes."""
    media: Any = house.container.catalog.media
    cores = media.cores()
    with house.container.database().transaction(None, unscoped=True):
        channels = list(house.container.channel.facade().all_channels())
    for channel in channels:
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


def _cores(count: int) -> str:
    return "1 core" if count == 1 else f"{count} cores"
