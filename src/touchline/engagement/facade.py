"""Interface of the engagement context for other contexts. It returns plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from touchline.engagement.application.export_viewer_data import ExportViewerData
from touchline.engagement.application.favorites import ListFollowedIds
from touchline.engagement.application.forms.form_packs import FormPacks
from touchline.engagement.application.forms.form_request_queries import (
    FormRequestNotification,
    FormRequestQueries,
)
from touchline.engagement.application.forms.show_form import GetFormTitle
from touchline.engagement.application.notifications.live_notifications import (
    GetLiveNotification,
    LiveNotification,
)
from touchline.engagement.application.notifications.score_alert_pushes import (
    FinalNotification,
    GetFinalNotification,
)
from touchline.engagement.domain.ids import FormRequestId
from touchline.engagement.domain.request_replies import RETRY_PERIOD
from touchline.engagement.domain.targets import FavoriteType
from touchline.engagement.ports.followed_items import FollowedItems
from touchline.engagement.ports.forms import FormRequests, RequestReplies
from touchline.engagement.ports.preferences import Preferences
from touchline.shared.ids import AccountId

__all__ = ["EngagementFacade", "FinalNotification", "FormRequestNotification", "LiveNotification"]


_FAVORITE_TYPES = frozenset(FavoriteType)
FAILED_REPLY_PERIOD = timedelta(days=30)
"""How long a reply that was not sent waits for the team."""


class EngagementFacade:
    """Engagement queries and pack import for other contexts, in the current transaction."""

    def __init__(
        self,
        form_packs: FormPacks,
        form_requests: FormRequestQueries,
        followed: ListFollowedIds,
        export: ExportViewerData,
        live_notification: GetLiveNotification,
        form_title: GetFormTitle,
        requests: FormRequests,
        followed_items: FollowedItems,
        replies: RequestReplies,
        preferences: Preferences,
        final_notification: GetFinalNotification,
    ) -> None:
        self._form_packs = form_packs
        self._form_requests = form_requests
        self._followed_ids = followed
        self._export = export
        self._live_notification = live_notification
        self._form_title = form_title
        self._requests = requests
        self._followed_items = followed_items
        self._replies = replies
        self._preferences = preferences
        self._final_notification = final_notification

    def list_followed_ids(self, account_id: AccountId) -> Mapping[str, frozenset[int]]:
        """Return the ids of a viewer's favorites by type: `participant`, `group`, `category`. One query."""
        return {kind.value: ids for kind, ids in self._followed_ids(account_id).items()}

    def hides_scores(self, account_id: AccountId) -> bool:
        """Return whether a viewer hides scores and outcomes. One query."""
        return self._preferences.get_hide_scores(account_id)

    def export_viewer_data(self, account_id: AccountId) -> dict[str, Any]:
        """Return what this context stores about a viewer, except forms.

        The result contains no secrets. Datetimes are timezone-aware.
        """
        return self._export(account_id)

    def get_live_notification(
        self, account_id: AccountId, event_id: int, language: str
    ) -> LiveNotification | None:
        """Return the content of an email about a live event.

        Return None if the event is over or the viewer no longer wants the email.
        """
        return self._live_notification(account_id, event_id, language)

    def get_final_notification(
        self, account_id: AccountId, event_id: int, language: str
    ) -> FinalNotification | None:
        """Return the content of an email with the final of a game.

        Return None if the game goes on or the viewer no longer wants the email.
        """
        return self._final_notification(account_id, event_id, language)

    def get_form_title(self, alias: str, language: str) -> str | None:
        """Return the title of a form of the current channel; None if there is none with this alias."""
        return self._form_title(alias, language)

    def count_open_requests(self) -> int:
        """Return the number of requests that nobody has closed. One query."""
        return self._requests.count_open()

    def list_failed_replies(self, now: datetime, limit: int) -> Sequence[int]:
        """Return the requests whose latest reply, of the last 30 days, was not sent. One query."""
        return self._replies.list_failed(now - FAILED_REPLY_PERIOD, now - RETRY_PERIOD, limit)

    def apply_pack(self, part: Mapping[str, Any]) -> None:
        """Apply this context's part of a pack: `{"forms": […]}`."""
        self._form_packs.apply(part)

    def export_pack(self) -> dict[str, Any]:
        """Return the pack part that reproduces the current channel's forms."""
        return self._form_packs.export()

    def export_requests(self, account_id: AccountId) -> list[dict[str, Any]]:
        """Return the forms that a viewer submitted. Datetimes are timezone-aware."""
        return self._form_requests.list_for_viewer(account_id)

    def get_form_request_notification(self, request_id: int) -> FormRequestNotification | None:
        """Return a request's data for the email; None if the request is gone or its form has no recipient."""
        return self._form_requests.get_notification(FormRequestId(request_id))

    def count_followers(self, kind: str, item_id: int) -> tuple[int, int]:
        """Return how many favorites and reminders name a `participant`, `group` or `category`. Two queries.

        Viewers follow no items of other kinds.
        """
        return self._followed_items.count(FavoriteType(kind), item_id) if kind in _FAVORITE_TYPES else (0, 0)

    def merge(self, kind: str, removed: int, kept: int) -> None:
        """Let the favorites and reminders of an item name another one of the same kind."""
        if kind in _FAVORITE_TYPES:
            self._followed_items.merge(FavoriteType(kind), removed, kept)
