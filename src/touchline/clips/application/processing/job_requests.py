"""Jobs that make, move and remove files."""

from __future__ import annotations

from touchline.clips.domain.clip import Clip
from touchline.clips.domain.event_file import EventFile
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import DownloadKind, PendingFile
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.tasks.jobs import Jobs

CUT_CLIP_JOB = "clips.cut"
MAKE_EVENT_FILE_JOB = "clips.make_event_file"
REMOVE_FILES_JOB = "clips.remove_files"
MOVE_FILES_JOB = "clips.move_files"
MAKE_HIGHLIGHTS_JOB = "clips.make_highlights"
UPDATE_CAPTIONS_JOB = "clips.update_captions"
QUEUE = "clips"
DOWNLOADS_QUEUE = "downloads"
HIGHLIGHTS_QUEUE = "highlights"
"""The queue of highlights. Its job waits for the next segment of a live stream, so it delays no other job."""
_CUT_TIMEOUT_S = 1800
_EVENT_FILE_TIMEOUT_S = 6 * 3600
_JOBS_BY_KIND: dict[DownloadKind, tuple[str, str, int]] = {
    "clip": (CUT_CLIP_JOB, QUEUE, _CUT_TIMEOUT_S),
    "event": (MAKE_EVENT_FILE_JOB, DOWNLOADS_QUEUE, _EVENT_FILE_TIMEOUT_S),
}


def request_clip_cut(jobs: Jobs, clip: Clip) -> None:
    """Enqueue a job that cuts the clip's file. Has no effect while such a job is queued or running."""
    request_processing(jobs, PendingFile(clip.channel_id, "clip", clip.id))


def request_event_file(jobs: Jobs, file: EventFile) -> None:
    """Enqueue a job that makes the event's file. Has no effect while such a job is queued or running."""
    request_processing(jobs, PendingFile(file.channel_id, "event", file.id))


def request_processing(jobs: Jobs, pending: PendingFile) -> None:
    """Enqueue a job for unfinished work.

    If the worker died, each attempt's job has its own name. The queue may still regard the dead worker's job
    as running.
    """
    name, queue, timeout = _JOBS_BY_KIND[pending.kind]
    suffix = f"-after-{pending.attempts}" if pending.attempts else ""
    unique = f"{pending.kind}-{pending.id}{suffix}"
    jobs.enqueue(name, pending.channel_id, pending.id, queue=queue, unique=unique, timeout=timeout)


def request_clip_removal(jobs: Jobs, clip: Clip) -> None:
    """Enqueue jobs that delete the files of a deleted clip, also in its former folders."""
    for folder in (clip.folder, *clip.former_folders):
        request_folder_removal(jobs, clip.channel_id, folder)


def request_move(jobs: Jobs, channel_id: ChannelId, clip_id: ClipId) -> None:
    """Enqueue a job that moves a clip's files out of its former folders, after the transaction."""
    jobs.enqueue(MOVE_FILES_JOB, channel_id, clip_id, unique=f"move-clip-{clip_id}", timeout=600)


def request_highlights(jobs: Jobs, turn: int = 0, *, is_change: bool = False) -> None:
    """Enqueue the job that makes the pending highlights and reels of all events.

    `turn` counts its repetitions while a live stream has not shown a moment yet. `is_change`: highlights have
    just changed. A running job may have read them before, so it does not make this one redundant.
    """
    unique = None if is_change else f"make-highlights-{turn}"
    jobs.enqueue(MAKE_HIGHLIGHTS_JOB, 0, turn, queue=HIGHLIGHTS_QUEUE, unique=unique, timeout=600)


def request_captions(jobs: Jobs, channel_id: ChannelId, event_id: EventId) -> None:
    """Enqueue a job that updates the captions of an event's clips. A running job may have read the earlier
    ones, so it does not make this one redundant.
    """
    jobs.enqueue(UPDATE_CAPTIONS_JOB, channel_id, event_id, timeout=_CUT_TIMEOUT_S)


def request_folder_removal(jobs: Jobs, channel_id: ChannelId, folder: str) -> None:
    """Enqueue a job that deletes a folder below `clips/` or `downloads/`.

    The job runs after the current transaction commits.
    """
    jobs.enqueue(REMOVE_FILES_JOB, channel_id, folder, unique=f"remove-{folder}", timeout=600)
