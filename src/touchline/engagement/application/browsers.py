"""Browsers that take pushes for a viewer (W3C Push API)."""

from __future__ import annotations

from touchline.engagement.domain.pushes import MOST_BROWSERS
from touchline.engagement.ports.browsers import Browsers
from touchline.engagement.ports.push import Push, PushAddress
from touchline.shared.clock import Clock
from touchline.shared.errors import Refused
from touchline.shared.ids import AccountId, SessionId

NO_PUSHES = "This site sends no notifications to browsers."


class AddBrowser:
    """Begins to send pushes to a browser."""

    def __init__(self, browsers: Browsers, push: Push, clock: Clock) -> None:
        self._browsers = browsers
        self._push = push
        self._clock = clock

    def __call__(self, account_id: AccountId, session_id: SessionId, address: PushAddress) -> None:
        """Bind the browser to the session, which ends it. Of too many the oldest is forgotten. `Refused`
        where this house sends none, `Invalid` for what no push service of this house is."""
        if self._push.public_key is None:
            raise Refused(NO_PUSHES)
        self._push.accept(address)
        self._browsers.put(account_id, session_id, address, self._clock.now())
        kept = self._browsers.of(account_id)
        if len(kept) > MOST_BROWSERS:
            self._browsers.forget([one.id for one in kept[MOST_BROWSERS:]])


class DropBrowser:
    """Ends it."""

    def __init__(self, browsers: Browsers) -> None:
        self._browsers = browsers

    def __call__(self, account_id: AccountId, endpoint: str) -> None:
        """Nothing happens where the viewer has none of that endpoint."""
        self._browsers.remove(account_id, endpoint)
