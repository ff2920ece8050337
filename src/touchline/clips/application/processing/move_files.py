"""Jobs that move a clip's files after the channel has hidden it, and remove those of a deleted clip."""

from __future__ import annotations

from touchline.clips.application.processing.processing_store import ProcessingStore
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.folders import get_created_at
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.files import Files
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import ChannelId


class MoveFiles:
    """Moves a clip's files out of its former folders, so that existing URLs stop working.

    Safe to run twice and to be killed at any point.
    """

    def __init__(self, store: ProcessingStore, files: Files) -> None:
        self._store = store
        self._files = files

    def __call__(self, channel_id: ChannelId, clip_id: ClipId) -> None:
        """Move the files to the current folder. Has no effect if the clip was deleted in the meantime."""
        try:
            folder, former = self._store.update_clip(channel_id, clip_id, _get_folders)
            for former_folder in former:
                self._files.move(former_folder, folder)
            self._store.update_clip(channel_id, clip_id, lambda clip: clip.remove_former_folders(former))
        except NotFoundError:
            return


class RemoveFiles:
    """Removes the folder of a deleted clip or event file."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def __call__(self, folder: str) -> None:
        """Remove the folder. A name that no clip or event file can have has no effect."""
        if get_created_at(folder) is not None:
            self._files.remove(folder)


def _get_folders(clip: Clip) -> tuple[str, tuple[str, ...]]:
    return clip.folder, clip.former_folders
