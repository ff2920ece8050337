"""Short transactions for the long-running packaging job."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from sqlalchemy import select

from touchline.catalog.adapters.sql.media.assets import SqlAssets, to_asset
from touchline.catalog.adapters.sql.media.media_tables import MediaAssetRow
from touchline.catalog.domain.media.assets import Asset, AssetState
from touchline.platform.db.session import Database
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AssetId, ChannelId

T = TypeVar("T")


class SqlAssetStore:
    """`AssetStore`: opens the transactions of the media job, which is an entry point of this context."""

    def __init__(self, database: Database, assets: SqlAssets) -> None:
        self._database = database
        self._assets = assets

    def update(self, channel_id: ChannelId, asset_id: AssetId, operation: Callable[[Asset], T]) -> T:
        """Update an asset in one transaction. Other writers of this asset wait until it ends."""
        with self._database.transaction(channel_id):
            asset = self._assets.get_for_update(asset_id)
            if asset is None:
                raise NotFoundError(f"There is no asset {asset_id}.")
            result = operation(asset)
            self._assets.save(asset)
            return result

    def list_pending(self) -> Sequence[Asset]:
        """Return the pending assets of all channels, in a separate transaction."""
        open_states = (AssetState.QUEUED.value, AssetState.PROCESSING.value)
        with self._database.transaction(None, unscoped=True) as session:
            query = select(MediaAssetRow).where(MediaAssetRow.state.in_(open_states))
            return [to_asset(row) for row in session.scalars(query.order_by(MediaAssetRow.id))]
