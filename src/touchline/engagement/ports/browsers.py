"""Keeping the browsers that take pushes for viewers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.engagement.domain.ids import PushSubscriptionId
from touchline.engagement.ports.push import PushAddress
from touchline.shared.ids import AccountId, SessionId


@dataclass(frozen=True)
class Browser:
    """One subscription of a viewer's browser, and the session that made it.

    `session_id` None: made by an earlier release.
    """

    id: PushSubscriptionId
    address: PushAddress
    created_at: datetime
    session_id: SessionId | None


class Browsers(Protocol):
    """The push subscriptions of the channel's viewers, in the present transaction."""

    def of(self, account_id: AccountId) -> Sequence[Browser]:
        """A viewer's browsers, the newest first: one query."""
        ...

    def put(self, account_id: AccountId, session_id: SessionId, address: PushAddress, at: datetime) -> None:
        """Keep it, bound to the session. An endpoint is of one browser, and pushes for who subscribed there
        last."""
        ...

    def remove(self, account_id: AccountId, endpoint: str) -> None:
        """Forget the viewer's subscription of that endpoint, if there is one."""
        ...

    def forget_viewer(self, account_id: AccountId) -> None:
        """Delete all subscriptions of a viewer."""
        ...

    def forget_sessions(self, account_id: AccountId, session_ids: Sequence[SessionId]) -> None:
        """Delete what sessions of the viewer subscribed, and what is bound to no session."""
        ...

    def forget(self, subscription_ids: Sequence[PushSubscriptionId]) -> None:
        """Delete these."""
        ...
