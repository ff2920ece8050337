"""Daily cleanup of clip and event files."""

from __future__ import annotations

from datetime import timedelta

from touchline.clips.application.processing.processing_store import ProcessingStore
from touchline.clips.domain.event_file import EventFile
from touchline.clips.domain.folders import ROOT_FOLDERS, get_created_at
from touchline.clips.ports.event_catalog import Recordings
from touchline.clips.ports.files import Files
from touchline.shared.clock import Clock

CLEAN_UP_JOB = "clips.tidy"
ORPHAN_MIN_AGE = timedelta(hours=1)
"""Minimum age of an orphaned folder before deletion.

Saving a clip creates its folder before its row.
"""


class CleanUpFiles:
    """Deletes event files that are no longer needed, and orphaned folders.

    An event file is no longer needed if its recording is gone or nobody requested it for a long time. A
    process that dies while it saves a clip leaves an orphaned folder.
    """

    def __init__(self, store: ProcessingStore, files: Files, recordings: Recordings, clock: Clock) -> None:
        self._store = store
        self._files = files
        self._recordings = recordings
        self._clock = clock

    def __call__(self) -> None:
        """Clean up all channels. Each event file is deleted in its own transaction."""
        for file in self._store.list_event_files():
            if self._store.delete_event_file_if(file.channel_id, file.id, self._can_delete):
                self._files.remove(file.folder)
        self._remove_orphans()

    def _can_delete(self, file: EventFile) -> bool:
        footage = self._recordings.find_recording(file.channel_id, file.event_id)
        return file.can_delete(self._clock.now(), footage.source if footage else "")

    def _remove_orphans(self) -> None:
        existing = [
            folder for root_folder in ROOT_FOLDERS for folder in self._files.list_folders(root_folder)
        ]
        referenced = self._store.list_folders()
        for folder in existing:
            if folder not in referenced and self._is_old(folder):
                self._files.remove(folder)

    def _is_old(self, folder: str) -> bool:
        created_at = get_created_at(folder)
        return created_at is None or self._clock.now() - created_at > ORPHAN_MIN_AGE
