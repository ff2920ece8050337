"""Whether the files of clips and downloads may still be used by who was given their address."""

from __future__ import annotations

from touchline.clips.application.editing.quotas import DownloadQuota
from touchline.clips.application.viewing.clip_serializer import ClipSerializer
from touchline.clips.domain.folders import DOWNLOADS
from touchline.clips.ports.clips import ClipFolders, DownloadKind
from touchline.clips.ports.event_catalog import EventCatalog
from touchline.shared.errors import ForbiddenError
from touchline.shared.principal import Principal

_FILE_FOLDER = "file"


class CheckClipPlayback:
    """Decides by the functions that decide whether an answer has an address."""

    def __init__(
        self,
        folders: ClipFolders,
        serializer: ClipSerializer,
        event_catalog: EventCatalog,
        quota: DownloadQuota,
    ) -> None:
        self._folders = folders
        self._serializer = serializer
        self._event_catalog = event_catalog
        self._quota = quota

    def __call__(self, principal: Principal, path: str, *, share: str | None, is_country_bound: bool) -> bool:
        """Whether the viewer may have the file of `clips/…` or `downloads/…` now. `share`: the share link
        that its address was given out for; `is_country_bound`: whether the address is good for one country
        alone."""
        folder, subfolder = "/".join(path.split("/")[:2]), path.split("/")[2]
        if folder.startswith(f"{DOWNLOADS}/"):
            return self._can_download_event_file(principal, folder)
        clip = self._folders.find_clip(folder)
        if clip is None:
            return False
        shared = share == clip.share_token
        context = self._serializer.build_context(principal, [clip], shared=shared)
        if context.regions.get(clip.event_id) is not None and not is_country_bound:
            return False
        if not context.can_play(clip, shared=shared):
            return False
        return subfolder != _FILE_FOLDER or self._can_download(principal, "clip")

    def _can_download_event_file(self, principal: Principal, folder: str) -> bool:
        event_id = self._folders.find_event_id(folder)
        if event_id is None or not self._event_catalog.can_watch(principal, event_id):
            return False
        return self._can_download(principal, "event")

    def _can_download(self, principal: Principal, kind: DownloadKind) -> bool:
        if principal.account_id is None:
            return False
        try:
            self._quota.get_allowance(principal.account_id, kind)
        except ForbiddenError:
            return False
        return True
