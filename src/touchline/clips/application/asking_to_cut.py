"""Asking for a clip's file to be cut, and for the files of clips that are no more to be removed: soon, by
jobs."""

from __future__ import annotations

from touchline.clips.domain.clip import Clip
from touchline.shared.ids import ChannelId
from touchline.shared.jobs import Jobs

CUT_CLIP = "clips.cut"
REMOVE_FILES = "clips.remove_files"
QUEUE = "clips"
_LONGEST_CUT_S = 1800


def ask_to_cut(jobs: Jobs, clip: Clip) -> None:
    """Ask for the clip's file; while the job waits or runs, the queue takes no second one."""
    jobs.enqueue(
        CUT_CLIP, clip.channel_id, clip.id, queue=QUEUE, unique=f"clip-{clip.id}", timeout=_LONGEST_CUT_S
    )


def ask_to_remove(jobs: Jobs, channel_id: ChannelId, folder: str) -> None:
    """Ask for a folder below `clips/` or `downloads/` to be forgotten, once the present transaction is
    committed."""
    jobs.enqueue(REMOVE_FILES, channel_id, folder, unique=f"remove-{folder}", timeout=600)
