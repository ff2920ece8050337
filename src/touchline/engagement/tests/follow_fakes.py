"""In-memory fakes of viewer data and of the catalog."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from touchline.engagement.domain.favorites import Favorite
from touchline.engagement.domain.ids import FavoriteId, PushSubscriptionId, ReminderId
from touchline.engagement.domain.notification_settings import NotificationSettings
from touchline.engagement.domain.positions import Position, WatchKind
from touchline.engagement.domain.reminders import OngoingEvent, Reminder
from touchline.engagement.domain.targets import FavoriteType, ReminderTarget, ReminderTargetType
from touchline.engagement.ports.catalog import CatalogItem, EventSummary
from touchline.engagement.ports.push import PushSubscriptionInfo
from touchline.engagement.ports.push_subscriptions import PushSubscription
from touchline.engagement.ports.reminders import Recipient
from touchline.shared.ids import AccountId, SessionId
from touchline.shared.principal import Principal


@dataclass
class FakeCatalog:
    """`Catalog` with items that a test sets. Records the requested kinds."""

    item_names: dict[FavoriteType, dict[int, str]] = field(default_factory=dict)
    event_summaries: dict[int, EventSummary] = field(default_factory=dict)
    ongoing_events: list[OngoingEvent] = field(default_factory=list)
    can_resume_by_item: dict[tuple[WatchKind, int], bool] = field(default_factory=dict)
    requested_kinds: list[FavoriteType] = field(default_factory=list)

    def list_items(
        self, kind: FavoriteType, ids: Collection[int], language: str
    ) -> Mapping[int, CatalogItem]:
        self.requested_kinds.append(kind)
        names = self.item_names.get(kind, {})
        return {
            item_id: CatalogItem(
                item_id, names[item_id], names[item_id], names[item_id], names[item_id], None, None
            )
            for item_id in ids
            if item_id in names
        }

    def list_events(self, ids: Collection[int], language: str) -> Mapping[int, EventSummary]:
        return {
            event_id: self.event_summaries[event_id] for event_id in ids if event_id in self.event_summaries
        }

    def list_events_for(self, principal: Principal, ids: Collection[int]) -> Mapping[int, EventSummary]:
        return self.list_events(ids, principal.language)

    def list_ongoing_events(self) -> Sequence[OngoingEvent]:
        return self.ongoing_events

    def can_resume(self, principal: Principal, kind: WatchKind, item_id: int) -> bool | None:
        return self.can_resume_by_item.get((kind, item_id))


@dataclass
class FakeFavorites:
    """`Favorites` of one or more viewers."""

    saved: list[tuple[AccountId, Favorite]] = field(default_factory=list)

    def list_for_account(self, account_id: AccountId) -> Sequence[Favorite]:
        return [favorite for owner, favorite in reversed(self.saved) if owner == account_id]

    def add(
        self, account_id: AccountId, kind: FavoriteType, item_id: int, at: datetime
    ) -> tuple[Favorite, bool]:
        for favorite in self.list_for_account(account_id):
            if (favorite.type, favorite.item_id) == (kind, item_id):
                return favorite, False
        created = Favorite(FavoriteId(len(self.saved) + 1), kind, item_id, at)
        self.saved.append((account_id, created))
        return created, True

    def remove(self, account_id: AccountId, favorite_id: FavoriteId) -> bool:
        remaining = [
            (owner, favorite)
            for owner, favorite in self.saved
            if (owner, favorite.id) != (account_id, favorite_id)
        ]
        was_found, self.saved = len(remaining) < len(self.saved), remaining
        return was_found


@dataclass
class FakePositions:
    """`Positions` of one viewer."""

    saved: dict[tuple[WatchKind, int], Position] = field(default_factory=dict)

    def list_for_account(
        self, account_id: AccountId, kind: WatchKind | None = None, item_id: int | None = None
    ) -> Sequence[Position]:
        return list(self.saved.values())

    def save(self, account_id: AccountId, position: Position) -> None:
        self.saved[position.kind, position.item_id] = position

    def remove(self, account_id: AccountId, kind: WatchKind, item_id: int) -> None:
        self.saved.pop((kind, item_id), None)

    def move(self, kind: WatchKind, item_id: int, seconds: int, old_duration: int, new_duration: int) -> None:
        if (found := self.saved.get((kind, item_id))) and found.duration == old_duration:
            self.saved[kind, item_id] = replace(
                found, position=found.position - seconds, duration=new_duration
            )


@dataclass
class FakeReminders:
    """`Reminders` whose recipients a test sets."""

    saved: list[tuple[AccountId, Reminder]] = field(default_factory=list)
    recipients: list[Recipient] = field(default_factory=list)

    def list_for_account(self, account_id: AccountId) -> Sequence[Reminder]:
        return [reminder for owner, reminder in reversed(self.saved) if owner == account_id]

    def add(self, account_id: AccountId, target: ReminderTarget, at: datetime) -> tuple[Reminder, bool]:
        for reminder in self.list_for_account(account_id):
            if reminder.target == target:
                return reminder, False
        created = Reminder(ReminderId(len(self.saved) + 1), target, at)
        self.saved.append((account_id, created))
        return created, True

    def remove(self, account_id: AccountId, reminder_id: ReminderId) -> bool:
        remaining = [
            (owner, reminder)
            for owner, reminder in self.saved
            if (owner, reminder.id) != (account_id, reminder_id)
        ]
        was_found, self.saved = len(remaining) < len(self.saved), remaining
        return was_found

    def remove_by_target(self, account_id: AccountId, target: ReminderTarget) -> None:
        self.saved = [
            (owner, reminder)
            for owner, reminder in self.saved
            if (owner, reminder.target) != (account_id, target)
        ]

    def set_score_alerts(self, account_id: AccountId, target: ReminderTarget, *, is_on: bool) -> None:
        self.saved = [
            (owner, replace(reminder, has_score_alerts=is_on))
            if (owner, reminder.target) == (account_id, target)
            else (owner, reminder)
            for owner, reminder in self.saved
        ]

    def find_most_specific(
        self, account_id: AccountId, targets: Collection[ReminderTarget]
    ) -> ReminderTarget | None:
        matching = [
            reminder.target for reminder in self.list_for_account(account_id) if reminder.target in targets
        ]
        return min(matching, key=lambda target: list(ReminderTargetType).index(target.type), default=None)

    def list_recipients(self, event: OngoingEvent, after: AccountId, limit: int) -> Sequence[Recipient]:
        return [recipient for recipient in self.recipients if recipient.account_id > after][:limit]

    def list_event_ids(self, after: int, limit: int) -> Sequence[int]:
        targets = {reminder.target for _, reminder in self.saved}
        event_ids = sorted(
            target.id for target in targets if target.type is ReminderTargetType.EVENT and target.id > after
        )
        return event_ids[:limit]

    def remove_for_events(self, event_ids: Collection[int]) -> None:
        removed = {ReminderTarget(ReminderTargetType.EVENT, event_id) for event_id in event_ids}
        self.saved = [(owner, reminder) for owner, reminder in self.saved if reminder.target not in removed]


@dataclass
class FakeSentNotifications:
    """`SentNotifications` in memory."""

    sent_at: dict[tuple[AccountId, int], datetime] = field(default_factory=dict)
    delivered: dict[tuple[AccountId, int], frozenset[int]] = field(default_factory=dict)

    def add(self, account_id: AccountId, event_id: int, at: datetime) -> bool:
        is_first = (account_id, event_id) not in self.sent_at
        self.sent_at.setdefault((account_id, event_id), at)
        return is_first

    def list_delivered(self, account_id: AccountId, event_id: int) -> frozenset[int] | None:
        if (account_id, event_id) not in self.sent_at:
            return None
        return self.delivered.get((account_id, event_id), frozenset())

    def add_delivery(self, account_id: AccountId, event_id: int, subscription_id: int) -> None:
        self.delivered[account_id, event_id] = (self.list_delivered(account_id, event_id) or frozenset()) | {
            subscription_id
        }

    def list_for_account(self, account_id: AccountId) -> Sequence[tuple[int, datetime]]:
        return [(event_id, at) for (owner, event_id), at in self.sent_at.items() if owner == account_id]

    def delete_before(self, before: datetime) -> int:
        expired = [key for key, at in self.sent_at.items() if at < before]
        for key in expired:
            del self.sent_at[key]
        return len(expired)


@dataclass
class FakePreferences:
    """`Preferences` with the same values for every viewer."""

    settings: NotificationSettings = field(default_factory=NotificationSettings)
    scores_hidden: bool = False

    def get_hide_scores(self, account_id: AccountId) -> bool:
        return self.scores_hidden

    def set_hide_scores(self, account_id: AccountId, hide: bool) -> None:
        self.scores_hidden = hide

    def get_notification_settings(self, account_id: AccountId) -> NotificationSettings:
        return self.settings

    def save_notification_settings(self, account_id: AccountId, settings: NotificationSettings) -> None:
        self.settings = replace(settings)


@dataclass
class FakePushSubscriptions:
    """`PushSubscriptions` of one viewer, newest first."""

    saved: list[PushSubscription] = field(default_factory=list)

    def list_for_account(self, account_id: AccountId) -> Sequence[PushSubscription]:
        return self.saved

    def save(
        self, account_id: AccountId, session_id: SessionId, info: PushSubscriptionInfo, at: datetime
    ) -> None:
        self.saved.insert(0, PushSubscription(PushSubscriptionId(len(self.saved) + 1), info, at, session_id))

    def remove(self, account_id: AccountId, endpoint: str) -> None:
        self.saved = [subscription for subscription in self.saved if subscription.info.endpoint != endpoint]

    def delete_for_account(self, account_id: AccountId) -> None:
        self.saved = []

    def delete_for_sessions(self, account_id: AccountId, session_ids: Sequence[SessionId]) -> None:
        self.saved = [
            subscription for subscription in self.saved if subscription.session_id not in (None, *session_ids)
        ]

    def delete(self, subscription_ids: Sequence[PushSubscriptionId]) -> None:
        self.saved = [subscription for subscription in self.saved if subscription.id not in subscription_ids]
