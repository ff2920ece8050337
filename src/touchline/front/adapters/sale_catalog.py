"""The catalog's items on sale.

Implements the ports `SaleCatalog`, `CatalogSchedule`, `Timetable` and `CatalogKeys` of context `billing`.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from touchline.billing.domain.checkout.orders import ProductStatus
from touchline.billing.domain.coverage import Availability, CoveredEvent, PassType
from touchline.billing.domain.offers.offers import Price
from touchline.billing.domain.offers.sale_refusals import ContentSupply
from touchline.billing.domain.products.product_states import CatalogSnapshot, EventSchedule
from touchline.billing.ports.sale_catalog import EventOnSale, Team
from touchline.catalog.facade import CatalogFacade, SaleEvent, SaleTeam
from touchline.shared.ids import EventId, LibraryItemId, ParticipantId
from touchline.shared.principal import Principal

_PRODUCT_STATUSES = {
    "canceled": ProductStatus.CANCELED,
    "postponed": ProductStatus.POSTPONED,
    "rescheduled": ProductStatus.RESCHEDULED,
}


class SaleCatalogGateway:
    """Gateway to context `catalog` for everything that can be sold."""

    def __init__(self, catalog: CatalogFacade) -> None:
        self._catalog = catalog

    def get_event(self, event_id: int, viewer: Principal | None) -> EventOnSale | None:
        """Return the event, whatever its price; None if it does not exist, or if the viewer may not see
        it.
        """
        sale = self._catalog.sales.get_event(EventId(event_id), viewer)
        if sale is None:
            return None
        return EventOnSale(
            name=sale.name,
            price=Price(sale.base_price, sale.service_fee),
            package_id=sale.package_id,
            coverage=to_covered_event(sale.event),
        )

    def get_supply(
        self, country: str | None, category_ids: Collection[int] = (), participant_id: int | None = None
    ) -> ContentSupply:
        """Return the content that passes can unlock."""
        sales = self._catalog.sales
        return ContentSupply(
            events=[
                to_covered_event(event) for event in sales.list_events(country, category_ids, participant_id)
            ],
            has_paid_library_items=sales.has_library_items(paid=True),
            is_library_empty=not sales.has_library_items(paid=False),
            is_blocked=sales.is_blocked(country),
        )

    def library_item_needs_pass(self, item_id: int, country: str | None) -> bool | None:
        """Return whether a library item requires a pass and is available in this region with one.

        None if the item does not exist.
        """
        sales = self._catalog.sales
        needs_pass = sales.library_item_needs_pass(LibraryItemId(item_id))
        return needs_pass and not sales.is_blocked(country)

    def get_start_times(self, event_ids: Collection[int]) -> Mapping[int, datetime]:
        """Return the current start time of each event (port `Timetable`)."""
        return self._catalog.list_event_starts(event_ids)

    def get_snapshot(self, event_ids: Collection[int]) -> CatalogSnapshot:
        """Return the current state of the channel's catalog (port `CatalogSchedule`)."""
        schedules = self._catalog.list_event_schedules(event_ids)
        return CatalogSnapshot(
            {
                event_id: EventSchedule(starts_at, _PRODUCT_STATUSES.get(status, ProductStatus.AVAILABLE))
                for event_id, (starts_at, status) in schedules.items()
            },
            set(self._catalog.list_ids_by_key("participant").values()),
            set(self._catalog.list_ids_by_key("category").values()),
        )

    def get_team(self, participant_id: int) -> Team | None:
        """Return the team; None if it does not exist."""
        team = self._catalog.sales.get_team(ParticipantId(participant_id))
        return None if team is None else _to_team(team)

    def list_teams(self) -> Sequence[Team]:
        """Return all teams, sorted by name."""
        return [_to_team(team) for team in self._catalog.sales.list_teams()]

    def get_id(self, kind: str, key: str) -> int | None:
        """Return the ID of an `event` or `participant` by its key (port `CatalogKeys`)."""
        return self._catalog.list_ids_by_key(kind, [key]).get(key)


def to_covered_event(event: SaleEvent) -> CoveredEvent:
    """Return a catalog event as billing's `CoveredEvent`."""
    return CoveredEvent(
        id=event.id,
        pass_type=PassType(event.pass_type),
        category_id=event.category_id,
        participant_ids=event.participant_ids,
        starts_at=event.starts_at,
        availability=Availability(event.availability),
        is_blocked=event.is_blocked,
        has_live=event.has_live,
        has_replay=event.has_replay,
        has_video=event.has_video,
    )


def _to_team(team: SaleTeam) -> Team:
    return Team(team.id, team.name, team.category_ids, team.full_name)
