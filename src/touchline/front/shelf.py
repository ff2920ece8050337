"""What the catalogue has on sale (ports `Shelf`, `Timetable` and `CatalogueKeys` of context `billing`)."""

from collections.abc import Collection, Mapping
from datetime import datetime

from touchline.billing.domain.offers import Price
from touchline.billing.ports.shelf import EventOnSale, Team
from touchline.catalog.facade import CatalogFacade


class ShelfOfCatalogue:
    """Asks the catalogue what may be sold."""

    def __init__(self, catalog: CatalogFacade) -> None:
        self._catalog = catalog

    def event(self, event_id: int) -> EventOnSale | None:
        """The event; None where there is none of that id, or it costs nothing."""
        found = self._catalog.event_on_sale(event_id)
        if found is None:
            return None
        return EventOnSale(
            id=found.id,
            name=found.name,
            starts_at=found.starts_at,
            price=Price(found.base, found.fee),
            package_id=found.package_id,
            category_id=found.category_id,
            participant_ids=found.participant_ids,
            pay_per_view=found.pay_per_view,
        )

    def starts(self, event_ids: Collection[int]) -> Mapping[int, datetime]:
        """When each of these events starts now (port `Timetable`)."""
        return self._catalog.event_starts(event_ids)

    def team(self, participant_id: int) -> Team | None:
        """The team; None where there is none of that id."""
        name = self._catalog.team(participant_id)
        return None if name is None else Team(participant_id, name)

    def id_of(self, kind: str, key: str) -> int | None:
        """The id of an `event` or `participant` by its key (port `CatalogueKeys`)."""
        return self._catalog.ids_by_key(kind).get(key)
