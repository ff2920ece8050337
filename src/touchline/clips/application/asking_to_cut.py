"""Asking for files to be made, and for those of clips that are no more to be removed: soon, by jobs."""

from __future__ import annotations

from touchline.clips.domain.clip import Clip
from touchline.clips.domain.event_file import EventFile
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import Taken, Unsettled
from touchline.shared.ids import ChannelId
from touchline.shared.jobs import Jobs

CUT_CLIP = "clips.cut"
MAKE_EVENT_FILE = "clips.make_event_file"
REMOVE_FILES = "clips.remove_files"
MOVE_FILES = "clips.move_files"
QUEUE = "clips"
DOWNLOADS_QUEUE = "downloads"
_LONGEST_CUT_S = 1800
_LONGEST_FILE_S = 6 * 3600
_MAKES: dict[Taken, tuple[str, str, int]] = {
    "clip": (CUT_CLIP, QUEUE, _LONGEST_CUT_S),
    "event": (MAKE_EVENT_FILE, DOWNLOADS_QUEUE, _LONGEST_FILE_S),
}


def ask_to_cut(jobs: Jobs, clip: Clip) -> None:
    """Ask for the clip's file; while the job waits or runs, the queue takes no second one."""
    ask_for(jobs, Unsettled(clip.channel_id, "clip", clip.id))


def ask_to_make(jobs: Jobs, file: EventFile) -> None:
    """Ask for the file of an event; while the job waits or runs, the queue takes no second one."""
    ask_for(jobs, Unsettled(file.channel_id, "event", file.id))


def ask_for(jobs: Jobs, left: Unsettled) -> None:
    """Ask for what is left to do. Where its worker is dead the job has another name each time: the queue may
    still believe that the dead one's is under way."""
    name, queue, timeout = _MAKES[left.kind]
    after = f"-after-{left.attempts}" if left.attempts else ""
    unique = f"{left.kind}-{left.id}{after}"
    jobs.enqueue(name, left.channel_id, left.id, queue=queue, unique=unique, timeout=timeout)


def remove_files_of(jobs: Jobs, clip: Clip) -> None:
    """Ask for the files of a clip that is deleted to be removed, also those in its former folders."""
    for folder in (clip.folder, *clip.former_folders):
        ask_to_remove(jobs, clip.channel_id, folder)


def ask_to_move(jobs: Jobs, channel_id: ChannelId, clip_id: ClipId) -> None:
    """Ask for a clip's files to be moved out of its former folders, after the present transaction."""
    jobs.enqueue(MOVE_FILES, channel_id, clip_id, unique=f"move-clip-{clip_id}", timeout=600)


def ask_to_remove(jobs: Jobs, channel_id: ChannelId, folder: str) -> None:
    """Ask for a folder below `clips/` or `downloads/` to be forgotten, once the present transaction is
    committed."""
    jobs.enqueue(REMOVE_FILES, channel_id, folder, unique=f"remove-{folder}", timeout=600)
