"""How long a list of events is right by the clock."""

from __future__ import annotations

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.sql.events.events import SqlEvents
from touchline.catalog.container import CatalogContainer
from touchline.platform import dependency_tracking
from touchline.shared.clock import Clock
from touchline.shared.principal import Principal


@inject
def expire_at_next_status_change(
    viewer_principal: Principal,
    events: SqlEvents = Provide[CatalogContainer.events],
    clock: Clock = Provide[CatalogContainer.clock],
) -> None:
    """Of lists whose rows say whether a game is on. To be called before the list is made; for a visitor
    alone: what a viewer holds ends by the clock too."""
    cache_notes = dependency_tracking.current_dependencies()
    if cache_notes is not None and not viewer_principal.is_logged_in:
        cache_notes.valid_until = events.get_next_status_change(clock.now())
