"""Asking for files to be made, and for those of clips that are no more to be removed: soon, by jobs."""

from __future__ import annotations

from touchline.clips.domain.clip import Clip
from touchline.clips.domain.event_file import EventFile
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import DownloadKind, PendingFile
from touchline.shared.ids import ChannelId
from touchline.shared.tasks.jobs import Jobs

CUT_CLIP_JOB = "clips.cut"
MAKE_EVENT_FILE_JOB = "clips.make_event_file"
REMOVE_FILES_JOB = "clips.remove_files"
MOVE_FILES_JOB = "clips.move_files"
QUEUE = "clips"
DOWNLOADS_QUEUE = "downloads"
_CUT_TIMEOUT_S = 1800
_EVENT_FILE_TIMEOUT_S = 6 * 3600
_JOBS_BY_KIND: dict[DownloadKind, tuple[str, str, int]] = {
    "clip": (CUT_CLIP_JOB, QUEUE, _CUT_TIMEOUT_S),
    "event": (MAKE_EVENT_FILE_JOB, DOWNLOADS_QUEUE, _EVENT_FILE_TIMEOUT_S),
}


def request_clip_cut(jobs: Jobs, clip: Clip) -> None:
    """Ask for the clip's file; while the job waits or runs, the queue takes no second one."""
    request_processing(jobs, PendingFile(clip.channel_id, "clip", clip.id))


def request_event_file(jobs: Jobs, file: EventFile) -> None:
    """Ask for the file of an event; while the job waits or runs, the queue takes no second one."""
    request_processing(jobs, PendingFile(file.channel_id, "event", file.id))


def request_processing(jobs: Jobs, pending: PendingFile) -> None:
    """Ask for what is left to do. Where its worker is dead the job has another name each time: the queue may
    still believe that the dead one's is under way."""
    name, queue, timeout = _JOBS_BY_KIND[pending.kind]
    suffix = f"-after-{pending.attempts}" if pending.attempts else ""
    unique = f"{pending.kind}-{pending.id}{suffix}"
    jobs.enqueue(name, pending.channel_id, pending.id, queue=queue, unique=unique, timeout=timeout)


def request_clip_removal(jobs: Jobs, clip: Clip) -> None:
    """Ask for the files of a clip that is deleted to be removed, also those in its former folders."""
    for folder in (clip.folder, *clip.former_folders):
        request_folder_removal(jobs, clip.channel_id, folder)


def request_move(jobs: Jobs, channel_id: ChannelId, clip_id: ClipId) -> None:
    """Ask for a clip's files to be moved out of its former folders, after the present transaction."""
    jobs.enqueue(MOVE_FILES_JOB, channel_id, clip_id, unique=f"move-clip-{clip_id}", timeout=600)


def request_folder_removal(jobs: Jobs, channel_id: ChannelId, folder: str) -> None:
    """Ask for a folder below `clips/` or `downloads/` to be forgotten, once the present transaction is
    committed."""
    jobs.enqueue(REMOVE_FILES_JOB, channel_id, folder, unique=f"remove-{folder}", timeout=600)
