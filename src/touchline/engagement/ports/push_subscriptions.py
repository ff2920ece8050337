"""Port to stored push subscriptions."""

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
    """A push subscription of a viewer's browser, and the session that made it.

    `session_id` is None if an earlier release made the subscription.
    """

    id: PushSubscriptionId
    info: PushSubscriptionInfo
    created_at: datetime
    session_id: SessionId | None


class PushSubscriptions(Protocol):
    """Push subscriptions of the channel's viewers, in the current transaction."""

    def list_for_account(self, account_id: AccountId) -> Sequence[PushSubscription]:
        """List a viewer's subscriptions, newest first. One query."""
        ...

    def save(
        self, account_id: AccountId, session_id: SessionId, info: PushSubscriptionInfo, at: datetime
    ) -> None:
        """Save a subscription and bind it to the session.

        An endpoint belongs to one browser. It receives messages for the viewer who subscribed last.
        """
        ...

    def remove(self, account_id: AccountId, endpoint: str) -> None:
        """Delete the viewer's subscription with this endpoint, if there is one."""
        ...

    def delete_for_account(self, account_id: AccountId) -> None:
        """Delete all subscriptions of a viewer."""
        ...

    def delete_for_sessions(self, account_id: AccountId, session_ids: Sequence[SessionId]) -> None:
        """Delete the subscriptions of these sessions of the viewer, and those without a session."""
        ...

    def delete(self, subscription_ids: Sequence[PushSubscriptionId]) -> None:
        """Delete subscriptions by id."""
        ...
