"""Telling over all channels, each viewer in a transaction of their own: who dies in the middle has not
worked in vain."""

from __future__ import annotations

import logging

from touchline.engagement.adapters.gateways import ChannelNames
from touchline.engagement.application.tell_live import TellLive
from touchline.engagement.application.tidying import TidyReminders
from touchline.engagement.domain.reminders import LiveGame
from touchline.platform.db.session import Database
from touchline.shared.ids import AccountId, ChannelId

log = logging.getLogger(__name__)


class Telling:
    """The work of a minute."""

    def __init__(self, database: Database, channels: ChannelNames, tell: TellLive) -> None:
        self._database = database
        self._channels = channels
        self._tell = tell

    def everywhere(self) -> int:
        """In every channel; how many were told. Where it fails in one, the others are told all the same, and
        then the job fails."""
        with self._database.transaction(None):
            channels = self._channels.ids().values()
        told, fault = 0, None
        for channel_id in channels:
            try:
                told += self(channel_id)
            except Exception as error:
                log.exception("channel %s: not all could be told what is live", channel_id)
                fault = error
        if fault is not None:
            raise fault
        return told

    def __call__(self, channel_id: ChannelId) -> int:
        """In one channel."""
        with self._database.transaction(channel_id):
            games = self._tell.live()
        return sum(self._of(channel_id, game) for game in games)

    def _of(self, channel_id: ChannelId, game: LiveGame) -> int:
        told, last = 0, AccountId(0)
        while True:
            with self._database.transaction(channel_id):
                batch = self._tell.waiting(game, last)
            if batch.last is None:
                return told
            for viewer in batch.due:
                with self._database.transaction(channel_id):
                    told += self._tell.tell(game, viewer)
            last = batch.last


class Tidying:
    """The work of a day."""

    def __init__(
        self, database: Database, channels: ChannelNames, tell: TellLive, tidy: TidyReminders
    ) -> None:
        self._database = database
        self._channels = channels
        self._tell = tell
        self._tidy = tidy

    def __call__(self) -> int:
        """Forget who was told of what is long over, and reminders of events that are; how many tellings."""
        with self._database.transaction(None):
            channels = self._channels.ids().values()
        for channel_id in channels:
            last: int | None = 0
            while last is not None:
                with self._database.transaction(channel_id):
                    last = self._tidy(last)
        with self._database.transaction(None, unscoped=True):
            return self._tell.forget()
