"""The job that moves a clip's files after the channel hid it."""

from __future__ import annotations

from touchline.clips.domain.clip import Clip
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import Ledger
from touchline.clips.ports.files import Files
from touchline.shared.errors import NotFound
from touchline.shared.ids import ChannelId


class MoveFiles:
    """Moves a clip's files out of its former folders, so that addresses which were given out stop working.

    It may run twice and be killed anywhere.
    """

    def __init__(self, ledger: Ledger, files: Files) -> None:
        self._ledger = ledger
        self._files = files

    def __call__(self, channel_id: ChannelId, clip_id: ClipId) -> None:
        """Move them to the present folder; a clip that was deleted meanwhile has none."""
        try:
            folder, former = self._ledger.change(channel_id, clip_id, _folders)
            for one in former:
                self._files.move(one, folder)
            self._ledger.change(channel_id, clip_id, lambda clip: clip.forget_former(former))
        except NotFound:
            return


def _folders(clip: Clip) -> tuple[str, tuple[str, ...]]:
    return clip.folder, clip.former_folders
