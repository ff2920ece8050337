"""What other contexts and `front` may ask of the catalogue. Plain values back."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from touchline.catalog.application.answers import Answer
from touchline.catalog.application.apply_pack import ApplyPack
from touchline.catalog.application.change_schedule import ChangeSchedule
from touchline.catalog.application.consents import ConsentRegister
from touchline.catalog.application.event_queries import ListEvents
from touchline.catalog.application.export_pack import ExportPack
from touchline.catalog.application.library_queries import LibraryQueries
from touchline.catalog.application.place_queries import PlaceQueries
from touchline.catalog.application.show_cards import Card as Card
from touchline.catalog.application.show_cards import CardSide as CardSide
from touchline.catalog.application.show_cards import ShowCards
from touchline.catalog.application.show_followable import EventNews as EventNews
from touchline.catalog.application.show_followable import FollowedThing as FollowedThing
from touchline.catalog.application.show_followable import ShowFollowable
from touchline.catalog.application.show_footage import ShowFootage
from touchline.catalog.application.show_on_sale import OnSale as OnSale
from touchline.catalog.application.show_on_sale import SaleEvent as SaleEvent
from touchline.catalog.application.show_on_sale import SaleTeam as SaleTeam
from touchline.catalog.application.show_on_sale import ShowOnSale
from touchline.catalog.application.show_reported import ReportedEvent as ReportedEvent
from touchline.catalog.application.show_reported import ShowReported
from touchline.catalog.application.team_names import full_team_name as full_team_name
from touchline.catalog.domain.consent_file import ConsentFileRefused as ConsentFileRefused
from touchline.catalog.domain.consent_file import read_consents as read_consents
from touchline.catalog.domain.event import Event
from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.domain.footage import Footage as Footage
from touchline.catalog.domain.footage import FootageRendition as FootageRendition
from touchline.catalog.domain.footage import Piece as Piece
from touchline.catalog.domain.media import Owner as Owner
from touchline.catalog.domain.participant import Participant
from touchline.catalog.domain.places import Category, Group, Location
from touchline.catalog.ports.delivery import ANYBODY as ANYBODY
from touchline.catalog.ports.delivery import Scope as Scope
from touchline.catalog.ports.delivery import Signs as Signs
from touchline.catalog.ports.delivery import Ticket as Ticket
from touchline.catalog.ports.followable import LiveEvent as LiveEvent
from touchline.catalog.ports.pack_store import PackStore
from touchline.catalog.ports.recordings import AffectedClip as AffectedClip
from touchline.catalog.ports.recordings import AffectedOrder as AffectedOrder
from touchline.catalog.ports.recordings import TakedownEffect as TakedownEffect
from touchline.catalog.ports.site_index import PART_SIZE as PART_SIZE
from touchline.catalog.ports.site_index import Called as Called
from touchline.catalog.ports.site_index import Listed as Listed
from touchline.catalog.ports.site_index import ListedPage as ListedPage
from touchline.catalog.ports.site_index import Named as Named
from touchline.catalog.ports.site_index import SiteIndex
from touchline.catalog.ports.storage import NoSuchFile as NoSuchFile
from touchline.catalog.ports.storage import Storage as Storage
from touchline.catalog.ports.storage import StorageFull as StorageFull
from touchline.shared.ids import EventId, LibraryItemId
from touchline.shared.paging import PageRequest
from touchline.shared.principal import Principal

KINDS: Mapping[str, type[Any]] = {
    "event": Event,
    "category": Category,
    "participant": Participant,
    "group": Group,
    "location": Location,
}


class CatalogFacade:
    """The few questions that others may ask, in the present transaction."""

    def __init__(
        self,
        places: PlaceQueries,
        cards: ShowCards,
        apply: ApplyPack,
        export: ExportPack,
        pack_store: PackStore,
        index: SiteIndex,
        on_sale: ShowOnSale,
        footage: ShowFootage,
        events: ListEvents,
        followable: ShowFollowable,
        reported: ShowReported,
        library: LibraryQueries,
        consents: ConsentRegister,
        schedules: ChangeSchedule,
    ) -> None:
        self._places = places
        self._cards = cards
        self._apply = apply
        self._export = export
        self._pack_store = pack_store
        self._events = events
        self._library = library
        self._schedules = schedules
        self.index = index
        self.on_sale = on_sale
        self.footage = footage
        self.followable = followable
        self.reported = reported
        self.consents = consents

    def start(self, language: str) -> dict[str, list[Answer]]:
        """The catalogue's keys of the start-up bundle: categories, locations, groups, group_properties."""
        return {
            "categories": self._places.categories(language),
            "locations": self._places.locations(language),
            "groups": self._places.groups(language),
            "group_properties": self._places.group_properties(language),
        }

    def event_card(self, event_id: int, language: str) -> Card | None:
        """What a page's head needs of an event; None when this channel shows none of that id."""
        return self._cards.event(EventId(event_id), language)

    def library_card(self, item_id: int, language: str) -> Card | None:
        """What a page's head needs of a library item; None when this channel shows none of that id."""
        return self._cards.library_item(LibraryItemId(item_id), language)

    def event_rows(self, principal: Principal, event_ids: Collection[int]) -> Mapping[int, Answer]:
        """Rows of `GET /events` as this viewer has them, by id; those that this channel does not show are
        left out. The same few queries however many are asked for."""
        if not event_ids:
            return {}
        wanted = EventFilter(ids=frozenset(event_ids))
        page = self._events(principal, wanted, PageRequest(limit=len(wanted.ids)))
        return {int(str(row["id"])): row for row in page.items}

    def library_row(self, principal: Principal, item_id: int) -> Answer:
        """`GET /vod-media-items/{id}` as this viewer has it; `NotFound` when this channel shows none of that
        id."""
        return self._library.item(principal, LibraryItemId(item_id))

    def library_rails(self, principal: Principal) -> list[Answer]:
        """The library's rails by weight, each with its first items as this viewer has them."""
        return self._library.rails(principal)

    def library_kinds(self, principal: Principal) -> list[str]:
        """The names of the library's categories by weight."""
        return [str(category["name"]) for category in self._library.categories(principal)]

    def event_starts(self, event_ids: Collection[int]) -> Mapping[int, datetime]:
        """When each of these events starts, whatever it costs; those that this channel does not show are left
        out. One query."""
        return self.on_sale.starts(event_ids)

    def event_plans(self, event_ids: Collection[int]) -> Mapping[int, tuple[datetime, str]]:
        """The start and the schedule status of each of these events; those that this channel does not show
        are left out. One query."""
        return self._schedules.plans(event_ids)

    def set_schedule(self, event_id: int, status: str, to: datetime | None = None) -> bool:
        """Cancel an event, postpone it (`to` another time, or until further notice), or bring it back
        (`scheduled`); False: it is so already. `NotFound`; `Refused` for an event that is over."""
        return self._schedules(EventId(event_id), status, to)

    def apply_pack(self, part: Mapping[str, Any]) -> None:
        """Make the catalogue that of a pack's part (`application.apply_pack` says its form)."""
        self._apply(part)

    def export_pack(self) -> dict[str, Any]:
        """The part of a pack that would make the present catalogue again."""
        return self._export()

    def ids_by_key(self, kind: str) -> Mapping[str, int]:
        """Ids by pack key of an event, category, participant, group or location that is not withdrawn."""
        return self._pack_store.ids_by_key(KINDS[kind])
