"""Providers of context `catalog`. What it lacks is a Dependency, given in `touchline.container`."""

from dependency_injector import containers, providers


class Catalog(containers.DeclarativeContainer):
    """Everything `catalog` makes: repositories, use cases, queries, media. Ids for `Provide["catalog.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    secret = providers.Dependency()
    database = providers.Dependency()
    session = providers.Dependency()
    announce = providers.Dependency()
    jobs = providers.Dependency()
    open_files = providers.Dependency()
    channel = providers.Dependency()
    billing = providers.Dependency()

    facade = providers.Object(None)
