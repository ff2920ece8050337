"""The jobs of clips."""

from dependency_injector.wiring import Provide, inject

from touchline.clips.application.asking_to_cut import (
    CUT_CLIP,
    DOWNLOADS_QUEUE,
    MAKE_EVENT_FILE,
    MOVE_FILES,
    REMOVE_FILES,
)
from touchline.clips.application.cut_next import CutNextClip
from touchline.clips.application.make_event_file import MakeEventFile
from touchline.clips.application.move_files import MoveFiles
from touchline.clips.application.recover import RecoverFiles
from touchline.clips.application.tidy import TIDY, TidyFiles
from touchline.clips.domain.folders import made_at
from touchline.clips.domain.ids import ClipId, EventFileId
from touchline.clips.ports.files import Files
from touchline.platform.queue.jobs import Job
from touchline.shared.ids import ChannelId
from touchline.shared.jobs import Task

RECOVER = "clips.recover"


@inject
def cut_clip(channel_id: int, clip_id: int, cut: CutNextClip = Provide["clips.cut_next"]) -> None:
    """Cut the file of the clip whose turn it is; it shows progress, so its transactions are its own."""
    cut(ChannelId(channel_id), ClipId(clip_id))


@inject
def make_event_file(
    channel_id: int, file_id: int, make: MakeEventFile = Provide["clips.make_event_file"]
) -> None:
    """Make the file of an event; it shows progress, so its transactions are its own."""
    make(ChannelId(channel_id), EventFileId(file_id))


@inject
def remove_files(_channel_id: int, folder: str, files: Files = Provide["clips.files"]) -> None:
    """Forget the folder of a clip or event file that is no more."""
    if made_at(folder) is not None:
        files.remove(folder)


@inject
def move_files(channel_id: int, clip_id: int, move: MoveFiles = Provide["clips.move_files"]) -> None:
    """Move the files of a hidden clip, so that addresses that were given out stop working."""
    move(ChannelId(channel_id), ClipId(clip_id))


@inject
def recover(recover: RecoverFiles = Provide["clips.recover"]) -> None:
    """Ask again for what dead workers left."""
    recover()


@inject
def tidy(tidy: TidyFiles = Provide["clips.tidy"]) -> None:
    """Remove files that nobody needs any more."""
    tidy()


JOBS = (
    Job(CUT_CLIP, cut_clip, one_transaction=False),
    Job(MAKE_EVENT_FILE, make_event_file, one_transaction=False),
    Job(REMOVE_FILES, remove_files, one_transaction=False),
    Job(MOVE_FILES, move_files, one_transaction=False),
    Job(RECOVER, recover, one_transaction=False),
    Job(TIDY, tidy, one_transaction=False),
)
REGULAR = (Task(RECOVER, (), unique="clips-recover", timeout=120),)
"""Not in the queue of clips: those who wait there are not to hold it up."""
DAILY = (Task(TIDY, (), queue=DOWNLOADS_QUEUE, unique="clips-tidy", timeout=3600),)
"""What a worker asks for at its start and once a day."""
