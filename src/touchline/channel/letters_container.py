"""Providers of letters to viewers.

What it lacks is a Dependency, given in `channel.container`.
"""

from dependency_injector import containers, providers


class Letters(containers.DeclarativeContainer):
    """Ids for `Provide["channel.letters.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    jobs = providers.Dependency()
    channels = providers.Dependency()
    sessions = providers.Dependency()
    accounts = providers.Dependency()
    links = providers.Dependency()
