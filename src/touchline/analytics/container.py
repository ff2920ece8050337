"""Providers of context `analytics`. What it lacks is a Dependency, given in `touchline.container`."""

from dependency_injector import containers, providers

from touchline.analytics.adapters.sql.store import SqlAnalyticsStore
from touchline.analytics.application.client_errors import TakeClientErrors
from touchline.analytics.intake_container import Intake
from touchline.analytics.ports.store import AnalyticsStore
from touchline.analytics.reports_container import Reports


def _chosen(swapped: AnalyticsStore | None, own: AnalyticsStore) -> AnalyticsStore:
    """The adapter that a setting names, or the context's own tables."""
    return own if swapped is None else swapped


class Analytics(containers.DeclarativeContainer):
    """Everything `analytics` makes. Ids for `Provide["analytics.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    database = providers.Dependency()
    session = providers.Dependency()
    jobs = providers.Dependency()
    channel = providers.Dependency()
    billing = providers.Dependency()
    catalog = providers.Dependency()
    clips = providers.Dependency()
    geo = providers.Dependency()
    secret = providers.Dependency()
    error_reports = providers.Dependency()
    swapped_store = providers.Dependency()

    own_store = providers.Singleton(SqlAnalyticsStore, session, database.provided.check)
    store = providers.Singleton(_chosen, swapped_store, own_store)

    client_errors = providers.Singleton(TakeClientErrors, error_reports, clock)

    intake = providers.Container(
        Intake,
        settings=settings,
        clock=clock,
        database=database,
        session=session,
        channel=channel,
        geo=geo,
        store=store,
        secret=secret,
        catalog=catalog,
        clips=clips,
    )
    reports = providers.Container(
        Reports,
        settings=settings,
        clock=clock,
        database=database,
        channel=channel,
        billing=billing,
        catalog=catalog,
        clips=clips,
        store=store,
    )
