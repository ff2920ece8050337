"""Taking a whole event away (api.md, `GET /download-event/{id}`)."""

from __future__ import annotations

from typing import Any

from touchline.clips.application.asking_to_cut import ask_to_make
from touchline.clips.application.meter import DownloadMeter
from touchline.clips.application.take_clip import LOCKED
from touchline.clips.domain.event_file import EventFile
from touchline.clips.domain.filenames import filename
from touchline.clips.domain.folders import DOWNLOADS, new_folder
from touchline.clips.domain.footage import Footage
from touchline.clips.domain.ids import EventFileId
from touchline.clips.ports.clips import EventFiles
from touchline.clips.ports.files import Addresses, Files
from touchline.clips.ports.footages import Footages
from touchline.shared.clock import Clock
from touchline.shared.errors import Forbidden, NotFound, Refused
from touchline.shared.ids import EventId
from touchline.shared.jobs import Jobs
from touchline.shared.principal import Principal
from touchline.shared.work import WorkState

NO_RECORDING = "There is no recording of this event yet."


class TakeEvent:
    """Tells how far the file of an event is, and its address once it is ready; who asks first has it made.

    That a viewer takes it away is counted when they are given the address, once however often they ask.
    """

    def __init__(
        self,
        event_files: EventFiles,
        files: Files,
        footages: Footages,
        meter: DownloadMeter,
        addresses: Addresses,
        jobs: Jobs,
        clock: Clock,
    ) -> None:
        self._event_files = event_files
        self._files = files
        self._footages = footages
        self._meter = meter
        self._addresses = addresses
        self._jobs = jobs
        self._clock = clock

    def __call__(self, principal: Principal, event_id: EventId) -> dict[str, Any]:
        """`{state, progress, url, filename, size, expires_at, failure_message}`; of these `url`, `size` and
        `expires_at` once it is ready. A failure is told once; who asks again after that has it made again.

        `NotFound`; `Forbidden` in a blocked region, for an event that the viewer may not watch, without the
        capability, or past the limit; `Refused` without a recording.
        """
        viewer = principal.viewer
        event = self._footages.rows(principal, [event_id]).get(event_id)
        if event is None:
            raise NotFound()
        region = self._footages.region(principal, event_id)
        if not event["has_access"]:
            raise Forbidden(LOCKED)
        allowance = self._meter.admit(viewer, "event")
        footage = self._recording(principal, event_id)
        self._meter.check(viewer, "event", event_id, allowance)
        file = self._file(principal, event_id, footage)
        answer = _told(file, filename(event))
        if file.state is WorkState.READY:
            self._meter.count(viewer, "event", event_id, allowance)
            signed = self._addresses.file(file.key, principal.session_id, region, answer["filename"])
            answer |= {"url": signed.url, "size": file.size, "expires_at": signed.expires_at}
        return answer

    def _recording(self, principal: Principal, event_id: EventId) -> Footage:
        """The recording, all of which the viewer may see already."""
        if not self._footages.may_watch(principal, event_id):
            raise Refused(NO_RECORDING)
        try:
            footage = self._footages.of(principal, event_id)
        except NotFound:
            raise Refused(NO_RECORDING) from None
        if not footage.is_whole:
            raise Refused(NO_RECORDING)
        return footage

    def _file(self, principal: Principal, event_id: EventId, footage: Footage) -> EventFile:
        now = self._clock.now()
        file = self._event_files.of(event_id, footage.media_id)
        if file is None:
            file = self._event_files.add(self._new(principal, event_id, footage))
            ask_to_make(self._jobs, file)
        elif file.is_news(now) or self._is_stale(file, footage):
            return self._changed(file.id, footage)
        return file

    def _changed(self, file_id: EventFileId, footage: Footage) -> EventFile:
        """The file, once it is noted that somebody wants it; asked for again where that is of use."""
        file = self._event_files.held(file_id)
        if file is None:
            raise NotFound()
        if self._is_stale(file, footage):
            file.renew(footage.source)
            ask_to_make(self._jobs, file)
        elif file.wanted(self._clock.now()):
            ask_to_make(self._jobs, file)
        self._event_files.save(file)
        return file

    def _is_stale(self, file: EventFile, footage: Footage) -> bool:
        """Whether it is of another recording than that of today, or no longer where it was kept."""
        lost = file.state is WorkState.READY and self._files.size(file.key) is None
        return lost or (file.is_settled and file.source != footage.source)

    def _new(self, principal: Principal, event_id: EventId, footage: Footage) -> EventFile:
        now = self._clock.now()
        return EventFile(
            id=EventFileId(0),
            channel_id=principal.channel_id,
            event_id=event_id,
            media_id=footage.media_id,
            source=footage.source,
            folder=new_folder(DOWNLOADS, now),
            created_at=now,
            wanted_at=now,
        )


def _told(file: EventFile, name: str) -> dict[str, Any]:
    return {
        "state": file.state.value,
        "progress": file.progress,
        "filename": name,
        "url": None,
        "size": None,
        "expires_at": None,
        "failure_message": file.failure_message if file.state is WorkState.FAILED else None,
    }
