"""Providers of devices that are let in by a code.

What it lacks is a Dependency, given in `channel.container`.
"""

from dependency_injector import containers, providers


class Devices(containers.DeclarativeContainer):
    """Ids for `Provide["channel.devices.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    channels = providers.Dependency()
    sessions = providers.Dependency()
    accounts = providers.Dependency()
    grants = providers.Dependency()
    enter = providers.Dependency()
