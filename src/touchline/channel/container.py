"""Providers of context `channel`. What it lacks is a Dependency, given in `touchline.container`."""

from dependency_injector import containers, providers


class Channel(containers.DeclarativeContainer):
    """Everything `channel` makes. Ids for `Provide["channel.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    secret = providers.Dependency()
    session = providers.Dependency()
    open_files = providers.Dependency()
    geo = providers.Dependency()

    facade = providers.Object(None)
    principals = providers.Object(None)
