"""Jobs of context clips."""

from dependency_injector.wiring import Provide, inject

from touchline.clips.application.highlights.make_highlights import MakeHighlights
from touchline.clips.application.processing.clean_up_files import CLEAN_UP_JOB, CleanUpFiles
from touchline.clips.application.processing.cut_next_clip import CutNextClip
from touchline.clips.application.processing.job_requests import (
    CUT_CLIP_JOB,
    DOWNLOADS_QUEUE,
    MAKE_EVENT_FILE_JOB,
    MAKE_HIGHLIGHTS_JOB,
    MOVE_FILES_JOB,
    REMOVE_FILES_JOB,
    UPDATE_CAPTIONS_JOB,
)
from touchline.clips.application.processing.make_event_file import MakeEventFile
from touchline.clips.application.processing.move_files import MoveFiles, RemoveFiles
from touchline.clips.application.processing.recover_files import RecoverFiles
from touchline.clips.application.processing.update_captions import UpdateCaptions
from touchline.clips.container import ClipsContainer
from touchline.clips.domain.ids import ClipId, EventFileId
from touchline.platform.queue.jobs import Job
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.tasks.jobs import Task

RECOVER_JOB = "clips.recover"


@inject
def cut_clip(
    channel_id: int, clip_id: int, cut_next: CutNextClip = Provide[ClipsContainer.cut_next_clip]
) -> None:
    """Cut the file of the next clip.

    The job shows progress, so it manages its own transactions.
    """
    cut_next(ChannelId(channel_id), ClipId(clip_id))


@inject
def make_event_file(
    channel_id: int, file_id: int, make_use_case: MakeEventFile = Provide[ClipsContainer.make_event_file]
) -> None:
    """Create the download file of an event.

    The job shows progress, so it manages its own transactions.
    """
    make_use_case(ChannelId(channel_id), EventFileId(file_id))


@inject
def remove_files(
    _channel_id: int, folder: str, remove: RemoveFiles = Provide[ClipsContainer.remove_files]
) -> None:
    """Remove the folder of a deleted clip or event file."""
    remove(folder)


@inject
def move_files(
    channel_id: int, clip_id: int, move_use_case: MoveFiles = Provide[ClipsContainer.move_files]
) -> None:
    """Move the files of a hidden clip, so that URLs already handed out stop working."""
    move_use_case(ChannelId(channel_id), ClipId(clip_id))


@inject
def make_highlights(
    _channel_id: int, turn: int, make_use_case: MakeHighlights = Provide[ClipsContainer.make_highlights]
) -> None:
    """Make the pending highlights and reels of all channels.

    The job waits for live streams, so it manages its own transactions.
    """
    make_use_case(turn)


@inject
def update_captions(
    channel_id: int, event_id: int, update: UpdateCaptions = Provide[ClipsContainer.update_captions]
) -> None:
    """Update the captions of an event's clips.

    The job writes files, so it manages its own transactions.
    """
    update(ChannelId(channel_id), EventId(event_id))


@inject
def recover_files(recover: RecoverFiles = Provide[ClipsContainer.recover_files]) -> None:
    """Requeue work that dead workers left."""
    recover()


@inject
def clean_up_files(tidy: CleanUpFiles = Provide[ClipsContainer.clean_up_files]) -> None:
    """Remove files that are no longer needed."""
    tidy()


JOBS = (
    Job(CUT_CLIP_JOB, cut_clip, one_transaction=False),
    Job(MAKE_EVENT_FILE_JOB, make_event_file, one_transaction=False),
    Job(REMOVE_FILES_JOB, remove_files, one_transaction=False),
    Job(MOVE_FILES_JOB, move_files, one_transaction=False),
    Job(MAKE_HIGHLIGHTS_JOB, make_highlights, one_transaction=False),
    Job(UPDATE_CAPTIONS_JOB, update_captions, one_transaction=False),
    Job(RECOVER_JOB, recover_files, one_transaction=False),
    Job(CLEAN_UP_JOB, clean_up_files, one_transaction=False),
)
REGULAR = (Task(RECOVER_JOB, (), unique="clips-recover", timeout=120),)
"""Not in the clips queue, so that waiting clip jobs do not delay this task."""
DAILY = (Task(CLEAN_UP_JOB, (), queue=DOWNLOADS_QUEUE, unique="clips-tidy", timeout=3600),)
"""Tasks that a worker enqueues when it starts and once a day."""
