"""Sports of a channel's pack, as the pack writes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from touchline.catalog.domain.ids import SportId


@dataclass(frozen=True, slots=True)
class ChannelSport:
    """A sport of the channel. `entry` is its entry in `sports.yaml`, which `parse_sport` reads."""

    id: SportId
    key: str
    entry: Mapping[str, Any]
