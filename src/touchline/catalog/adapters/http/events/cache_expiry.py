"""How long a list of events is right by the clock."""

from __future__ import annotations

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.sql.events.events import SqlEvents
from touchline.platform.http import caching
from touchline.shared.clock import Clock
from touchline.shared.principal import Principal


@inject
def expire_at_next_status_change(
    viewer_principal: Principal,
    events: SqlEvents = Provide["catalog.events"],
    clock: Clock = Provide["clock"],
) -> None:
    """Of lists whose rows say whether a game is on. To be called before the list is made; for a visitor
    alone: what a viewer holds ends by the clock too."""
    if caching.is_pending() and not viewer_principal.is_logged_in:
        caching.set_valid_until(events.get_next_status_change(clock.now()))
