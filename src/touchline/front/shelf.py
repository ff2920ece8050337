"""What the catalogue has on sale (ports `Shelf`, `Timetable` and `CatalogueKeys` of context `billing`)."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from touchline.billing.domain.coverage import Availability, CoveredEvent, PassType, Supply
from touchline.billing.domain.offers import Price
from touchline.billing.domain.orders import ProductStatus
from touchline.billing.domain.withdrawal import Catalogue, EventPlan
from touchline.billing.ports.shelf import EventOnSale, Team
from touchline.catalog.facade import CatalogFacade, SaleEvent, SaleTeam
from touchline.shared.ids import EventId, LibraryItemId, ParticipantId

_STATUSES = {
    "canceled": ProductStatus.CANCELED,
    "postponed": ProductStatus.POSTPONED,
    "rescheduled": ProductStatus.RESCHEDULED,
}


class ShelfOfCatalogue:
    """Asks the catalogue what may be sold."""

    def __init__(self, catalog: CatalogFacade) -> None:
        self._catalog = catalog

    def event(self, event_id: int, country: str | None) -> EventOnSale | None:
        """Return the event, whatever it costs; None where there is none of that id."""
        found = self._catalog.on_sale.event(EventId(event_id), country)
        if found is None:
            return None
        return EventOnSale(
            name=found.name,
            price=Price(found.base, found.fee),
            package_id=found.package_id,
            covered=covered_event(found.event),
        )

    def supply(
        self, country: str | None, category_ids: Collection[int] = (), participant_id: int | None = None
    ) -> Supply:
        """Return what passes may open."""
        on_sale = self._catalog.on_sale
        return Supply(
            events=[covered_event(one) for one in on_sale.schedule(country, category_ids, participant_id)],
            paid_films=on_sale.has_films(paid=True),
            library_is_empty=not on_sale.has_films(paid=False),
            blocked=on_sale.is_blocked(country),
        )

    def film_needs_pass(self, item_id: int, country: str | None) -> bool | None:
        """Return whether a film of the library is closed without a pass, and open in this region with one."""
        on_sale = self._catalog.on_sale
        needs_pass = on_sale.film_needs_pass(LibraryItemId(item_id))
        return needs_pass and not on_sale.is_blocked(country)

    def starts(self, event_ids: Collection[int]) -> Mapping[int, datetime]:
        """When each of these events starts now (port `Timetable`)."""
        return self._catalog.event_starts(event_ids)

    def catalogue(self, event_ids: Collection[int]) -> Catalogue:
        """What the channel shows now (port `CataloguePlans`)."""
        plans = self._catalog.event_plans(event_ids)
        return Catalogue(
            {
                event_id: EventPlan(starts_at, _STATUSES.get(status, ProductStatus.AVAILABLE))
                for event_id, (starts_at, status) in plans.items()
            },
            set(self._catalog.ids_by_key("participant").values()),
            set(self._catalog.ids_by_key("category").values()),
        )

    def team(self, participant_id: int) -> Team | None:
        """Return the team; None where there is none of that id."""
        found = self._catalog.on_sale.team(ParticipantId(participant_id))
        return None if found is None else _team(found)

    def teams(self) -> Sequence[Team]:
        """Return all teams by name."""
        return [_team(one) for one in self._catalog.on_sale.teams()]

    def id_of(self, kind: str, key: str) -> int | None:
        """The id of an `event` or `participant` by its key (port `CatalogueKeys`)."""
        return self._catalog.ids_by_key(kind).get(key)


def covered_event(event: SaleEvent) -> CoveredEvent:
    """Return an event of the catalogue as billing speaks of it."""
    return CoveredEvent(
        id=event.id,
        pass_type=PassType(event.pass_type),
        category_id=event.category_id,
        participant_ids=event.participant_ids,
        starts_at=event.starts_at,
        availability=Availability(event.availability),
        blocked=event.blocked,
    )


def _team(team: SaleTeam) -> Team:
    return Team(team.id, team.name, team.category_ids, team.full_name)
