"""Providers of context `engagement`. What it lacks is a Dependency, given in `touchline.container`."""

from dependency_injector import containers, providers

from touchline.engagement.adapters.gateways import ChannelGateway
from touchline.engagement.facade import EngagementFacade


class Engagement(containers.DeclarativeContainer):
    """Everything `engagement` makes. Ids for `Provide["engagement.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    secret = providers.Dependency()
    database = providers.Dependency()
    session = providers.Dependency()
    jobs = providers.Dependency()
    announce = providers.Dependency()
    channel = providers.Dependency()
    catalog = providers.Dependency()
    push = providers.Dependency()
    robot_check = providers.Dependency()

    channel_facts = providers.Singleton(ChannelGateway, channel)
    facade = providers.Singleton(EngagementFacade)
