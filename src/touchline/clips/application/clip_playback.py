"""Whether the files of clips and downloads may still be used by who was given their address."""

from __future__ import annotations

from touchline.clips.application.clip_answers import ClipAnswers
from touchline.clips.application.meter import DownloadMeter
from touchline.clips.domain.folders import DOWNLOADS
from touchline.clips.ports.clips import ClipFolders, Taken
from touchline.clips.ports.footages import Footages
from touchline.shared.errors import Forbidden
from touchline.shared.principal import Principal

_FILE = "file"


class CheckClipPlayback:
    """Decides by the functions that decide whether an answer has an address."""

    def __init__(
        self, folders: ClipFolders, answers: ClipAnswers, footages: Footages, meter: DownloadMeter
    ) -> None:
        self._folders = folders
        self._answers = answers
        self._footages = footages
        self._meter = meter

    def __call__(self, principal: Principal, path: str, *, share: str | None, bound: bool) -> bool:
        """Whether the viewer may have the file of `clips/…` or `downloads/…` now. `share`: the share link
        that its address was given out for; `bound`: whether the address is good for one country alone."""
        folder, inside = "/".join(path.split("/")[:2]), path.split("/")[2]
        if folder.startswith(f"{DOWNLOADS}/"):
            return self._event_file(principal, folder)
        clip = self._folders.clip_in(folder)
        if clip is None:
            return False
        shared = share == clip.share_token
        around = self._answers.around(principal, [clip], shared=shared)
        if around.regions.get(clip.event_id) is not None and not bound:
            return False
        if not around.may_play(clip, shared=shared):
            return False
        return inside != _FILE or self._may_take(principal, "clip")

    def _event_file(self, principal: Principal, folder: str) -> bool:
        event_id = self._folders.event_of_file(folder)
        if event_id is None or not self._footages.may_watch(principal, event_id):
            return False
        return self._may_take(principal, "event")

    def _may_take(self, principal: Principal, kind: Taken) -> bool:
        if principal.account_id is None:
            return False
        try:
            self._meter.admit(principal.account_id, kind)
        except Forbidden:
            return False
        return True
