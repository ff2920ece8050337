"""What analytics asks other contexts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from touchline.analytics.domain.facts import ThingKind
from touchline.analytics.domain.spans import Span
from touchline.analytics.ports.catalogue import Game
from touchline.analytics.ports.channel_facts import Facts
from touchline.analytics.ports.moments import Moment
from touchline.analytics.ports.sales import Sold
from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelFacade
from touchline.clips.facade import ClipsFacade
from touchline.shared.errors import NotFound
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.principal import Principal


class ChannelGateway:
    """`ChannelFacts` over the facade of context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def now(self) -> Facts:
        """The present channel."""
        told = self._channel.present()
        return Facts(told.id, told.language, ZoneInfo(told.time_zone), told.currency)


class ChannelNames:
    """Finds channels for commands; asked outside of any channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def ids(self) -> dict[str, ChannelId]:
        """The ids of all channels by their slugs."""
        return {one.slug: one.id for one in self._channel.all_channels()}


class CatalogGateway:
    """`Catalogue` over the facade of context catalog."""

    def __init__(self, catalog: CatalogFacade) -> None:
        self._catalog = catalog.reported

    def games(self, ids: Collection[int], language: str) -> Mapping[int, Game]:
        """Teams are its participants, schools their groups, its sport is its category."""
        return {
            one.id: Game(
                one.id,
                one.name,
                one.starts_at,
                one.duration,
                one.participants,
                one.groups,
                one.category,
            )
            for one in self._catalog.events(ids, language).values()
        }

    def films(self, ids: Collection[int], language: str) -> Mapping[int, str]:
        """Titles of library items."""
        return self._catalog.library(ids, language)


class BillingGateway:
    """`Sales` over the facade of context billing."""

    def __init__(self, billing: BillingFacade) -> None:
        self._billing = billing

    def of(self, span: Span, language: str) -> Sequence[Sold]:
        """By the days of the span's zone."""
        since, until = (datetime.fromtimestamp(at, UTC) for at in (span.since, span.until))
        found = self._billing.sales(since, until, lambda at: at.astimezone(span.zone).date(), language)
        return [
            Sold(one.day, one.kind, one.id, one.name, one.orders, one.gross, one.refunds) for one in found
        ]


class ClipsGateway:
    """`Moments` over the facade of context clips."""

    def __init__(self, clips: ClipsFacade) -> None:
        self._clips = clips

    def of(self, event_id: int, most: int) -> Sequence[Moment]:
        """The parts of its film that were clipped most."""
        found = self._clips.moments(event_id, most)
        return [Moment(one.position, one.seconds, one.name, one.clips) for one in found]


class PlayableThings:
    """`Playable` over the facades of the catalog and of clips."""

    def __init__(self, catalog: CatalogFacade, clips: ClipsFacade) -> None:
        self._catalog = catalog
        self._clips = clips

    def may_watch(self, principal: Principal, kind: ThingKind, thing_id: int) -> bool:
        """By the catalog's rule of access."""
        if kind is ThingKind.EVENT:
            return self._catalog.footage.may_watch(principal, EventId(thing_id))
        if kind is ThingKind.CLIP:
            return self._clips.cards.of(thing_id) is not None
        try:
            return bool(self._catalog.library_row(principal, thing_id)["has_access"])
        except NotFound:
            return False


class ProfileKeys:
    """`Profiles` over the facade of context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def channels(self) -> Mapping[str, ChannelId]:
        """Asked in a transaction that is bound to no channel."""
        return self._channel.channel_ids_by_analytics_key()
