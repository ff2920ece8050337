"""The container of context `catalog`. `touchline.container` supplies what it depends on."""

from __future__ import annotations

from dependency_injector import providers

from touchline.catalog.application.events.change_schedule import ChangeSchedule
from touchline.catalog.container.core import CoreProviders
from touchline.catalog.facade import CatalogFacade
from touchline.platform.container import Platform


class CatalogContainer(CoreProviders):
    """Container of context `catalog`. Its base class has the providers that the sections here use."""

    facade = providers.Singleton(
        CatalogFacade,
        CoreProviders.taxonomy_queries,
        CoreProviders.card_queries,
        CoreProviders.apply_pack,
        CoreProviders.export_pack,
        CoreProviders.pack_store,
        CoreProviders.site_index,
        CoreProviders.sale_queries,
        CoreProviders.footage_queries,
        CoreProviders.list_events,
        CoreProviders.followable_queries,
        CoreProviders.reported_queries,
        CoreProviders.library_queries,
        CoreProviders.consent_register,
        providers.Singleton(
            ChangeSchedule,
            CoreProviders.events,
            CoreProviders.events,
            CoreProviders.stop_stream,
            Platform.clock,
        ),
        CoreProviders.media_owners,
        CoreProviders.take_down,
        CoreProviders.today_events,
    )
