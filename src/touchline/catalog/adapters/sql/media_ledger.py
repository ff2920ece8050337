"""Short transactions for the long job of making a stream."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from sqlalchemy import select

from touchline.catalog.adapters.sql.media import SqlAssets, asset_of
from touchline.catalog.adapters.sql.media_tables import MediaAssetRow
from touchline.catalog.domain.media import Asset, AssetState
from touchline.platform.db.session import Database
from touchline.shared.errors import NotFound
from touchline.shared.ids import AssetId, ChannelId

T = TypeVar("T")


class SqlLedger:
    """`Ledger`: opens the transactions of the media job, which is an edge of this context."""

    def __init__(self, database: Database, assets: SqlAssets) -> None:
        self._database = database
        self._assets = assets

    def change(self, channel_id: ChannelId, asset_id: AssetId, act: Callable[[Asset], T]) -> T:
        """One transaction; whoever else changes this asset waits until it ends."""
        with self._database.transaction(channel_id):
            asset = self._assets.held(asset_id)
            if asset is None:
                raise NotFound(f"There is no asset {asset_id}.")
            answer = act(asset)
            self._assets.save(asset)
            return answer

    def unsettled(self) -> Sequence[Asset]:
        """Over all channels, in a transaction of its own."""
        open_states = (AssetState.QUEUED.value, AssetState.PROCESSING.value)
        with self._database.transaction(None, unscoped=True) as session:
            wanted = select(MediaAssetRow).where(MediaAssetRow.state.in_(open_states))
            return [asset_of(row) for row in session.scalars(wanted.order_by(MediaAssetRow.id))]
