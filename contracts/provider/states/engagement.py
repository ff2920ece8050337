"""Provider states of context engagement: what a viewer follows, and their watch positions."""

from __future__ import annotations

from typing import Any

from contracts.provider.environment import NOON, ProviderEnvironment
from touchline.engagement.adapters.sql.form_tables import FormRequestRow, RequestReplyRow
from touchline.engagement.adapters.sql.tables import FavoriteRow, ReminderRow
from touchline.engagement.domain.positions import Position, WatchKind
from touchline.engagement.domain.request_replies import ReplyFailure, ReplyState
from touchline.engagement.domain.targets import FavoriteType, ReminderTarget, ReminderTargetType
from touchline.engagement.domain.unsubscribe_tokens import UnsubscribeClaim
from touchline.platform.db.session import current_session

HOME_TEAM = "cedar-ridge-hockey"
"""The home team in every game of a state."""


def create_favorite(
    environment: ProviderEnvironment,
    email: str,
    id: int,
    participant_id: int | None = None,
    event_id: int | None = None,
) -> None:
    """Create a viewer's favorite with this id: a team, or the home team of an event."""
    with environment.open_channel() as (_, channel):
        teams = environment.application.container.catalog.facade().list_ids_by_key("participant")
        row = FavoriteRow(
            id=id,
            account_id=channel.accounts().get_by_email(email).id,
            type=FavoriteType.PARTICIPANT.value,
            thing_id=teams[HOME_TEAM] if event_id else participant_id,
            created_at=NOON,
        )
        current_session().add(row)


def create_reminder(environment: ProviderEnvironment, email: str, id: int, event_id: int) -> None:
    """Create a viewer's reminder of an event with this id."""
    with environment.open_channel() as (_, channel):
        row = ReminderRow(
            id=id,
            account_id=channel.accounts().get_by_email(email).id,
            about_type=ReminderTargetType.EVENT.value,
            about_id=event_id,
            created_at=NOON,
        )
        current_session().add(row)


def create_watch_position(environment: ProviderEnvironment, email: str, event_id: int, position: int) -> None:
    """Create a viewer's watch position, `position` seconds into an event of one hour."""
    with environment.open_channel() as (_, channel):
        account_id = channel.accounts().get_by_email(email).id
        watch_position = Position(WatchKind.EVENT, event_id, position, 3600, NOON)
        environment.application.container.engagement.positions().save(account_id, watch_position)


def create_unsubscribe_link(environment: ProviderEnvironment, email: str, event_id: int) -> dict[str, Any]:
    """Create an email about an event that is live. Returns the `token` of its link."""
    engagement: Any = environment.application.container.engagement
    with environment.open_channel() as (channel_id, channel):
        account_id = channel.accounts().get_by_email(email).id
        unsubscribe_claim = UnsubscribeClaim(
            channel_id, account_id, ReminderTarget(ReminderTargetType.EVENT, event_id)
        )
        return {"token": engagement.unsubscribe_tokens().issue(unsubscribe_claim)}


def create_request(environment: ProviderEnvironment, email: str, id: int, reply_id: int) -> None:
    """Make the viewer an operator, and create a request with a reply that the mail server rejected."""
    with environment.open_channel() as (_, channel):
        channel.operator_admin().add(email)
        request = FormRequestRow(
            id=id,
            alias="contacts",
            answers={"name": "Ada Moreau", "email": "ada@example.org", "message": "The picture froze."},
            language="en",
            created_at=NOON,
            sender_name="Ada Moreau",
            sender_email="ada@example.org",
        )
        reply = RequestReplyRow(
            id=reply_id,
            request_id=id,
            text="We look into it.",
            created_at=NOON,
            queued_at=NOON,
            state=ReplyState.FAILED.value,
            failure=ReplyFailure.REJECTED.value,
        )
        current_session().add(request)
        current_session().flush()
        current_session().add(reply)


STATES: dict[str, Any] = {
    "a favorite": create_favorite,
    "a reminder": create_reminder,
    "a watch position": create_watch_position,
    "an operator with a request": create_request,
    "an unsubscribe link": create_unsubscribe_link,
}
