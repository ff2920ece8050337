"""Following the games over channels, each order in a transaction of its own: who dies in the middle has not
worked in vain, and nobody who buys meanwhile waits for long."""

from __future__ import annotations

from touchline.billing.adapters.gateways import ChannelDirectory
from touchline.billing.application.follow_games import FollowGames
from touchline.billing.application.withdrawals import WithdrawProducts
from touchline.platform.db.session import Database
from touchline.shared.ids import ChannelId, OrderId


class Following:
    """The work after an apply of a pack, and of a day."""

    def __init__(
        self,
        database: Database,
        directory: ChannelDirectory,
        follow: FollowGames,
        withdraw: WithdrawProducts,
    ) -> None:
        self._database = database
        self._directory = directory
        self._follow = follow
        self._withdraw = withdraw

    def everywhere(self) -> int:
        """Move the orders of all channels whose games were postponed; how many were moved."""
        with self._database.transaction(None, unscoped=True):
            channels = self._directory.ids().values()
        return sum(self(channel_id) for channel_id in channels)

    def __call__(self, channel_id: ChannelId) -> int:
        """Those of one channel; orders for what was canceled or withdrawn learn of it, too."""
        with self._database.transaction(channel_id):
            touched = list(self._withdraw.find())
        for one in touched:
            with self._database.transaction(channel_id):
                self._withdraw.apply(one, refund=False, silent=True)
        return self._follow_games(channel_id)

    def _follow_games(self, channel_id: ChannelId) -> int:
        moved, last = 0, OrderId(0)
        while True:
            with self._database.transaction(channel_id):
                looked = self._follow.look(last)
            if looked is None:
                return moved
            for order_id, starts_at in looked.postponed:
                with self._database.transaction(channel_id):
                    moved += self._follow(order_id, starts_at)
            last = looked.last
