"""Use cases of resumable uploads: create, receive, cancel, retry, add to the catalog, and clean up."""

from __future__ import annotations

from datetime import timedelta
from pathlib import PurePath

from touchline.catalog.application.media.add_media import MEDIA_QUEUE, AddMedia, VideoUpload
from touchline.catalog.domain.media.assets import Asset, AssetState
from touchline.catalog.domain.media.uploads import (
    NO_RETRY,
    NewUpload,
    OffsetMismatchError,
    Upload,
    UploadState,
)
from touchline.catalog.ports.media.assets import Assets
from touchline.catalog.ports.media.storage import StorageFullError
from touchline.catalog.ports.media.uploads import UploadFiles, UploadKey, UploadPart, Uploads
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import ChannelId
from touchline.shared.tasks.jobs import Jobs
from touchline.shared.unit_of_work import UnitOfWorkFactory

FINISH_UPLOAD = "catalog.finish_upload"
FINISH_TIMEOUT_SECONDS = 4 * 3600
NO_SPACE = ErrorMessage(
    "errors.upload_no_space",
    "The server has too little space for this file. Free some space, or ask the server's administrator.",
)
FILE_LOST = "The uploaded file no longer exists. Upload it again."


class UploadService:
    """Creates uploads and receives their bytes. Runs in the transaction of the call, except `receive`."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        uploads: Uploads,
        files: UploadFiles,
        jobs: Jobs,
        record_audit: RecordAudit,
        clock: Clock,
        max_gigabytes: int,
        retention_days: int,
    ) -> None:
        self._uow = uow
        self._uploads = uploads
        self._files = files
        self._jobs = jobs
        self._record_audit = record_audit
        self._clock = clock
        self.max_gigabytes = max_gigabytes
        self._retention = timedelta(days=retention_days)

    def create(self, file: NewUpload) -> Upload:
        """Return a new upload. Raises `RefusedError` if the file cannot be a video or does not fit."""
        file.validate(self.max_gigabytes)
        if not self._files.has_space_for(file.size):
            raise RefusedError(NO_SPACE)
        now = self._clock.now()
        upload = self._uploads.add(file, now, now + self._retention)
        self._audit("upload.create", upload)
        return upload

    def get(self, upload_id: int) -> Upload:
        """Return an upload with the number of bytes that are stored. Raises `NotFoundError` if it expired."""
        upload = self._uploads.get(upload_id)
        if upload is None or upload.expires_at <= self._clock.now():
            raise NotFoundError
        if upload.state is UploadState.RECEIVING:
            upload.offset = min(upload.offset, self._files.get_size(_get_key(upload)))
        return upload

    def receive(self, channel_id: ChannelId, upload_id: int, part: UploadPart) -> Upload:
        """Store a part of the file and return the upload. The last byte queues the job that adds the file.

        Opens its own short transactions, because a part can take minutes. Raises `OffsetMismatchError`,
        `UploadBusyError`, `ChecksumMismatchError`, `UploadTooLargeError` and `StorageFullError`.
        """
        with self._files.lock((channel_id, upload_id)) as file:
            with self._uow(channel_id):
                upload = self.get(upload_id)
            if upload.offset != part.offset:
                raise OffsetMismatchError
            if upload.offset == upload.size:
                return upload
            new_offset = file.append(part, upload.size - upload.offset)
            with self._uow(channel_id):
                return self._record_offset(upload_id, new_offset)

    def _record_offset(self, upload_id: int, offset: int) -> Upload:
        upload = self._uploads.get_for_update(upload_id)
        if upload is None:
            raise NotFoundError
        is_complete = upload.record_offset(offset)
        self._uploads.save(upload)
        if is_complete:
            self._enqueue(upload)
        return upload

    def cancel(self, upload_id: int) -> None:
        """Delete an upload and its file. A video that was made from it stays."""
        upload = self.get(upload_id)
        self._files.remove(_get_key(upload))
        self._uploads.delete(upload_id)
        self._audit("upload.cancel", upload)

    def retry(self, upload_id: int) -> Upload:
        """Give the complete file to the job once more. Raises `RefusedError` if bytes are missing."""
        upload = self._uploads.get_for_update(upload_id)
        if upload is None:
            raise NotFoundError
        if self._files.get_size(_get_key(upload)) < upload.size:
            raise RefusedError(NO_RETRY)
        upload.retry()
        self._uploads.save(upload)
        self._enqueue(upload)
        self._audit("upload.retry", upload)
        return upload

    def _enqueue(self, upload: Upload) -> None:
        self._jobs.enqueue(
            FINISH_UPLOAD,
            upload.channel_id,
            upload.id,
            queue=MEDIA_QUEUE,
            unique=f"upload-{upload.id}-{upload.attempts}",
            timeout=FINISH_TIMEOUT_SECONDS,
        )

    def _audit(self, action: str, upload: Upload) -> None:
        subject = AuditSubject(upload.owner.kind, str(upload.owner.id))
        details = {"file_name": upload.file_name, "size": upload.size, "replace": upload.replace}
        self._record_audit(AuditRecord(action, subject, after=details))


class FinishUpload:
    """Job: add a complete file to its event or library item, as `touchline recordings add` does.

    The job can run twice. The file is kept until its video is ready, so that it can be tried again.
    """

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        uploads: Uploads,
        files: UploadFiles,
        assets: Assets,
        add_media: AddMedia,
    ) -> None:
        self._uow = uow
        self._uploads = uploads
        self._files = files
        self._assets = assets
        self._add_media = add_media

    def __call__(self, channel_id: ChannelId, upload_id: int) -> None:
        """Add the file, unless an earlier run did."""
        with self._uow(channel_id):
            upload = self._uploads.get(upload_id)
        if upload is None or upload.state is not UploadState.RECEIVED:
            return
        path = self._files.get_path(_get_key(upload))
        name = PurePath(upload.file_name).stem
        video = VideoUpload(channel_id, path, (upload.owner,), name=name, replace=upload.replace)
        try:
            sha256 = self._add_media.store_source(video)
        except (StorageFullError, FileNotFoundError) as error:
            message = FILE_LOST if isinstance(error, FileNotFoundError) else str(error)
            self._fail(channel_id, upload_id, message)
            return
        self._add(channel_id, upload_id, video, sha256)

    def _add(self, channel_id: ChannelId, upload_id: int, video: VideoUpload, sha256: str) -> None:
        with self._uow(channel_id):
            upload = self._uploads.get_for_update(upload_id)
            if upload is None or upload.state is not UploadState.RECEIVED:
                return
            asset = self._add_media(video, sha256)
            upload.mark_added(asset.id)
            self._uploads.save(upload)
        self.remove_files(asset)

    def _fail(self, channel_id: ChannelId, upload_id: int, message: str) -> None:
        with self._uow(channel_id):
            upload = self._uploads.get_for_update(upload_id)
            if upload is not None and upload.state is UploadState.RECEIVED:
                upload.mark_failed(message)
                self._uploads.save(upload)

    def remove_files(self, asset: Asset) -> None:
        """Remove the uploaded files of an asset once it is ready.

        The uploads stay until they expire, for clients that did not receive the last response.
        """
        with self._uow(asset.channel_id):
            current = self._assets.get(asset.id)
            uploads = self._uploads.list_by_asset(asset.id)
        if current is not None and current.state is AssetState.READY:
            for upload in uploads:
                self._files.remove(_get_key(upload))


class DeleteExpiredUploads:
    """Use case: delete expired uploads, and files without an upload. A worker runs this once a day."""

    def __init__(self, uow: UnitOfWorkFactory, uploads: Uploads, files: UploadFiles, clock: Clock) -> None:
        self._uow = uow
        self._uploads = uploads
        self._files = files
        self._clock = clock

    def __call__(self) -> None:
        """Clean up all channels. The files are listed first, so that each belongs to an older upload."""
        stored_keys = self._files.list_keys()
        with self._uow.all_channels():
            self._uploads.delete_expired(self._clock.now())
            kept_keys = set(self._uploads.list_keys())
        for key in stored_keys:
            if key not in kept_keys:
                self._files.remove(key)


def _get_key(upload: Upload) -> UploadKey:
    return upload.channel_id, upload.id
