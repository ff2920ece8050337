"""Cache expiry of event lists."""

from __future__ import annotations

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.http.events.cached_tables import SCORE_TABLES
from touchline.catalog.adapters.sql.events.events import SqlEvents
from touchline.catalog.container import CatalogContainer
from touchline.catalog.ports.current_channel import CurrentChannel
from touchline.platform.http import caching
from touchline.shared.clock import Clock
from touchline.shared.principal import Principal


@inject
def expire_at_next_status_change(
    viewer_principal: Principal,
    events: SqlEvents = Provide[CatalogContainer.events],
    clock: Clock = Provide[CatalogContainer.clock],
    channel: CurrentChannel = Provide[CatalogContainer.current_channel],
) -> None:
    """Limit the caching of a list to the next status change of its events, or the next blackout.

    Call it before building a list whose rows show the status. Responses for logged-in viewers
    depend on the time anyway, because their access ends by time.
    """
    ignore_score_settings(viewer_principal)
    if not viewer_principal.is_logged_in and caching.is_pending():
        blackouts = channel.get_details().blackouts
        caching.set_valid_until(events.get_next_status_change(clock.now(), blackouts))


@inject
def expire_results_at_next_status_change(
    viewer_principal: Principal,
    events: SqlEvents = Provide[CatalogContainer.events],
    clock: Clock = Provide[CatalogContainer.clock],
) -> None:
    """Limit the caching of results, which do not depend on access, like that of a list."""
    ignore_score_settings(viewer_principal)
    if caching.is_pending():
        caching.set_valid_until(events.get_next_status_change(clock.now()))


def ignore_score_settings(viewer_principal: Principal) -> None:
    """Keep a cached response when a viewer changes their settings, unless it depends on the settings."""
    if not viewer_principal.is_logged_in or viewer_principal.hides_scores is not None:
        caching.ignore_tables(*SCORE_TABLES)
