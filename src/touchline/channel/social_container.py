"""Providers of log-in through other sites.

What it lacks is a Dependency, given in `channel.container`.
"""

from dependency_injector import containers, providers


class Social(containers.DeclarativeContainer):
    """Ids for `Provide["channel.social.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    channels = providers.Dependency()
    sessions = providers.Dependency()
    accounts = providers.Dependency()
    seal = providers.Dependency()
    spent_tokens = providers.Dependency()
    attempts = providers.Dependency()
    enter = providers.Dependency()
    second_factor_door = providers.Dependency()
