"""The jobs of the catalogue."""

from dependency_injector.wiring import Provide, inject

from touchline.catalog.application.add_media import MEDIA_QUEUE, PROCESS_MEDIA
from touchline.catalog.application.process_media import ProcessMedia, RecoverMedia
from touchline.platform.queue.jobs import Job
from touchline.shared.ids import AssetId, ChannelId
from touchline.shared.jobs import Task

RECOVER_MEDIA = "catalog.recover_media"


@inject
def process_media(
    channel_id: int, asset_id: int, process: ProcessMedia = Provide["catalog.media.process"]
) -> None:
    """Make the stream of an asset; hours long, so its transactions are its own."""
    process(ChannelId(channel_id), AssetId(asset_id))


@inject
def recover_media(recover: RecoverMedia = Provide["catalog.media.recover"]) -> None:
    """Queue again what dead workers left."""
    recover()


JOBS = (
    Job(PROCESS_MEDIA, process_media, one_transaction=False),
    Job(RECOVER_MEDIA, recover_media, one_transaction=False),
)
DAILY = (Task(RECOVER_MEDIA, (), queue=MEDIA_QUEUE, unique="catalog-recover-media", timeout=120),)
"""What a worker asks for at its start and once a day."""
