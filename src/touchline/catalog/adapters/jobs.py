"""The jobs of the catalogue."""

import re

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.gateways import ChannelNames
from touchline.catalog.application.add_media import MEDIA_QUEUE, PROCESS_MEDIA
from touchline.catalog.application.consents import EraseOutdatedConsents, WarnOfMissingConsents
from touchline.catalog.application.join_recording import JoinRecording
from touchline.catalog.application.live_changes import JOIN_RECORDING
from touchline.catalog.application.process_media import ProcessMedia, RecoverMedia
from touchline.catalog.application.take_down import REMOVE_FILES, DeleteWithdrawn
from touchline.catalog.application.tidy_live import TidyLive
from touchline.catalog.domain.ids import LiveStreamId
from touchline.catalog.ports.recordings import WithdrawnRecordings
from touchline.catalog.ports.storage import Storage
from touchline.platform.db.session import Database
from touchline.platform.queue.jobs import Job
from touchline.shared.ids import AssetId, ChannelId
from touchline.shared.jobs import Task

RECOVER_MEDIA = "catalog.recover_media"
TIDY_LIVE = "catalog.tidy_live"
WARN_OF_CONSENTS = "catalog.warn_of_consents"
ERASE_CONSENTS = "catalog.erase_outdated_consents"
DELETE_WITHDRAWN = "catalog.delete_withdrawn"
_REMOVABLE = re.compile(r"(?:assets|live)/[A-Za-z0-9_-]+")


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
def warn_of_consents(
    database: Database = Provide["database"],
    channels: ChannelNames = Provide["catalog.media.channel_names"],
    warn: WarnOfMissingConsents = Provide["catalog.warn_of_consents"],
) -> None:
    """Have operators told of events of the next day without consent, channel by channel."""
    with database.transaction(None, unscoped=True):
        found = channels.ids()
    for channel_id in found.values():
        with database.transaction(channel_id):
            warn(channel_id)


@inject
def erase_outdated_consents(
    database: Database = Provide["database"],
    erase: EraseOutdatedConsents = Provide["catalog.erase_outdated_consents"],
) -> None:
    """Delete registers of withdrawn participants and consents that ended long ago, in every channel."""
    with database.transaction(None, unscoped=True):
        erase()


@inject
def remove_files(_channel_id: int, folder: str, storage: Storage = Provide["catalog.media.storage"]) -> None:
    """Remove the files of a recording that was deleted; a folder below `assets/` or `live/`."""
    if _REMOVABLE.fullmatch(folder):
        storage.remove(f"{folder}/")


@inject
def delete_withdrawn(
    database: Database = Provide["database"],
    withdrawn: WithdrawnRecordings = Provide["catalog.live.withdrawn"],
    delete: DeleteWithdrawn = Provide["catalog.live.delete_withdrawn"],
) -> None:
    """Delete recordings that were withdrawn 30 days ago, each in a transaction of its own."""
    for channel_id, owner in withdrawn.withdrawn_before(delete.before()):
        with database.transaction(channel_id):
            delete(channel_id, owner)


JOBS = (
    Job(REMOVE_FILES, remove_files, one_transaction=False),
    Job(DELETE_WITHDRAWN, delete_withdrawn, one_transaction=False),
    Job(PROCESS_MEDIA, process_media, one_transaction=False),
    Job(RECOVER_MEDIA, recover_media, one_transaction=False),
    Job(JOIN_RECORDING, join_recording, one_transaction=False),
    Job(TIDY_LIVE, tidy_live, one_transaction=False),
    Job(WARN_OF_CONSENTS, warn_of_consents, one_transaction=False),
    Job(ERASE_CONSENTS, erase_outdated_consents, one_transaction=False),
)
DAILY = (
    Task(RECOVER_MEDIA, (), queue=MEDIA_QUEUE, unique="catalog-recover-media", timeout=120),
    Task(DELETE_WITHDRAWN, (), queue=MEDIA_QUEUE, unique="catalog-delete-withdrawn", timeout=3600),
    Task(TIDY_LIVE, (), queue=MEDIA_QUEUE, unique="catalog-tidy-live", timeout=3600),
    Task(WARN_OF_CONSENTS, (), unique="catalog-warn-of-consents", timeout=600),
    Task(ERASE_CONSENTS, (), unique="catalog-erase-consents", timeout=600),
)
"""What a worker asks for at its start and once a day."""
