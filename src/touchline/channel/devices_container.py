"""Providers of devices that are let in by a code.

What it lacks is a Dependency, given in `channel.container`.
"""

from dependency_injector import containers, providers

from touchline.channel.application.device_codes import AskDeviceCode, LinkDevice, RedeemDeviceCode


class Devices(containers.DeclarativeContainer):
    """Ids for `Provide["channel.devices.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    channels = providers.Dependency()
    sessions = providers.Dependency()
    accounts = providers.Dependency()
    grants = providers.Dependency()
    user_agents = providers.Dependency()
    throttle = providers.Dependency()
    letters = providers.Dependency()
    secret = providers.Dependency()
    enter = providers.Dependency()

    ask_code = providers.Singleton(AskDeviceCode, grants, user_agents, secret, clock)
    link = providers.Singleton(LinkDevice, grants, throttle, secret, clock)
    redeem = providers.Singleton(RedeemDeviceCode, grants, accounts, sessions, enter, letters, clock)
