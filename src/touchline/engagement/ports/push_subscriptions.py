"""Keeping the browsers that take pushes for viewers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.engagement.domain.ids import PushSubscriptionId
from touchline.engagement.ports.push import PushSubscriptionInfo
from touchline.shared.ids import AccountId, SessionId


@dataclass(frozen=True)
class PushSubscription:
    """One subscription of a viewer's browser, and the session that made it.

    `session_id` None: made by an earlier release.
    """

    id: PushSubscriptionId
    info: PushSubscriptionInfo
    created_at: datetime
    session_id: SessionId | None


class PushSubscriptions(Protocol):
    """The push subscriptions of the channel's viewers, in the present transaction."""

    def list_for_account(self, account_id: AccountId) -> Sequence[PushSubscription]:
        """A viewer's browsers, the newest first: one query."""
        ...

    def save(
        self, account_id: AccountId, session_id: SessionId, address: PushSubscriptionInfo, at: datetime
    ) -> None:
        """Keep it, bound to the session. An endpoint is of one browser, and pushes for who subscribed there
        last."""
        ...

    def remove(self, account_id: AccountId, endpoint: str) -> None:
        """Forget the viewer's subscription of that endpoint, if there is one."""
        ...

    def delete_for_account(self, account_id: AccountId) -> None:
        """Delete all subscriptions of a viewer."""
        ...

    def delete_for_sessions(self, account_id: AccountId, session_ids: Sequence[SessionId]) -> None:
        """Delete what sessions of the viewer subscribed, and what is bound to no session."""
        ...

    def delete(self, subscription_ids: Sequence[PushSubscriptionId]) -> None:
        """Delete these."""
        ...
