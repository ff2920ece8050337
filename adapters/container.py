"""Which adapter stands behind each port: one `providers.Selector` a setting."""

from dependency_injector import containers, providers

from adapters.delivery.signed_paths import SignedPaths
from adapters.geo.fixed import FixedGeo
from adapters.geo.header import HeaderGeo
from adapters.queue.inline import InlineQueue
from adapters.queue.rq_queue import RqQueue
from adapters.storage.local import LocalStorage
from touchline.catalog.ports.video import Video


def _ffmpeg() -> Video:
    """Imported when a job first needs it: PyAV and numpy are 40 MB that a web process has no use for."""
    from adapters.video.ffmpeg import FfmpegVideo

    return FfmpegVideo()


class Adapters(containers.DeclarativeContainer):
    """The swappable adapters. `run_task` is the app's own runner, for the queue that has no worker; `clock`
    and `secret` are the app's as well."""

    settings = providers.Dependency()
    run_task = providers.Dependency()
    clock = providers.Dependency()
    secret = providers.Dependency()

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
    storage = providers.Selector(
        settings.provided.storage,
        local=providers.Singleton(LocalStorage, settings.provided.media_folder),
    )
    video = providers.Selector(settings.provided.video, ffmpeg=providers.Singleton(_ffmpeg))
    delivery = providers.Selector(
        settings.provided.delivery,
        app=providers.Singleton(SignedPaths, secret, clock, settings.provided.media_host),
    )
