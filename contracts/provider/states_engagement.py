"""Provider states of context engagement: what a viewer follows, and where they stopped watching."""

from __future__ import annotations

from typing import Any

from contracts.provider.stage import NOON, Stage
from touchline.engagement.adapters.sql.tables import FavoriteRow, ReminderRow
from touchline.engagement.domain.positions import Position, WatchKind
from touchline.engagement.domain.things import About, AboutType, FavoriteType
from touchline.engagement.domain.unsubscribing import Leave
from touchline.platform.db.session import current_session

HOME = "cedar-ridge-hockey"
"""The team that plays at home in every game of a state."""


def a_favorite(
    stage: Stage, email: str, id: int, participant_id: int | None = None, event_id: int | None = None
) -> None:
    """A viewer's favourite of this id: a team, or the one that plays at home in an event."""
    with stage.channel() as (_, channel):
        teams = stage.house.container.catalog.facade().ids_by_key("participant")
        row = FavoriteRow(
            id=id,
            account_id=channel.kept_accounts().by_email(email).id,
            type=FavoriteType.PARTICIPANT.value,
            thing_id=teams[HOME] if event_id else participant_id,
            created_at=NOON,
        )
        current_session().add(row)


def a_reminder(stage: Stage, email: str, id: int, event_id: int) -> None:
    """A viewer's reminder of an event, of this id."""
    with stage.channel() as (_, channel):
        row = ReminderRow(
            id=id,
            account_id=channel.kept_accounts().by_email(email).id,
            about_type=AboutType.EVENT.value,
            about_id=event_id,
            created_at=NOON,
        )
        current_session().add(row)


def a_watch_position(stage: Stage, email: str, event_id: int, position: int) -> None:
    """A viewer stopped so many seconds into an hour of an event."""
    with stage.channel() as (_, channel):
        account_id = channel.kept_accounts().by_email(email).id
        here = Position(WatchKind.EVENT, event_id, position, 3600, NOON)
        stage.house.container.engagement.positions().put(account_id, here)


def a_link_to_unsubscribe(stage: Stage, email: str, event_id: int) -> dict[str, Any]:
    """A letter about an event that is live. Makes the `token` of its link."""
    engagement: Any = stage.house.container.engagement
    with stage.channel() as (channel_id, channel):
        account_id = channel.kept_accounts().by_email(email).id
        leave = Leave(channel_id, account_id, About(AboutType.EVENT, event_id))
        return {"token": engagement.news.tokens().make(leave)}


STATES: dict[str, Any] = {
    "a favorite": a_favorite,
    "a reminder": a_reminder,
    "a watch position": a_watch_position,
    "a link to unsubscribe": a_link_to_unsubscribe,
}
