"""The section of rehearsals in the container of `front`."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from dependency_injector import providers

from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelFacade
from touchline.front.adapters.sql.rehearsals import SqlRehearsals
from touchline.front.rehearsal.rehearsal_admin import RehearsalAdmin
from touchline.front.rehearsal.remove_rehearsal import RemoveAbandonedRehearsals, RemoveRehearsal
from touchline.front.rehearsal.start_program import StartProgram
from touchline.platform.container import Platform
from touchline.shared.clock import Clock
from touchline.shared.unit_of_work import UnitOfWorkFactory

if TYPE_CHECKING:
    from touchline.front.rehearsal.rehearsals import Rehearsals
    from touchline.front.rehearsal.run_rehearsal import RunRehearsal


def _create_run_rehearsal(
    uow: UnitOfWorkFactory, rehearsals: Rehearsals, remove: RemoveRehearsal, clock: Clock, *facades: Any
) -> RunRehearsal:
    """Create `RunRehearsal`. Imported on first use because it needs the video libraries."""
    from touchline.front.rehearsal.rehearsal_site import RehearsalSite
    from touchline.front.rehearsal.run_rehearsal import RunRehearsal
    from touchline.front.rehearsal.site_client import SiteClient
    from touchline.front.rehearsal.video.synthetic_encoder import SyntheticEncoder

    site = RehearsalSite(uow, *facades)
    return RunRehearsal(uow, rehearsals, site, remove, SiteClient, SyntheticEncoder, clock, time.sleep)


class RehearsalProviders(Platform):
    """Facades of the contexts below, and the providers of rehearsals."""

    channel: providers.Dependency[ChannelFacade] = providers.Dependency()
    billing: providers.Dependency[BillingFacade] = providers.Dependency()
    catalog: providers.Dependency[CatalogFacade] = providers.Dependency()

    rehearsals = providers.Singleton(SqlRehearsals, Platform.session)
    remove_rehearsal = providers.Singleton(
        RemoveRehearsal, Platform.uow, channel, billing, catalog, providers.Object(time.sleep)
    )
    remove_abandoned_rehearsals = providers.Singleton(
        RemoveAbandonedRehearsals, Platform.uow, rehearsals, remove_rehearsal, Platform.clock
    )
    start_rehearsal_program = providers.Singleton(StartProgram, Platform.settings.provided.queue)
    rehearsal_admin = providers.Singleton(
        RehearsalAdmin,
        Platform.uow,
        rehearsals,
        remove_abandoned_rehearsals,
        Platform.jobs,
        Platform.record_audit,
        Platform.clock,
    )
    run_rehearsal = providers.Singleton(
        _create_run_rehearsal,
        *(Platform.uow, rehearsals, remove_rehearsal, Platform.clock),
        *(channel, billing, catalog),
    )
