"""Which adapter stands behind each port: one `providers.Selector` a setting."""

from dependency_injector import containers, providers

from adapters.geo.fixed import FixedGeo
from adapters.geo.header import HeaderGeo
from adapters.queue.inline import InlineQueue
from adapters.queue.rq_queue import RqQueue


class Adapters(containers.DeclarativeContainer):
    """The swappable adapters. `run_task` is the app's own runner, for the queue that has no worker."""

    settings = providers.Dependency()
    run_task = providers.Dependency()

    queue = providers.Selector(
        settings.provided.queue,
        rq=providers.Singleton(RqQueue, settings.provided.redis),
        inline=providers.Singleton(InlineQueue, run_task),
    )
    geo = providers.Selector(
        settings.provided.geo,
        fixed=providers.Singleton(FixedGeo, settings.provided.geo_country),
        header=providers.Singleton(HeaderGeo, settings.provided.geo_header),
    )
