"""Cache expiry of event lists."""

from __future__ import annotations

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.sql.events.events import SqlEvents
from touchline.catalog.container import CatalogContainer
from touchline.platform.http import caching
from touchline.shared.clock import Clock
from touchline.shared.principal import Principal


@inject
def expire_at_next_status_change(
    viewer_principal: Principal,
    events: SqlEvents = Provide[CatalogContainer.events],
    clock: Clock = Provide[CatalogContainer.clock],
) -> None:
    """Limit the caching of a list to the next status change of its events.

    Call it before building a list whose rows show the status. Responses for logged-in viewers
    depend on the time anyway, because their access ends by time.
    """
    if caching.is_pending() and not viewer_principal.is_logged_in:
        caching.set_valid_until(events.get_next_status_change(clock.now()))
