"""Providers of device authorization by code.

`channel.container` supplies the external dependencies.
"""

from dependency_injector import containers, providers

from touchline.channel.application.accounts.login.device_authorization import (
    LinkDevice,
    RedeemDeviceCode,
    RequestDeviceCode,
)


class DevicesContainer(containers.DeclarativeContainer):
    """Container of device authorization. IDs for `Provide["channel.devices.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    channels = providers.Dependency()
    sessions = providers.Dependency()
    accounts = providers.Dependency()
    device_grants = providers.Dependency()
    user_agent_parser = providers.Dependency()
    throttle = providers.Dependency()
    email_queue = providers.Dependency()
    secret = providers.Dependency()
    start_session = providers.Dependency()

    request_device_code = providers.Singleton(
        RequestDeviceCode, device_grants, user_agent_parser, secret, clock
    )
    link_device = providers.Singleton(LinkDevice, device_grants, throttle, secret, clock)
    redeem_device_code = providers.Singleton(
        RedeemDeviceCode, device_grants, accounts, sessions, start_session, email_queue, clock
    )
