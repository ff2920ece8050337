"""Gateways from engagement to other contexts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import cast

from touchline.catalog.facade import CatalogFacade, LiveEvent
from touchline.channel.facade import ChannelFacade, Email, EmailRejectedError, RequestReplyData
from touchline.engagement.domain.positions import WatchKind
from touchline.engagement.domain.reminders import OngoingEvent
from touchline.engagement.domain.score_alerts import AlertMoment
from touchline.engagement.domain.targets import FavoriteType, ReminderTarget, ReminderTargetType
from touchline.engagement.ports.catalog import CatalogItem, EventSummary
from touchline.engagement.ports.current_channel import ChannelDetails
from touchline.engagement.ports.request_inbox import ReplyEmail, ReplyRejectedError
from touchline.engagement.ports.score_alerts import AlertGame, AlertText
from touchline.engagement.ports.stream_alerts import StreamAlertText
from touchline.shared.ids import AccountId, ChannelId, EventId, SessionId
from touchline.shared.permissions import Permission
from touchline.shared.principal import Principal


class ChannelGateway:
    """`CurrentChannel` backed by the facade of context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def get_details(self) -> ChannelDetails:
        """Return the details of the current channel."""
        channel_details = self._channel.get_current()
        return ChannelDetails(
            channel_details.id,
            channel_details.name,
            channel_details.language,
            channel_details.time_zone,
            channel_details.contact_days,
        )

    def get_language(self, account_id: AccountId) -> str | None:
        """Return the viewer's language, or None if the account is closed."""
        viewer = self._channel.get_viewer_profile(account_id)
        return viewer.language if viewer else None

    def can_manage_streams(self, account_id: AccountId) -> bool:
        """Return whether the account's role includes live streams."""
        operator = self._channel.get_operator(account_id)
        return operator is not None and Permission.MANAGE_LIVE in operator.permissions

    def list_active_sessions(self, account_id: AccountId) -> frozenset[SessionId]:
        """Return the ids of the viewer's active sessions."""
        return self._channel.list_active_sessions(account_id)


class RequestOperatorsGateway:
    """`RequestOperators` backed by the facade of context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def list_all(self) -> Mapping[AccountId, str]:
        """Return the operators whose role includes requests."""
        return self._channel.list_operators(Permission.MANAGE_REQUESTS)

    def list_names(self, account_ids: Collection[AccountId]) -> Mapping[AccountId, str]:
        """Return the names of accounts."""
        profiles = self._channel.list_viewer_profiles(account_ids)
        return {account_id: profile.name for account_id, profile in profiles.items()}

    def get_email(self, account_id: AccountId) -> str:
        """Return the address of the account."""
        viewer = self._channel.get_viewer_profile(account_id)
        return viewer.email if viewer else ""


class ChannelReplyMailer:
    """`ReplyMailer` backed by the emails of context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._emails = channel.reply_emails

    def write(self, email: ReplyEmail) -> Email:
        """Render the email with the channel's brand."""
        return self._emails.write(RequestReplyData(**vars(email)))

    def send(self, written: object) -> None:
        """Send the email with the mailer that the operator selected."""
        try:
            self._emails.send(cast(Email, written))
        except EmailRejectedError as error:
            raise ReplyRejectedError(str(error)) from error


class CatalogGateway:
    """`Catalog` backed by the facade of context catalog."""

    def __init__(self, catalog: CatalogFacade) -> None:
        self._catalog = catalog.followable_items

    def list_items(
        self, kind: FavoriteType, ids: Collection[int], language: str
    ) -> Mapping[int, CatalogItem]:
        """Return items of a kind by id."""
        items = self._catalog.list_items(kind.value, ids, language)
        return {
            item.id: CatalogItem(
                item.id, item.name, item.full_name, item.short_name, item.alias, item.image_url, item.color
            )
            for item in items.values()
        }

    def list_events(self, ids: Collection[int], language: str) -> Mapping[int, EventSummary]:
        """Return events by id."""
        events = self._catalog.list_events(ids, language)
        return {event.id: EventSummary(event.id, event.name, event.is_over) for event in events.values()}

    def list_events_for(self, principal: Principal, ids: Collection[int]) -> Mapping[int, EventSummary]:
        """Return the events that the viewer may see, by id."""
        events = self._catalog.list_events_for(principal, ids)
        return {event.id: EventSummary(event.id, event.name, event.is_over) for event in events.values()}

    def list_ongoing_events(self) -> Sequence[OngoingEvent]:
        """List all events that are live now."""
        return [
            OngoingEvent(event.id, frozenset(_list_targets(event)), event.started_at, event.ends_at)
            for event in self._catalog.list_live_events()
        ]

    def can_resume(self, principal: Principal, kind: WatchKind, item_id: int) -> bool | None:
        """Return whether playback can resume: for events after they end, for library items always."""
        if kind is WatchKind.EVENT:
            return self._catalog.can_resume_event(principal, item_id)
        return self._catalog.can_resume_library_item(item_id)


class GamesGateway:
    """`Games` backed by the facade of context catalog."""

    def __init__(self, catalog: CatalogFacade) -> None:
        self._queries = catalog.score_alerts

    def get(self, event_id: int) -> AlertGame | None:
        """Return a game with its moments. Its targets are the event and the teams."""
        game = self._queries.get_game(EventId(event_id))
        if game is None:
            return None
        teams = (ReminderTarget(ReminderTargetType.PARTICIPANT, number) for number in game.participant_ids)
        return AlertGame(
            [AlertMoment(**vars(moment)) for moment in game.moments],
            game.delay,
            frozenset([ReminderTarget(ReminderTargetType.EVENT, event_id), *teams]),
            game.is_private,
        )

    def write_alert(self, event_id: int, moment_id: str, language: str) -> AlertText | None:
        """Return the text of an alert."""
        text = self._queries.write(EventId(event_id), moment_id, language)
        return AlertText(text.title, text.body) if text else None

    def is_member(self, account_id: AccountId, event_id: int) -> bool:
        """Return whether the account is on the list of a team."""
        return self._queries.is_member(account_id, EventId(event_id))


class StreamAlertsGateway:
    """`StreamAlerts` backed by the facade of context catalog."""

    def __init__(self, catalog: CatalogFacade) -> None:
        self._queries = catalog.stream_alerts

    def write(self, alert_id: int, language: str) -> StreamAlertText | None:
        """Return the text of an alert."""
        text = self._queries.write(alert_id, language)
        return StreamAlertText(text.event_name, text.message, text.path) if text else None


def _list_targets(event: LiveEvent) -> Iterable[ReminderTarget]:
    yield ReminderTarget(ReminderTargetType.EVENT, event.id)
    yield from (ReminderTarget(ReminderTargetType.PARTICIPANT, item_id) for item_id in event.participant_ids)
    yield from (ReminderTarget(ReminderTargetType.GROUP, item_id) for item_id in event.group_ids)
    if event.category_id is not None:
        yield ReminderTarget(ReminderTargetType.CATEGORY, event.category_id)


class ChannelFormProtection:
    """`FormProtection` backed by the robot check and rate limit of context channel.

    `max_submissions` is the limit per hour and IP address.
    """

    def __init__(self, channel: ChannelFacade, max_submissions: int) -> None:
        self._channel = channel
        self._times = max_submissions

    def is_token_required(self) -> bool:
        """Return whether a robot check token is required."""
        return self._channel.is_robot_token_required()

    def verify(self, ip: str, robot_token: str | None) -> None:
        """Verify that the sender is human and within the rate limit."""
        self._channel.verify_form_submission("form-requests", self._times, robot_token, ip)


class ChannelDirectory:
    """Directory of channels for commands. Call it in a transaction without a channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def list_ids_by_slug(self) -> dict[str, ChannelId]:
        """Return the id of every channel by slug."""
        return {channel.slug: channel.id for channel in self._channel.list_channels()}
