"""Downloading a whole event (api.md, `GET /download-event/{id}`)."""

from __future__ import annotations

from typing import Any

from touchline.clips.application.downloads.download_clip import NO_ACCESS
from touchline.clips.application.editing.quotas import DownloadQuota
from touchline.clips.application.processing.job_requests import request_event_file
from touchline.clips.domain.event_file import EventFile
from touchline.clips.domain.filenames import filename
from touchline.clips.domain.folders import DOWNLOADS, new_folder
from touchline.clips.domain.footage import Footage
from touchline.clips.domain.ids import EventFileId
from touchline.clips.ports.clips import EventFiles
from touchline.clips.ports.event_catalog import EventCatalog
from touchline.clips.ports.files import ClipUrls, Files
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import ForbiddenError, NotFoundError, RefusedError
from touchline.shared.ids import EventId
from touchline.shared.principal import Principal
from touchline.shared.tasks.jobs import Jobs
from touchline.shared.tasks.work import WorkState

NO_DOWNLOADS = ErrorMessage("errors.no_downloads", "This event can be watched but not downloaded.")
NO_RECORDING = ErrorMessage(
    "errors.no_recording_yet", "This event has no recording yet. Please try again later."
)


class DownloadEvent:
    """Returns the progress of an event's file, and its URL once it is ready.

    The first request creates the file.

    A download counts when the viewer gets the URL, once for each viewer and event.
    """

    def __init__(
        self,
        event_files: EventFiles,
        files: Files,
        event_catalog: EventCatalog,
        quota: DownloadQuota,
        urls: ClipUrls,
        jobs: Jobs,
        clock: Clock,
    ) -> None:
        self._event_files = event_files
        self._files = files
        self._event_catalog = event_catalog
        self._quota = quota
        self._urls = urls
        self._jobs = jobs
        self._clock = clock

    def __call__(self, principal: Principal, event_id: EventId) -> dict[str, Any]:
        """Return `{state, progress, url, filename, size, expires_at, failure_message,
        failure_code}`.

        `url`, `size` and `expires_at` are None until the file is ready. A failure is reported once; the next
        request starts a new attempt.

        Raises `NotFoundError`. Raises `ForbiddenError` in a blocked region, for an event that the viewer may
        not watch, without the capability, or past the limit. Raises `RefusedError` without a recording.
        """
        viewer = principal.viewer_id
        event = self._event_catalog.list_event_rows(principal, [event_id]).get(event_id)
        if event is None:
            raise NotFoundError()
        region = self._event_catalog.get_region(principal, event_id)
        if not event["has_access"]:
            raise ForbiddenError(NO_ACCESS)
        if not event["allows_downloads"]:
            raise ForbiddenError(NO_DOWNLOADS)
        allowance = self._quota.get_allowance(viewer, "event")
        footage = self._get_recording(principal, event_id)
        self._quota.check(viewer, "event", event_id, allowance)
        file = self._get_file(principal, event_id, footage)
        payload = _serialize_file(file, filename(event))
        if file.state is WorkState.READY:
            self._quota.record(viewer, "event", event_id, allowance)
            signed_url = self._urls.get_file_url(file.key, principal.session_id, region, payload["filename"])
            payload |= {"url": signed_url.url, "size": file.size, "expires_at": signed_url.expires_at}
        return payload

    def _get_recording(self, principal: Principal, event_id: EventId) -> Footage:
        """Return the recording. Raises `RefusedError` unless the viewer may already watch all of it."""
        if not self._event_catalog.can_watch(principal, event_id):
            raise RefusedError(NO_RECORDING)
        try:
            footage = self._event_catalog.get_footage(principal, event_id)
        except NotFoundError:
            raise RefusedError(NO_RECORDING) from None
        if not footage.is_complete:
            raise RefusedError(NO_RECORDING)
        return footage

    def _get_file(self, principal: Principal, event_id: EventId, footage: Footage) -> EventFile:
        now = self._clock.now()
        file = self._event_files.find_by_media(event_id, footage.media_id)
        if file is None:
            file = self._event_files.add(self._build_file(principal, event_id, footage))
            request_event_file(self._jobs, file)
        elif file.needs_update(now) or self._is_stale(file, footage):
            return self._update_file(file.id, footage)
        return file

    def _update_file(self, file_id: EventFileId, footage: Footage) -> EventFile:
        """Record the request and return the file. Queue it again if it is stale or must be retried."""
        file = self._event_files.get_for_update(file_id)
        if file is None:
            raise NotFoundError()
        if self._is_stale(file, footage):
            file.renew(footage.source)
            request_event_file(self._jobs, file)
        elif file.mark_requested(self._clock.now()):
            request_event_file(self._jobs, file)
        self._event_files.save(file)
        return file

    def _is_stale(self, file: EventFile, footage: Footage) -> bool:
        """Return whether the file was made from another recording or is missing from storage."""
        is_lost = file.state is WorkState.READY and self._files.get_size(file.key) is None
        return is_lost or (file.is_finished and file.source != footage.source)

    def _build_file(self, principal: Principal, event_id: EventId, footage: Footage) -> EventFile:
        now = self._clock.now()
        return EventFile(
            id=EventFileId(0),
            channel_id=principal.channel_id,
            event_id=event_id,
            media_id=footage.media_id,
            source=footage.source,
            folder=new_folder(DOWNLOADS, now),
            created_at=now,
            requested_at=now,
        )


def _serialize_file(file: EventFile, name: str) -> dict[str, Any]:
    return {
        "state": file.state.value,
        "progress": file.progress,
        "filename": name,
        "url": None,
        "size": None,
        "expires_at": None,
        "failure_message": file.failure_message if file.state is WorkState.FAILED else None,
        "failure_code": file.failure_code or None if file.state is WorkState.FAILED else None,
    }
