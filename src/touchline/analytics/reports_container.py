"""Providers of `analytics` for what operators ask."""

from dependency_injector import containers, providers


class Reports(containers.DeclarativeContainer):
    """Ids for `Provide["analytics.reports.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    database = providers.Dependency()
    channel = providers.Dependency()
    billing = providers.Dependency()
    catalog = providers.Dependency()
    clips = providers.Dependency()
    store = providers.Dependency()
