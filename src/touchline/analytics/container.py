"""Providers of context `analytics`. `touchline.container` supplies the external dependencies."""

from dependency_injector import containers, providers

from touchline.analytics.adapters.sql.store import SqlAnalyticsStore
from touchline.analytics.application.client_errors import RecordClientErrors
from touchline.analytics.intake_container import IngestContainer
from touchline.analytics.ports.store import AnalyticsStore
from touchline.analytics.reports_container import ReportsContainer


def _choose_store(configured: AnalyticsStore | None, sql_store: AnalyticsStore) -> AnalyticsStore:
    """Return the adapter that the setting selects, or the context's own tables."""
    return sql_store if configured is None else configured


class AnalyticsContainer(containers.DeclarativeContainer):
    """Container of context `analytics`. IDs for `Provide["analytics.…"]`."""

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
    configured_store = providers.Dependency()

    sql_store = providers.Singleton(SqlAnalyticsStore, session, database.provided.check)
    store = providers.Singleton(_choose_store, configured_store, sql_store)

    client_errors = providers.Singleton(RecordClientErrors, error_reports, clock)

    ingest = providers.Container(
        IngestContainer,
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
        ReportsContainer,
        settings=settings,
        clock=clock,
        database=database,
        channel=channel,
        billing=billing,
        catalog=catalog,
        clips=clips,
        store=store,
    )
