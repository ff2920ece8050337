"""Stand-ins for what engagement keeps of viewers and knows of the catalogue, in memory."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from touchline.engagement.domain.favorites import Favorite
from touchline.engagement.domain.ids import FavoriteId, PushSubscriptionId, ReminderId
from touchline.engagement.domain.news import NewsSettings
from touchline.engagement.domain.positions import Position, WatchKind
from touchline.engagement.domain.reminders import LiveGame, Reminder
from touchline.engagement.domain.things import About, AboutType, FavoriteType
from touchline.engagement.ports.browsers import Browser
from touchline.engagement.ports.catalogue import Occasion, Thing
from touchline.engagement.ports.push import PushAddress
from touchline.engagement.ports.reminders import Waiting
from touchline.shared.ids import AccountId, SessionId


@dataclass
class FakeCatalogue:
    """`Catalogue` with what a test puts into it; notes what it was asked."""

    known: dict[FavoriteType, dict[int, str]] = field(default_factory=dict)
    occasions: dict[int, Occasion] = field(default_factory=dict)
    games: list[LiveGame] = field(default_factory=list)
    resumable: dict[tuple[WatchKind, int], bool] = field(default_factory=dict)
    asked: list[FavoriteType] = field(default_factory=list)

    def things(self, kind: FavoriteType, ids: Collection[int], language: str) -> Mapping[int, Thing]:
        self.asked.append(kind)
        known = self.known.get(kind, {})
        return {
            one: Thing(one, known[one], known[one], known[one], known[one], None, None)
            for one in ids
            if one in known
        }

    def events(self, ids: Collection[int], language: str) -> Mapping[int, Occasion]:
        return {one: self.occasions[one] for one in ids if one in self.occasions}

    def live(self) -> Sequence[LiveGame]:
        return self.games

    def may_be_resumed(self, kind: WatchKind, item_id: int) -> bool | None:
        return self.resumable.get((kind, item_id))


@dataclass
class FakeFavorites:
    """`Favorites` of one viewer or more."""

    kept: list[tuple[AccountId, Favorite]] = field(default_factory=list)

    def of(self, account_id: AccountId) -> Sequence[Favorite]:
        return [one for owner, one in reversed(self.kept) if owner == account_id]

    def add(
        self, account_id: AccountId, kind: FavoriteType, thing_id: int, at: datetime
    ) -> tuple[Favorite, bool]:
        for one in self.of(account_id):
            if (one.type, one.thing_id) == (kind, thing_id):
                return one, False
        made = Favorite(FavoriteId(len(self.kept) + 1), kind, thing_id, at)
        self.kept.append((account_id, made))
        return made, True

    def remove(self, account_id: AccountId, favorite_id: FavoriteId) -> bool:
        left = [(owner, one) for owner, one in self.kept if (owner, one.id) != (account_id, favorite_id)]
        found, self.kept = len(left) < len(self.kept), left
        return found


@dataclass
class FakePositions:
    """`Positions` of one viewer."""

    kept: dict[tuple[WatchKind, int], Position] = field(default_factory=dict)

    def of(
        self, account_id: AccountId, kind: WatchKind | None = None, item_id: int | None = None
    ) -> Sequence[Position]:
        return list(self.kept.values())

    def put(self, account_id: AccountId, position: Position) -> None:
        self.kept[position.kind, position.item_id] = position

    def remove(self, account_id: AccountId, kind: WatchKind, item_id: int) -> None:
        self.kept.pop((kind, item_id), None)


@dataclass
class FakeReminders:
    """`Reminders`; who waits is what a test says."""

    kept: list[tuple[AccountId, Reminder]] = field(default_factory=list)
    waits: list[Waiting] = field(default_factory=list)

    def of(self, account_id: AccountId) -> Sequence[Reminder]:
        return [one for owner, one in reversed(self.kept) if owner == account_id]

    def add(self, account_id: AccountId, about: About, at: datetime) -> tuple[Reminder, bool]:
        for one in self.of(account_id):
            if one.about == about:
                return one, False
        made = Reminder(ReminderId(len(self.kept) + 1), about, at)
        self.kept.append((account_id, made))
        return made, True

    def remove(self, account_id: AccountId, reminder_id: ReminderId) -> bool:
        left = [(owner, one) for owner, one in self.kept if (owner, one.id) != (account_id, reminder_id)]
        found, self.kept = len(left) < len(self.kept), left
        return found

    def remove_about(self, account_id: AccountId, about: About) -> None:
        self.kept = [(owner, one) for owner, one in self.kept if (owner, one.about) != (account_id, about)]

    def nearest(self, account_id: AccountId, abouts: Collection[About]) -> About | None:
        mine = [one.about for one in self.of(account_id) if one.about in abouts]
        return min(mine, key=lambda about: list(AboutType).index(about.type), default=None)

    def waiting(self, game: LiveGame, after: AccountId, limit: int) -> Sequence[Waiting]:
        return [one for one in self.waits if one.account_id > after][:limit]

    def events(self, after: int, limit: int) -> Sequence[int]:
        abouts = {one.about for _, one in self.kept}
        found = sorted(one.id for one in abouts if one.type is AboutType.EVENT and one.id > after)
        return found[:limit]

    def remove_of_events(self, event_ids: Collection[int]) -> None:
        gone = {About(AboutType.EVENT, one) for one in event_ids}
        self.kept = [(owner, one) for owner, one in self.kept if one.about not in gone]


@dataclass
class FakeTold:
    """`Told`."""

    at: dict[tuple[AccountId, int], datetime] = field(default_factory=dict)
    pushed: dict[tuple[AccountId, int], frozenset[int]] = field(default_factory=dict)

    def first(self, account_id: AccountId, event_id: int, at: datetime) -> bool:
        is_first = (account_id, event_id) not in self.at
        self.at.setdefault((account_id, event_id), at)
        return is_first

    def reached(self, account_id: AccountId, event_id: int) -> frozenset[int] | None:
        if (account_id, event_id) not in self.at:
            return None
        return self.pushed.get((account_id, event_id), frozenset())

    def reach(self, account_id: AccountId, event_id: int, subscription_id: int) -> None:
        self.pushed[account_id, event_id] = (self.reached(account_id, event_id) or frozenset()) | {
            subscription_id
        }

    def all_of(self, account_id: AccountId) -> Sequence[tuple[int, datetime]]:
        return [(event_id, at) for (owner, event_id), at in self.at.items() if owner == account_id]

    def forget(self, before: datetime) -> int:
        old = [key for key, at in self.at.items() if at < before]
        for key in old:
            del self.at[key]
        return len(old)


@dataclass
class FakePreferences:
    """`Preferences`, the same for every viewer."""

    settings: NewsSettings = field(default_factory=NewsSettings)
    hidden: bool = False

    def hides_scores(self, account_id: AccountId) -> bool:
        return self.hidden

    def hide_scores(self, account_id: AccountId, hide: bool) -> None:
        self.hidden = hide

    def news(self, account_id: AccountId) -> NewsSettings:
        return self.settings

    def keep_news(self, account_id: AccountId, settings: NewsSettings) -> None:
        self.settings = replace(settings)


@dataclass
class FakeBrowsers:
    """`Browsers` of one viewer, the newest first."""

    kept: list[Browser] = field(default_factory=list)

    def of(self, account_id: AccountId) -> Sequence[Browser]:
        return self.kept

    def put(self, account_id: AccountId, session_id: SessionId, address: PushAddress, at: datetime) -> None:
        self.kept.insert(0, Browser(PushSubscriptionId(len(self.kept) + 1), address, at, session_id))

    def remove(self, account_id: AccountId, endpoint: str) -> None:
        self.kept = [one for one in self.kept if one.address.endpoint != endpoint]

    def forget_viewer(self, account_id: AccountId) -> None:
        self.kept = []

    def forget_sessions(self, account_id: AccountId, session_ids: Sequence[SessionId]) -> None:
        self.kept = [one for one in self.kept if one.session_id not in (None, *session_ids)]

    def forget(self, subscription_ids: Sequence[PushSubscriptionId]) -> None:
        self.kept = [one for one in self.kept if one.id not in subscription_ids]
