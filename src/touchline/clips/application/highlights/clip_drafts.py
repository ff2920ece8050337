"""Clips of the channel that are not saved yet: their files are written before the transaction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from touchline.clips.application.editing.caption_folders import CaptionFolders
from touchline.clips.application.editing.play_folder import PlayFolder
from touchline.clips.application.processing.job_requests import request_clip_cut, request_folder_removal
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.files import DiskFullError, FileGoneError, Files
from touchline.shared.ids import ChannelId
from touchline.shared.tasks.jobs import Jobs
from touchline.shared.unit_of_work import UnitOfWorkFactory


@dataclass(frozen=True, slots=True)
class ClipDraft:
    """A clip that is not saved yet, and the content of its play folder."""

    clip: Clip
    content: PlayFolder


class ClipDrafts:
    """Saves drafts. A clip that exists already keeps its id, its link and its place on the home page."""

    def __init__(
        self, uow: UnitOfWorkFactory, clips: Clips, files: Files, folders: CaptionFolders, jobs: Jobs
    ) -> None:
        self._uow = uow
        self._clips = clips
        self._files = files
        self.folders = folders
        self._jobs = jobs

    def save(self, channel_id: ChannelId, draft: ClipDraft, save_row: Callable[[], bool]) -> bool:
        """Write the files, then call `save_row` in a transaction. Return whether it used the draft.

        Its files are removed if it did not. Return False, too, if the segments are gone or the disk is full.
        """
        folder = draft.clip.folder
        try:
            self._files.create_folder(draft.clip.play_folder, draft.content.links, draft.content.texts)
            with self._uow(channel_id):
                is_used = save_row()
        except (FileGoneError, DiskFullError):
            is_used = False
        except BaseException:
            self._files.remove(folder)
            raise
        if not is_used:
            self._files.remove(folder)
        return is_used

    def put(self, draft: ClipDraft, clip_id: ClipId | None) -> ClipId | None:
        """Insert the clip, or let the existing one show its footage. Return its id; None for a hidden clip,
        which stays as it is. Call this in `save_row`.
        """
        existing = self._clips.get_for_update(clip_id) if clip_id is not None else None
        if existing is None:
            saved = self._clips.add(draft.clip)
        elif existing.is_hidden:
            return None
        else:
            request_folder_removal(self._jobs, existing.channel_id, existing.folder)
            existing.recut(draft.clip)
            self._clips.save(existing)
            saved = existing
        request_clip_cut(self._jobs, saved)
        return saved.id
