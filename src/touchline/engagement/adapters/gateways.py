"""What engagement asks other contexts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from touchline.catalog.facade import CatalogFacade, LiveEvent
from touchline.channel.facade import ChannelFacade
from touchline.engagement.domain.positions import WatchKind
from touchline.engagement.domain.reminders import LiveGame
from touchline.engagement.domain.things import About, AboutType, FavoriteType
from touchline.engagement.ports.catalogue import Occasion, Thing
from touchline.engagement.ports.channel_facts import Facts
from touchline.shared.ids import AccountId, ChannelId, SessionId


class ChannelGateway:
    """`ChannelFacts` over the facade of context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def now(self) -> Facts:
        """The present channel."""
        told = self._channel.present()
        return Facts(told.id, told.name, told.language, told.time_zone, told.site, told.contact_days)

    def language_of(self, account_id: AccountId) -> str | None:
        """The viewer's language; None once the account is closed."""
        person = self._channel.person(account_id)
        return person.language if person else None

    def open_sessions(self, account_id: AccountId) -> frozenset[SessionId]:
        """The sessions in which the viewer is logged in."""
        return self._channel.open_sessions(account_id)


class CatalogGateway:
    """`Catalogue` over the facade of context catalog."""

    def __init__(self, catalog: CatalogFacade) -> None:
        self._catalog = catalog.followable

    def things(self, kind: FavoriteType, ids: Collection[int], language: str) -> Mapping[int, Thing]:
        """Things of a kind by id."""
        found = self._catalog.things(kind.value, ids, language)
        return {
            one.id: Thing(one.id, one.name, one.full_name, one.short_name, one.alias, one.image, one.color)
            for one in found.values()
        }

    def events(self, ids: Collection[int], language: str) -> Mapping[int, Occasion]:
        """Events by id."""
        found = self._catalog.events(ids, language)
        return {one.id: Occasion(one.id, one.name, one.is_over) for one in found.values()}

    def live(self) -> Sequence[LiveGame]:
        """All events that are live now."""
        return [
            LiveGame(one.id, frozenset(_abouts(one)), one.started_at, one.ends_at)
            for one in self._catalog.live_now()
        ]

    def may_be_resumed(self, kind: WatchKind, item_id: int) -> bool | None:
        """Events once they are over; library items always."""
        if kind is WatchKind.EVENT:
            return self._catalog.film_of_event(item_id)
        return self._catalog.film_of_library(item_id)


def _abouts(event: LiveEvent) -> Iterable[About]:
    yield About(AboutType.EVENT, event.id)
    yield from (About(AboutType.PARTICIPANT, one) for one in event.participant_ids)
    yield from (About(AboutType.GROUP, one) for one in event.group_ids)
    if event.category_id is not None:
        yield About(AboutType.CATEGORY, event.category_id)


class ChannelFormDoor:
    """`FormDoor` by the robot check and the throttle of context channel; `times` an hour and address."""

    def __init__(self, channel: ChannelFacade, times: int) -> None:
        self._channel = channel
        self._times = times

    def asks(self) -> bool:
        """Whether a token is wanted."""
        return self._channel.robots_are_checked()

    def let_in(self, ip: str, robot_token: str | None) -> None:
        """A person who did not send too many."""
        self._channel.let_in("form-requests", self._times, robot_token, ip)


class ChannelNames:
    """Finds channels for commands; asked outside of any channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def ids(self) -> dict[str, ChannelId]:
        """The ids of all channels by their slugs."""
        return {one.slug: one.id for one in self._channel.all_channels()}
