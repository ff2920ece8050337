"""Providers of registration, log-in and profile.

What it lacks is a Dependency, given in `channel.container`.
"""

from dependency_injector import containers, providers


class Accounts(containers.DeclarativeContainer):
    """Ids for `Provide["channel.accounts.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    channels = providers.Dependency()
    sessions = providers.Dependency()
    accounts = providers.Dependency()
    links = providers.Dependency()
    users = providers.Dependency()
    enter = providers.Dependency()
    second_factor_door = providers.Dependency()
