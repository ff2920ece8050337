"""What is done once a day about the files of clips and events: what nobody needs any more goes."""

from __future__ import annotations

from datetime import timedelta

from touchline.clips.domain.event_file import EventFile
from touchline.clips.domain.folders import ROOMS, made_at
from touchline.clips.ports.clips import Ledger
from touchline.clips.ports.files import Files
from touchline.clips.ports.footages import Recordings
from touchline.shared.clock import Clock

TIDY = "clips.tidy"
YOUNG = timedelta(hours=1)
"""A folder this young may be that of a clip which is being saved: its row comes last."""


class TidyFiles:
    """Removes event files whose recording is gone or that nobody took for long, and folders that belong to
    nothing: those of a process that died while it saved a clip."""

    def __init__(self, ledger: Ledger, files: Files, footages: Recordings, clock: Clock) -> None:
        self._ledger = ledger
        self._files = files
        self._footages = footages
        self._clock = clock

    def __call__(self) -> None:
        """All channels, each file in a transaction of its own."""
        for file in self._ledger.files():
            if self._ledger.drop_file(file.channel_id, file.id, self._may_go):
                self._files.remove(file.folder)
        self._remove_strangers()

    def _may_go(self, file: EventFile) -> bool:
        footage = self._footages.recorded(file.channel_id, file.event_id)
        return file.may_go(self._clock.now(), footage.source if footage else "")

    def _remove_strangers(self) -> None:
        found = [folder for room in ROOMS for folder in self._files.folders(room)]
        known = self._ledger.folders()
        for folder in found:
            if folder not in known and self._is_old(folder):
                self._files.remove(folder)

    def _is_old(self, folder: str) -> bool:
        made = made_at(folder)
        return made is None or self._clock.now() - made > YOUNG
