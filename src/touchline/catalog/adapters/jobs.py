"""The jobs of the catalogue."""

from dependency_injector.wiring import Provide, inject

from touchline.catalog.application.add_media import MEDIA_QUEUE, PROCESS_MEDIA
from touchline.catalog.application.consents import EraseOutdatedConsents
from touchline.catalog.application.join_recording import JoinRecording
from touchline.catalog.application.live_changes import JOIN_RECORDING
from touchline.catalog.application.process_media import ProcessMedia, RecoverMedia
from touchline.catalog.application.tidy_live import TidyLive
from touchline.catalog.domain.ids import LiveStreamId
from touchline.platform.db.session import Database
from touchline.platform.queue.jobs import Job
from touchline.shared.ids import AssetId, ChannelId
from touchline.shared.jobs import Task

RECOVER_MEDIA = "catalog.recover_media"
TIDY_LIVE = "catalog.tidy_live"
ERASE_CONSENTS = "catalog.erase_outdated_consents"


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


@inject
def join_recording(
    channel_id: int, stream_id: int, join: JoinRecording = Provide["catalog.live.join"]
) -> None:
    """Make the recording of a stream that has ended; its transactions are its own."""
    join(ChannelId(channel_id), LiveStreamId(stream_id))


@inject
def tidy_live(tidy: TidyLive = Provide["catalog.live.tidy"]) -> None:
    """Forget what was streamed where its recording stands; ask again for recordings that are missing."""
    tidy()


@inject
def erase_outdated_consents(
    database: Database = Provide["database"],
    erase: EraseOutdatedConsents = Provide["catalog.erase_outdated_consents"],
) -> None:
    """Delete registers of withdrawn participants and consents that ended long ago, in every channel."""
    with database.transaction(None, unscoped=True):
        erase()


JOBS = (
    Job(PROCESS_MEDIA, process_media, one_transaction=False),
    Job(RECOVER_MEDIA, recover_media, one_transaction=False),
    Job(JOIN_RECORDING, join_recording, one_transaction=False),
    Job(TIDY_LIVE, tidy_live, one_transaction=False),
    Job(ERASE_CONSENTS, erase_outdated_consents, one_transaction=False),
)
DAILY = (
    Task(RECOVER_MEDIA, (), queue=MEDIA_QUEUE, unique="catalog-recover-media", timeout=120),
    Task(TIDY_LIVE, (), queue=MEDIA_QUEUE, unique="catalog-tidy-live", timeout=3600),
    Task(ERASE_CONSENTS, (), unique="catalog-erase-consents", timeout=600),
)
"""What a worker asks for at its start and once a day."""
