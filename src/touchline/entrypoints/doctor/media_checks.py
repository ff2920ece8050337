"""Checks of `touchline doctor` for media: live renditions on this machine, and videos with a warning."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from touchline.catalog.domain.media.renditions import estimate_live_load
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.doctor.checks import CheckResult, CheckStatus, ok, warn

_MAX_CORE_SHARE = 0.5
"""Maximum share of CPU cores for encoding. The machine also serves viewers and creates recordings."""


def live_renditions(application: Application) -> Iterator[CheckResult]:
    """Report the live renditions of each channel, where they are configured, and the CPU load of encoding."""
    catalog: Any = application.container.catalog
    cores = catalog.cores()
    for channel in list_channels(application):
        names = catalog.rendition_settings().get_live_renditions(channel.id)
        load = estimate_live_load(names)
        source = (
            "set in channel.yaml" if channel.renditions.get("live") else f"default for {_format_cores(cores)}"
        )
        core_usage = f"Each stream at 30 frames per second uses about {load:.1f} cores."
        message = f"{', '.join(names)} ({source}). {core_usage}"
        subject = f"live renditions of {channel.slug}"
        if load > cores * _MAX_CORE_SHARE:
            yield warn(
                subject,
                f"{message} This machine has {_format_cores(cores)}.",
                "Shorten `settings: renditions: live:` in channel.yaml, or use a machine with "
                f"{_format_cores(math.ceil(load / _MAX_CORE_SHARE))}.",
            )
        else:
            yield ok(subject, message, always_shown=True)


def video_warnings(application: Application) -> Iterator[CheckResult]:
    """Report videos whose files are faulty but playable. The operator decides what to do."""
    catalog: Any = application.container.catalog
    for channel in list_channels(application):
        with application.container.database().transaction(channel.id):
            faulty = [
                asset for asset in catalog.assets().list_all() if asset.package and asset.package.warning
            ]
            shown = [asset for asset in faulty if catalog.media_items().list_owners(asset.id)]
        for asset in shown:
            yield CheckResult(
                f"videos of {channel.slug}",
                CheckStatus.FINE,
                f"{asset.source_name} (asset {asset.id}): {asset.package.warning}",
                "If you have the complete file, run: "
                f"touchline recordings add --replace --channel {channel.slug}",
                always_shown=True,
            )


def list_channels(application: Application) -> list[ChannelDetails]:
    """Return all channels of the deployment."""
    with application.container.database().transaction(None, unscoped=True):
        return list(application.container.channel.facade().list_channels())


def _format_cores(count: int) -> str:
    return "1 core" if count == 1 else f"{count} cores"
