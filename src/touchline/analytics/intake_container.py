"""Providers of `analytics` for what browsers tell."""

from dependency_injector import containers, providers


class Intake(containers.DeclarativeContainer):
    """Ids for `Provide["analytics.intake.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    database = providers.Dependency()
    session = providers.Dependency()
    channel = providers.Dependency()
    geo = providers.Dependency()
    store = providers.Dependency()
