"""The part of a grant that opens other channels of the deployment."""

from __future__ import annotations

from dataclasses import dataclass

from touchline.shared.ids import ChannelId


@dataclass(frozen=True, order=True, slots=True)
class BundleItem:
    """A channel that an order opens, as it was agreed when the order was placed.

    `basis_points` is the channel's share of the order's net revenue, in hundredths of a percent.
    """

    bundle_id: int
    channel_id: ChannelId
    basis_points: int
