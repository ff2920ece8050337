"""Jobs of context catalog."""

from dependency_injector.wiring import Provide, inject

from touchline.catalog.application.consents import DeleteOutdatedConsents, WarnAboutMissingConsents
from touchline.catalog.application.live.alert_operators import DeleteOldAlerts
from touchline.catalog.application.live.clean_up_live import CleanUpLive
from touchline.catalog.application.live.delete_health import DeleteOldHealth
from touchline.catalog.application.live.join_recording import JoinRecording
from touchline.catalog.application.live.stream_service import JOIN_RECORDING
from touchline.catalog.application.media.add_media import MEDIA_QUEUE, PROCESS_MEDIA, TRIM_MEDIA
from touchline.catalog.application.media.process_media import ProcessMedia, RecoverMedia
from touchline.catalog.application.media.takedowns import (
    REMOVE_FILES_JOB,
    DeleteWithdrawnRecordings,
    RemoveRecordingFiles,
)
from touchline.catalog.application.media.trims import ApplyTrim
from touchline.catalog.application.media.uploads import FINISH_UPLOAD, DeleteExpiredUploads, FinishUpload
from touchline.catalog.application.scoring.append_entries import UpdateShownScore
from touchline.catalog.application.scoring.scorer_access import DeleteExpiredScorerLinks
from touchline.catalog.application.scoring.shown_scores import UPDATE_SHOWN_SCORE
from touchline.catalog.container import CatalogContainer
from touchline.catalog.domain.ids import LiveStreamId
from touchline.platform.queue.jobs import Job
from touchline.shared.ids import AssetId, ChannelId, EventId
from touchline.shared.tasks.jobs import Task

RECOVER_MEDIA = "catalog.recover_media"
CLEAN_UP_LIVE = "catalog.tidy_live"
WARN_ABOUT_CONSENTS = "catalog.warn_of_consents"
DELETE_OUTDATED_CONSENTS = "catalog.erase_outdated_consents"
DELETE_WITHDRAWN = "catalog.delete_withdrawn"
DELETE_EXPIRED_UPLOADS = "catalog.delete_expired_uploads"
DELETE_EXPIRED_SCORER_LINKS = "catalog.delete_expired_scorer_links"
DELETE_OLD_HEALTH = "catalog.delete_old_health"


@inject
def process_media(
    channel_id: int, asset_id: int, process: ProcessMedia = Provide[CatalogContainer.process_media]
) -> None:
    """Package the asset for streaming.

    The job can take hours, so it manages its own transactions.
    """
    process(ChannelId(channel_id), AssetId(asset_id))


@inject
def trim_media(
    channel_id: int, asset_id: int, apply_trim: ApplyTrim = Provide[CatalogContainer.apply_trim]
) -> None:
    """Make a requested trim of a video. The job manages its own transactions."""
    apply_trim(ChannelId(channel_id), AssetId(asset_id))


@inject
def recover_media(recover: RecoverMedia = Provide[CatalogContainer.recover_media]) -> None:
    """Requeue media jobs whose workers died."""
    recover()


@inject
def join_recording(
    channel_id: int, stream_id: int, join: JoinRecording = Provide[CatalogContainer.join_recording]
) -> None:
    """Create the recording of a stream that has ended. The job manages its own transactions."""
    join(ChannelId(channel_id), LiveStreamId(stream_id))


@inject
def clean_up_live(clean_up: CleanUpLive = Provide[CatalogContainer.clean_up_live]) -> None:
    """Delete live files that have a recording, and request missing recordings again."""
    clean_up()


@inject
def warn_about_consents(
    warn: WarnAboutMissingConsents = Provide[CatalogContainer.warn_about_missing_consents],
) -> None:
    """Notify operators about the next day's events without consent, channel by channel."""
    warn()


@inject
def delete_outdated_consents(
    erase: DeleteOutdatedConsents = Provide[CatalogContainer.delete_outdated_consents],
) -> None:
    """Delete registers of withdrawn participants and consents that ended long ago, in every channel."""
    erase()


@inject
def remove_files(
    _channel_id: int,
    folder: str,
    remove: RemoveRecordingFiles = Provide[CatalogContainer.remove_recording_files],
) -> None:
    """Remove the files of a deleted recording."""
    remove(folder)


@inject
def delete_withdrawn(
    delete: DeleteWithdrawnRecordings = Provide[CatalogContainer.delete_withdrawn_recordings],
) -> None:
    """Delete recordings that were withdrawn 30 days ago."""
    delete()


@inject
def finish_upload(
    channel_id: int, upload_id: int, finish: FinishUpload = Provide[CatalogContainer.finish_upload]
) -> None:
    """Add an uploaded file to its event or library item. The job manages its own transactions."""
    finish(ChannelId(channel_id), upload_id)


@inject
def delete_expired_uploads(
    delete: DeleteExpiredUploads = Provide[CatalogContainer.delete_expired_uploads],
) -> None:
    """Delete uploads that have expired, and files without an upload."""
    delete()


@inject
def delete_expired_scorer_links(
    delete: DeleteExpiredScorerLinks = Provide[CatalogContainer.delete_expired_scorer_links],
) -> None:
    """Delete scorer links that no longer work."""
    delete()


@inject
def update_shown_score(
    _channel_id: int,
    event_id: int,
    update: UpdateShownScore = Provide[CatalogContainer.update_shown_score],
) -> None:
    """Show the score that the viewers of a stream with a safety delay have seen."""
    update(EventId(event_id))


@inject
def delete_old_health(
    delete: DeleteOldHealth = Provide[CatalogContainer.delete_old_health],
    delete_alerts: DeleteOldAlerts = Provide[CatalogContainer.delete_old_alerts],
) -> None:
    """Delete old samples of the health of streams, and old alerts."""
    delete()
    delete_alerts()


JOBS = (
    Job(UPDATE_SHOWN_SCORE, update_shown_score),
    Job(DELETE_OLD_HEALTH, delete_old_health, one_transaction=False),
    Job(DELETE_EXPIRED_SCORER_LINKS, delete_expired_scorer_links, one_transaction=False),
    Job(FINISH_UPLOAD, finish_upload, one_transaction=False),
    Job(DELETE_EXPIRED_UPLOADS, delete_expired_uploads, one_transaction=False),
    Job(REMOVE_FILES_JOB, remove_files, one_transaction=False),
    Job(DELETE_WITHDRAWN, delete_withdrawn, one_transaction=False),
    Job(PROCESS_MEDIA, process_media, one_transaction=False),
    Job(TRIM_MEDIA, trim_media, one_transaction=False),
    Job(RECOVER_MEDIA, recover_media, one_transaction=False),
    Job(JOIN_RECORDING, join_recording, one_transaction=False),
    Job(CLEAN_UP_LIVE, clean_up_live, one_transaction=False),
    Job(WARN_ABOUT_CONSENTS, warn_about_consents, one_transaction=False),
    Job(DELETE_OUTDATED_CONSENTS, delete_outdated_consents, one_transaction=False),
)
DAILY = (
    Task(DELETE_OLD_HEALTH, (), unique="catalog-old-health", timeout=600),
    Task(RECOVER_MEDIA, (), queue=MEDIA_QUEUE, unique="catalog-recover-media", timeout=120),
    Task(DELETE_WITHDRAWN, (), queue=MEDIA_QUEUE, unique="catalog-delete-withdrawn", timeout=3600),
    Task(DELETE_EXPIRED_UPLOADS, (), queue=MEDIA_QUEUE, unique="catalog-expired-uploads", timeout=3600),
    Task(DELETE_EXPIRED_SCORER_LINKS, (), unique="catalog-expired-scorer-links", timeout=600),
    Task(CLEAN_UP_LIVE, (), queue=MEDIA_QUEUE, unique="catalog-tidy-live", timeout=3600),
    Task(WARN_ABOUT_CONSENTS, (), unique="catalog-warn-of-consents", timeout=600),
    Task(DELETE_OUTDATED_CONSENTS, (), unique="catalog-erase-consents", timeout=600),
)
"""Tasks that a worker enqueues when it starts and once a day."""
