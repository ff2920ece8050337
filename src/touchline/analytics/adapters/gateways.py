"""Gateways from analytics to other contexts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from touchline.analytics.domain.periods import Period
from touchline.analytics.domain.records import ContentKind
from touchline.analytics.domain.sponsors.ad_choice import AdPreroll, AdSponsor, AdTarget
from touchline.analytics.ports.catalog import EventSummary
from touchline.analytics.ports.clipped_moments import ClippedMoment
from touchline.analytics.ports.current_channel import ChannelDetails
from touchline.analytics.ports.evidence import EventTimes
from touchline.analytics.ports.sales import ProductSales
from touchline.analytics.ports.sponsors import SponsorDetails
from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelFacade
from touchline.clips.facade import ClipsFacade
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AccountId, ChannelId, EventId
from touchline.shared.principal import Principal

_NOT_TAKING_PLACE = ("canceled", "postponed")


class ChannelGateway:
    """`CurrentChannel` backed by the facade of context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def get_details(self) -> ChannelDetails:
        """Return the details of the current channel."""
        details = self._channel.get_current()
        return ChannelDetails(details.id, details.language, ZoneInfo(details.time_zone), details.currency)


class ChannelDirectory:
    """Directory of channels for commands. Call it in a transaction without a channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def list_ids_by_slug(self) -> dict[str, ChannelId]:
        """Return the id of every channel by slug."""
        return {item.slug: item.id for item in self._channel.list_channels()}


class CatalogGateway:
    """`Catalog` backed by the facade of context catalog."""

    def __init__(self, catalog: CatalogFacade) -> None:
        self._catalog = catalog.reported_items

    def list_events(self, ids: Collection[int], language: str) -> Mapping[int, EventSummary]:
        """Return events by id.

        Participants become teams, their groups become schools, and the category becomes the sport.
        """
        return {
            item.id: EventSummary(
                item.id,
                item.name,
                item.starts_at,
                item.duration,
                item.participants,
                item.groups,
                item.category,
            )
            for item in self._catalog.list_events(ids, language).values()
        }

    def list_library_item_titles(self, ids: Collection[int], language: str) -> Mapping[int, str]:
        """Return the titles of library items by id."""
        return self._catalog.list_library_titles(ids, language)


class EventScheduleGateway:
    """`EventSchedule` backed by the facade of context catalog."""

    def __init__(self, catalog: CatalogFacade, channel: ChannelFacade) -> None:
        self._catalog = catalog
        self._channel = channel

    def get_times(self, event_id: EventId) -> EventTimes | None:
        """Return the times of an event. Runs two queries."""
        return self.list_times([event_id]).get(event_id)

    def list_times(self, event_ids: Collection[EventId]) -> Mapping[EventId, EventTimes]:
        """Return the times of events. Runs two queries."""
        language = self._channel.get_current().language
        items = self._catalog.reported_items.list_events(event_ids, language)
        return {
            EventId(event_id): EventTimes(
                starts_at, items[event_id].duration, takes_place=status not in _NOT_TAKING_PLACE
            )
            for event_id, (starts_at, status) in self._catalog.list_event_schedules(event_ids).items()
            if event_id in items
        }


class OpenAccountsGateway:
    """`OpenAccounts` backed by the facade of context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def list_open(self, account_ids: Collection[AccountId]) -> Collection[AccountId]:
        """Return the accounts that are not closed. Runs one query."""
        return list(self._channel.list_viewer_profiles(account_ids))


class BillingGateway:
    """`SalesLedger` backed by the facade of context billing."""

    def __init__(self, billing: BillingFacade) -> None:
        self._billing = billing

    def list_sales(self, span: Period, language: str) -> Sequence[ProductSales]:
        """List sales by day, in the time zone of the period."""
        since, until = (datetime.fromtimestamp(at, UTC) for at in (span.since, span.until))
        records = self._billing.sales(since, until, lambda at: at.astimezone(span.zone).date(), language)
        return [
            ProductSales(item.day, item.kind, item.id, item.name, item.orders, item.gross, item.refunds)
            for item in records
        ]


class ClipsGateway:
    """`ClippedMoments` backed by the facade of context clips."""

    def __init__(self, clips: ClipsFacade) -> None:
        self._clips = clips

    def list_most_clipped(self, event_id: int, limit: int) -> Sequence[ClippedMoment]:
        """List the most clipped moments of the event's recording."""
        records = self._clips.list_moments(event_id, limit)
        return [ClippedMoment(item.position, item.seconds, item.name, item.clips) for item in records]


class PlaybackAccessGateway:
    """`PlaybackAccess` backed by the facades of contexts catalog and clips."""

    def __init__(self, catalog: CatalogFacade, clips: ClipsFacade) -> None:
        self._catalog = catalog
        self._clips = clips

    def can_watch(self, principal: Principal, kind: ContentKind, content_id: int) -> bool:
        """Return True if the catalog's access rule allows playback."""
        if kind is ContentKind.EVENT:
            return self._catalog.footage.can_play(principal, EventId(content_id))
        if kind is ContentKind.CLIP:
            return self._clips.cards.get(content_id) is not None
        try:
            return bool(self._catalog.get_library_row(principal, content_id)["has_access"])
        except NotFoundError:
            return False


class ChannelProfileKeys:
    """`ProfileKeys` backed by the facade of context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def list_channel_ids_by_key(self) -> Mapping[str, ChannelId]:
        """Return the id of each channel by analytics key. Call it in a transaction without a channel."""
        return self._channel.list_ids_by_analytics_key()


class SponsorsGateway:
    """`Sponsors` backed by the facade of context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def list_sponsors(self, language: str) -> Sequence[SponsorDetails]:
        """Return the sponsors."""
        return [
            SponsorDetails(
                item.key,
                item.name,
                item.logo,
                item.url,
                item.email,
                item.daily_cap,
                item.is_archived,
                item.prerolls,
            )
            for item in self._channel.sponsors.list_sponsors(language)
        ]

    def list_prerolls(self) -> Sequence[AdPreroll]:
        """Return the pre-rolls. One of a sponsor that the channel does not have does not play."""
        return [
            AdPreroll(
                id=preroll.id,
                key=preroll.key,
                sponsor=AdSponsor(sponsor.key, sponsor.daily_cap, sponsor.archived) if sponsor else None,
                weight=preroll.weight,
                location_id=preroll.location_id,
                category_ids=tuple(preroll.category_ids),
                for_live=preroll.for_live,
                for_vod=preroll.for_vod,
            )
            for preroll, sponsor in self._channel.sponsors.list_prerolls()
            if sponsor or not preroll.sponsor
        ]

    def get_suppress_minutes(self) -> int:
        """Return the setting of the channel."""
        return self._channel.sponsors.get_suppress_minutes()

    def get_site(self) -> tuple[str, str]:
        """Return the name and the address of the site."""
        details = self._channel.get_current()
        return details.name, details.site_url


class AdTargetsGateway:
    """`AdTargets` backed by the facade of context catalog."""

    def __init__(self, catalog: CatalogFacade) -> None:
        self._catalog = catalog

    def get(self, principal: Principal, event_id: int) -> AdTarget | None:
        """Return an event that the viewer may watch."""
        target = self._catalog.footage.get_ad_target(principal, EventId(event_id))
        if target is None:
            return None
        return AdTarget(event_id, target.location_id, target.category_id, target.is_live, target.preroll_keys)

    def list_public(self, event_ids: Collection[int], language: str) -> Collection[int]:
        """Return those of the events that the channel shows to everybody."""
        return self._catalog.list_event_pictures(event_ids, language) if event_ids else ()
