"""Short transactions for the packaging job, which takes long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from touchline.catalog.domain.media.assets import Asset
from touchline.catalog.ports.media.assets import Assets
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AssetId, ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory

T = TypeVar("T")


class AssetStore:
    """Reads and changes assets in units of work of their own."""

    def __init__(self, uow: UnitOfWorkFactory, assets: Assets) -> None:
        self._uow = uow
        self._assets = assets

    def update(self, channel_id: ChannelId, asset_id: AssetId, operation: Callable[[Asset], T]) -> T:
        """Load an asset, apply `operation`, save and commit. Other writers wait, so `operation` must be
        short.

        An exception in `operation` rolls the transaction back and propagates. Raises `NotFoundError` if there
        is no such asset.
        """
        with self._uow(channel_id):
            asset = self._assets.get_for_update(asset_id)
            if asset is None:
                raise NotFoundError(f"There is no asset {asset_id}.")
            result = operation(asset)
            self._assets.save(asset)
            return result

    def list_pending(self) -> Sequence[Asset]:
        """Return the assets of all channels that are not processed yet."""
        with self._uow.all_channels():
            return self._assets.list_pending()

    def list_pending_trims(self) -> Sequence[Asset]:
        """Return the assets of all channels whose trim is not done."""
        with self._uow.all_channels():
            return self._assets.list_pending_trims()
