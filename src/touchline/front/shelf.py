"""What the catalogue has on sale (port `Shelf` of context `billing`)."""

from touchline.billing.ports.shelf import EventOnSale, Team
from touchline.catalog.facade import CatalogFacade


class ShelfOfCatalogue:
    """Asks the catalogue what may be sold."""

    def __init__(self, catalog: CatalogFacade) -> None:
        self._catalog = catalog

    def event(self, event_id: int) -> EventOnSale | None:
        """The event; None where there is none of that id, or it costs nothing."""
        return None

    def team(self, participant_id: int) -> Team | None:
        """The team; None where there is none of that id."""
        return None
