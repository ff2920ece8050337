"""What others may ask of engagement. Plain values back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from touchline.engagement.application.export_following import ExportFollowing
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
from touchline.engagement.domain.ids import FormRequestId
from touchline.shared.ids import AccountId

__all__ = ["EngagementFacade", "FormRequestNotification", "LiveNotification"]


class EngagementFacade:
    """The few questions that others may ask, in the present transaction."""

    def __init__(
        self,
        form_packs: FormPacks,
        form_requests: FormRequestQueries,
        followed: ListFollowedIds,
        export: ExportFollowing,
        live_notification: GetLiveNotification,
        form_title: GetFormTitle,
    ) -> None:
        self._form_packs = form_packs
        self._form_requests = form_requests
        self._followed_ids = followed
        self._export = export
        self._live_notification = live_notification
        self._form_title = form_title

    def list_followed_ids(self, account_id: AccountId) -> Mapping[str, frozenset[int]]:
        """The ids of a viewer's favourites by their kinds: `participant`, `group`, `category`. One query."""
        return {kind.value: ids for kind, ids in self._followed_ids(account_id).items()}

    def export_following(self, account_id: AccountId) -> dict[str, Any]:
        """What this context holds about a viewer but for forms, for the viewer: no secret; instants are
        aware."""
        return self._export(account_id)

    def get_live_notification(
        self, account_id: AccountId, event_id: int, language: str
    ) -> LiveNotification | None:
        """What a letter tells a viewer of an event that is live; None once it is over, or they do not want to
        be told any more."""
        return self._live_notification(account_id, event_id, language)

    def get_form_title(self, alias: str, language: str) -> str | None:
        """What a form of the present channel is called; None where there is none of that alias."""
        return self._form_title(alias, language)

    def apply_pack(self, part: Mapping[str, Any]) -> None:
        """Take this context's part of a pack: `{"forms": […]}`."""
        self._form_packs.apply(part)

    def export_pack(self) -> dict[str, Any]:
        """The part of a pack that would make the present channel's forms again."""
        return self._form_packs.export()

    def export_requests(self, account_id: AccountId) -> list[dict[str, Any]]:
        """The forms that a viewer filled in, for the viewer; instants are aware."""
        return self._form_requests.list_for_viewer(account_id)

    def get_form_request_notification(self, request_id: int) -> FormRequestNotification | None:
        """What a letter tells of a filled-in form; None where it is gone, or its form names nobody to write
        to."""
        return self._form_requests.get_notification(FormRequestId(request_id))
