"""Data for emails about followed items and submitted forms (port `Notifications` of context `channel`)."""

from __future__ import annotations

from dataclasses import fields

from touchline.catalog.facade import CatalogFacade
from touchline.channel.ports.email.notifications import (
    FinalScoreNotification,
    LiveEventNotification,
    StreamFaultNotification,
    SubmittedForm,
)
from touchline.engagement.facade import EngagementFacade
from touchline.shared.ids import AccountId


class NotificationsGateway:
    """Gateway to contexts `engagement` and `catalog`."""

    def __init__(self, engagement: EngagementFacade, catalog: CatalogFacade) -> None:
        self._engagement = engagement
        self._catalog = catalog

    def get_live_event(
        self, account_id: AccountId, event_id: int, language: str
    ) -> LiveEventNotification | None:
        """Return the notification for a viewer about a live event, or None."""
        notification = self._engagement.get_live_notification(account_id, event_id, language)
        return (
            LiveEventNotification(
                notification.event_name, notification.path, notification.target_name, notification.token
            )
            if notification
            else None
        )

    def get_final_score(
        self, account_id: AccountId, event_id: int, language: str
    ) -> FinalScoreNotification | None:
        """Return the notification for a viewer about the final of a game, or None."""
        final = self._engagement.get_final_notification(account_id, event_id, language)
        return (
            FinalScoreNotification(final.result, final.details, final.path, final.target_name, final.token)
            if final
            else None
        )

    def get_stream_fault(self, alert_id: int, language: str) -> StreamFaultNotification | None:
        """Return the notification for an operator about a fault, or None."""
        text = self._catalog.stream_alerts.write(alert_id, language)
        return (
            StreamFaultNotification(text.event_name, text.message, text.remedy, text.path) if text else None
        )

    def get_submitted_form(self, request_id: int) -> SubmittedForm | None:
        """Return a submitted form, or None."""
        notification = self._engagement.get_form_request_notification(request_id)
        if notification is None:
            return None
        return SubmittedForm(
            **{field.name: getattr(notification, field.name) for field in fields(SubmittedForm)}
        )
