"""Pushing to a viewer's browsers, outside of transactions: a push service takes its time."""

from __future__ import annotations

import logging

from touchline.engagement.application.live_news import PushLive
from touchline.engagement.domain.pushes import PushNote
from touchline.engagement.ports.browsers import Browser
from touchline.engagement.ports.push import Push, PushUnavailable, SubscriptionGone
from touchline.platform.db.session import Database
from touchline.shared.ids import AccountId, ChannelId

log = logging.getLogger(__name__)


class Pushing:
    """One viewer, one event. What was reached is noted at once, so a job that runs again goes on with the
    rest."""

    def __init__(self, database: Database, work: PushLive, push: Push) -> None:
        self._database = database
        self._work = work
        self._push = push

    def __call__(self, channel_id: ChannelId, account_id: AccountId, event_id: int) -> int:
        """How many browsers were reached. `PushUnavailable` once all were tried, where any could not be, and
        in quiet hours: the queue tries again."""
        with self._database.transaction(channel_id):
            prepared = self._work.prepare(account_id, event_id)
        if prepared is None:
            return 0
        note, browsers = prepared
        reached, away = 0, 0
        for browser in browsers:
            try:
                reached += self._one(channel_id, account_id, event_id, note, browser)
            except PushUnavailable:
                away += 1
        if away:
            raise PushUnavailable(f"{away} of {len(browsers)} browsers could not be reached")
        return reached

    def _one(
        self, channel_id: ChannelId, account_id: AccountId, event_id: int, note: PushNote, browser: Browser
    ) -> bool:
        try:
            self._push.send(browser.address, note.title, note.body, note.url, note.tag, note.ttl)
        except SubscriptionGone:
            log.info("a browser of account %s takes no pushes any more", account_id)
            with self._database.transaction(channel_id):
                self._work.gone(browser)
            return False
        with self._database.transaction(channel_id):
            self._work.reached(account_id, event_id, browser)
        return True
