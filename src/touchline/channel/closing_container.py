"""Providers of the second factor, the export and the end of an account.

What it lacks is a Dependency, given in `channel.container`.
"""

from dependency_injector import containers, providers


class Closing(containers.DeclarativeContainer):
    """Ids for `Provide["channel.closing.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    jobs = providers.Dependency()
    channels = providers.Dependency()
    sessions = providers.Dependency()
    accounts = providers.Dependency()
    links = providers.Dependency()
    users = providers.Dependency()
    recovery_codes = providers.Dependency()
    seal = providers.Dependency()
