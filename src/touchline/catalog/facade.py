"""The interface of the catalog for other contexts and `front`. It returns plain values."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from touchline.catalog.application.consents import ConsentRegister
from touchline.catalog.application.events.change_schedule import ChangeSchedule
from touchline.catalog.application.events.event_cards import Card as Card
from touchline.catalog.application.events.event_cards import CardQueries
from touchline.catalog.application.events.event_cards import CardSide as CardSide
from touchline.catalog.application.events.event_cards import EventPictures as EventPictures
from touchline.catalog.application.events.event_cards import FinalResult as FinalResult
from touchline.catalog.application.events.event_queries import ListEvents
from touchline.catalog.application.events.followable_queries import EventSummary as EventSummary
from touchline.catalog.application.events.followable_queries import FollowableQueries
from touchline.catalog.application.events.followable_queries import FollowedItem as FollowedItem
from touchline.catalog.application.events.reported_queries import ReportedEvent as ReportedEvent
from touchline.catalog.application.events.reported_queries import ReportedQueries
from touchline.catalog.application.events.taxonomy_queries import TaxonomyQueries
from touchline.catalog.application.events.team_names import format_team_name as format_team_name
from touchline.catalog.application.events.today_events import TodayEvents
from touchline.catalog.application.library.library_queries import LibraryQueries
from touchline.catalog.application.live.alert_operators import StreamAlertQueries
from touchline.catalog.application.live.rehearsal_events import RehearsalEvents
from touchline.catalog.application.live.rehearsal_events import RehearsalStream as RehearsalStream
from touchline.catalog.application.media.takedowns import TakeDownRecording
from touchline.catalog.application.packs.apply_pack import ApplyPack
from touchline.catalog.application.packs.export_pack import CATALOG_SECTIONS as CATALOG_SECTIONS
from touchline.catalog.application.packs.export_pack import ExportPack
from touchline.catalog.application.playback.footage_queries import FootageQueries
from touchline.catalog.application.playback.range_captions import ListRangeCaptions
from touchline.catalog.application.sales import EventForSale as EventForSale
from touchline.catalog.application.sales import SaleEvent as SaleEvent
from touchline.catalog.application.sales import SaleQueries
from touchline.catalog.application.sales import SaleTeam as SaleTeam
from touchline.catalog.application.scoring.moment_queries import BigMoment as BigMoment
from touchline.catalog.application.scoring.moment_queries import EventMoments as EventMoments
from touchline.catalog.application.scoring.moment_queries import MomentFootage as MomentFootage
from touchline.catalog.application.scoring.moment_queries import MomentQueries
from touchline.catalog.application.scoring.score_alerts import ScoreAlertQueries
from touchline.catalog.application.serializer import JsonObject
from touchline.catalog.domain.consents.csv_file import ConsentFileError as ConsentFileError
from touchline.catalog.domain.consents.csv_file import parse_consents as parse_consents
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.filters import EventFilter, Period
from touchline.catalog.domain.media.assets import MediaOwner as MediaOwner
from touchline.catalog.domain.media.assets import OwnerKind as OwnerKind
from touchline.catalog.domain.media.footage import Footage as Footage
from touchline.catalog.domain.media.footage import FootageRendition as FootageRendition
from touchline.catalog.domain.media.footage import FootageSegment as FootageSegment
from touchline.catalog.domain.media.range_captions import CaptionRange as CaptionRange
from touchline.catalog.domain.media.recordings import RecordingAction as RecordingAction
from touchline.catalog.domain.taxonomy import Category, Group, Location
from touchline.catalog.ports.events.followable_items import LiveEvent as LiveEvent
from touchline.catalog.ports.media.assets import MediaOwners
from touchline.catalog.ports.media.delivery import PUBLIC_SESSION as PUBLIC_SESSION
from touchline.catalog.ports.media.delivery import MediaTokenClaims as MediaTokenClaims
from touchline.catalog.ports.media.delivery import TokenScope as TokenScope
from touchline.catalog.ports.media.delivery import UrlSigner as UrlSigner
from touchline.catalog.ports.media.recordings import Recording as Recording
from touchline.catalog.ports.media.storage import Storage as Storage
from touchline.catalog.ports.media.storage import StorageFullError as StorageFullError
from touchline.catalog.ports.media.storage import StoredFileNotFoundError as StoredFileNotFoundError
from touchline.catalog.ports.pack_store import PackStore
from touchline.catalog.ports.site_index import CHUNK_SIZE as CHUNK_SIZE
from touchline.catalog.ports.site_index import AliasKind as AliasKind
from touchline.catalog.ports.site_index import NamedItem as NamedItem
from touchline.catalog.ports.site_index import PageKind as PageKind
from touchline.catalog.ports.site_index import SiteIndex
from touchline.catalog.ports.site_index import SitePage as SitePage
from touchline.shared.ids import EventId, LibraryItemId
from touchline.shared.paging import Page, PageRequest
from touchline.shared.principal import Principal

ENTITY_TYPES: Mapping[str, type[Any]] = {
    "event": Event,
    "category": Category,
    "participant": Participant,
    "group": Group,
    "location": Location,
}


class CatalogFacade:
    """The queries and commands of the catalog for other contexts, in the current transaction."""

    def __init__(
        self,
        taxonomy: TaxonomyQueries,
        cards: CardQueries,
        apply_pack: ApplyPack,
        export_pack: ExportPack,
        pack_store: PackStore,
        site_index: SiteIndex,
        sales: SaleQueries,
        footage: FootageQueries,
        events: ListEvents,
        followable_items: FollowableQueries,
        reported_items: ReportedQueries,
        library: LibraryQueries,
        consent_register: ConsentRegister,
        change_schedule: ChangeSchedule,
        media_owners: MediaOwners,
        take_down: TakeDownRecording,
        today_events: TodayEvents,
        moments: MomentQueries,
        score_alerts: ScoreAlertQueries,
        stream_alerts: StreamAlertQueries,
        rehearsal_events: RehearsalEvents,
        range_captions: ListRangeCaptions,
    ) -> None:
        self._taxonomy = taxonomy
        self._cards = cards
        self._apply_pack = apply_pack
        self._export_pack = export_pack
        self._pack_store = pack_store
        self._events = events
        self._library = library
        self._change_schedule = change_schedule
        self._media_owners = media_owners
        self.today_events = today_events
        self.moments = moments
        self.score_alerts = score_alerts
        self.stream_alerts = stream_alerts
        self.rehearsal_events = rehearsal_events
        self.range_captions = range_captions
        self.site_index = site_index
        self.sales = sales
        self.footage = footage
        self.followable_items = followable_items
        self.reported_items = reported_items
        self.consent_register = consent_register
        self.take_down = take_down

    def get_startup_data(self, language: str) -> dict[str, list[JsonObject]]:
        """Return the catalog's part of the startup data: categories, locations, groups, group_properties."""
        return {
            "categories": self._taxonomy.list_categories(language),
            "locations": self._taxonomy.list_locations(language),
            "groups": self._taxonomy.list_groups(language),
            "group_properties": self._taxonomy.list_group_properties(language),
        }

    def list_groups(self, language: str) -> list[JsonObject]:
        """Return the groups of participants, such as schools, by name."""
        return self._taxonomy.list_groups(language)

    def get_event_card(self, event_id: int, language: str, *, with_result: bool) -> Card | None:
        """Return the data of an event for the head of its page; None if this channel shows everybody no event
        with that id. `with_result` is whether a game that is over has its result.
        """
        return self._cards.get_event_card(EventId(event_id), language, with_result=with_result)

    def get_clip_event_card(self, event_id: int, language: str) -> Card | None:
        """Return the data of the event of a clip, without its result; None if the clip has ended with the
        recording, or if this channel shows everybody no event with that id.
        """
        return self._cards.get_clip_event_card(EventId(event_id), language)

    def list_event_pictures(self, event_ids: Collection[int], language: str) -> Mapping[int, EventPictures]:
        """Return the pictures of the events that this channel shows to everybody, by id."""
        ids = {EventId(event_id) for event_id in event_ids}
        return {
            int(number): found for number, found in self._cards.list_event_pictures(ids, language).items()
        }

    def get_operator_event_card(self, event_id: int, language: str) -> Card | None:
        """Return the data of an event for an operator, also of a private one; None if there is none."""
        return self._cards.get_operator_card(EventId(event_id), language)

    def is_private_event(self, event_id: int) -> bool:
        """Return whether an event opens only for members of its teams. False if there is none."""
        return self._cards.is_private(EventId(event_id))

    def get_library_card(self, item_id: int, language: str) -> Card | None:
        """Return the data of a library item for the head of its page; None if this channel shows none with
        that id.
        """
        return self._cards.get_library_card(LibraryItemId(item_id), language)

    def has_events(self) -> bool:
        """Return whether the channel shows events. Without categories and groups, it has only a library."""
        return bool(self.list_ids_by_key("category") or self.list_ids_by_key("group"))

    def list_event_rows(self, principal: Principal, event_ids: Collection[int]) -> Mapping[int, JsonObject]:
        """Return rows of `GET /events` as this viewer sees them, by id.

        Events that this channel does not show are left out. The number of queries is fixed.
        """
        if not event_ids:
            return {}
        event_filter = EventFilter(ids=frozenset(event_ids))
        page = self._events(principal, event_filter, PageRequest(limit=len(event_filter.ids)))
        return {int(str(row["id"])): row for row in page.items}

    def list_rows_between(
        self, principal: Principal, since: datetime, until: datetime, limit: int
    ) -> list[JsonObject]:
        """Return rows of `GET /events` that start in a period, as this viewer sees them. The number of
        queries is fixed.
        """
        event_filter = EventFilter(period=Period(since, until))
        return list(self._events(principal, event_filter, PageRequest(limit=limit)).items)

    def get_library_row(self, principal: Principal, item_id: int) -> JsonObject:
        """Return `GET /vod-media-items/{id}` as this viewer sees it.

        Raises `NotFoundError` if this channel shows no library item with that id.
        """
        return self._library.get_item(principal, LibraryItemId(item_id))

    def list_library_rails(self, principal: Principal) -> list[JsonObject]:
        """Return the library's rails by weight, each with its first items as this viewer sees them."""
        return self._library.list_rails(principal)

    def list_library_category_names(self, principal: Principal) -> list[str]:
        """Return the names of the library's categories by weight."""
        return [str(category["name"]) for category in self._library.list_categories(principal)]

    def list_event_starts(self, event_ids: Collection[int]) -> Mapping[int, datetime]:
        """Return the start of each event, free or paid.

        Events that this channel does not show are left out. One query.
        """
        return self.sales.get_start_times(event_ids)

    def list_event_schedules(self, event_ids: Collection[int]) -> Mapping[int, tuple[datetime, str]]:
        """Return the start and the schedule status of each event.

        Events that this channel does not show are left out. One query.
        """
        return self._change_schedule.list_schedules(event_ids)

    def set_schedule(
        self, event_id: int, status: str, new_start: datetime | None = None, *, is_time_known: bool = True
    ) -> bool:
        """Cancel, postpone or restore (`scheduled`) an event. Return False if it already has that schedule.

        An event is postponed to `new_start`, or until further notice. `is_time_known`: whether the time of
        the new start is known. Raises `NotFoundError`, and `RefusedError` if the event is over.
        """
        return self._change_schedule(EventId(event_id), status, new_start, is_time_known=is_time_known)

    def find_media_owner(self, text: str, kind: OwnerKind | None = None) -> MediaOwner | None:
        """Return the event of a key or id, or else the library item; None if there is neither. With `kind`,
        return only an owner of that kind.
        """
        kinds: tuple[OwnerKind, ...] = (kind,) if kind else ("event", "library_item")
        return next(filter(None, (self._media_owners.find(kind, text) for kind in kinds)), None)

    def apply_pack(
        self,
        part: Mapping[str, Any],
        event_keys: Collection[str] | None = None,
        unchanged: Collection[str] = (),
    ) -> None:
        """Replace the catalog with the given part of a pack (`application.packs.apply_pack` documents its
        format). With `event_keys`, events with other keys stay. `unchanged` sections are not written.
        """
        self._apply_pack(part, event_keys, unchanged)

    def export_event(self, event_id: int) -> dict[str, Any] | None:
        """Return the entry of an event in a pack; None if there is none."""
        return self._export_pack.export_event(EventId(event_id))

    def export_pack(
        self, event_keys: Collection[str] | None = None, sections: Collection[str] = CATALOG_SECTIONS
    ) -> dict[str, Any]:
        """Return sections of the part of a pack that would recreate the current catalog, with all events or
        only these.
        """
        return self._export_pack(event_keys, sections)

    def list_ids_by_key(self, kind: str, keys: Collection[str] | None = None) -> Mapping[str, int]:
        """Return the ids of the items of a kind, or of those with these keys, by pack key.

        The kind is an event, category, participant, group or location. Withdrawn items are left out.
        """
        return self._pack_store.list_ids_by_key(ENTITY_TYPES[kind], keys)

    def list_event_keys(self, page: PageRequest) -> Page[str]:
        """Return the pack keys of a page of events, oldest entry first."""
        return self._pack_store.list_event_keys(page)

    def find_events_of(self, kind: str, keys: Collection[str]) -> frozenset[str]:
        """Return the pack keys of the events with one of these participants, categories or locations."""
        return self._pack_store.find_events_of(ENTITY_TYPES[kind], keys)

    def merge(self, kind: str, removed: str, kept: str) -> None:
        """Let the old address of a category, participant, group or location lead to another one.

        The document no longer has the removed one afterwards. If it has it again, its address is its own.
        """
        self._pack_store.merge(ENTITY_TYPES[kind], removed, kept)
