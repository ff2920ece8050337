"""Playback check for URLs of clips and downloads."""

from __future__ import annotations

from touchline.clips.application.editing.quotas import DownloadQuota
from touchline.clips.application.viewing.clip_serializer import ClipSerializer
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.folders import DOWNLOADS
from touchline.clips.ports.clips import ClipFolders, DownloadKind
from touchline.clips.ports.event_catalog import EventCatalog
from touchline.clips.ports.moderation import ChannelModeration
from touchline.shared.errors import ForbiddenError
from touchline.shared.principal import Principal

_FILE_FOLDER = "file"


class CheckClipPlayback:
    """Checks access to clip files with the same rules by which API responses include URLs."""

    def __init__(
        self,
        folders: ClipFolders,
        serializer: ClipSerializer,
        event_catalog: EventCatalog,
        quota: DownloadQuota,
        channel: ChannelModeration,
    ) -> None:
        self._folders = folders
        self._serializer = serializer
        self._event_catalog = event_catalog
        self._quota = quota
        self._channel = channel

    def __call__(self, principal: Principal, path: str, *, share: str | None, is_country_bound: bool) -> bool:
        """Return whether the viewer may now have the file at `clips/…` or `downloads/…`.

        Moderators may have the files of each clip.

        `share` is the share link for which the URL was issued. `is_country_bound`: the URL is valid in one
        country only.
        """
        folder, subfolder = "/".join(path.split("/")[:2]), path.split("/")[2]
        if folder.startswith(f"{DOWNLOADS}/"):
            return self._can_download_event_file(principal, folder, is_country_bound=is_country_bound)
        clip = self._folders.find_clip(folder)
        if clip is None:
            return False
        return self._can_have(principal, clip, subfolder, share, is_country_bound) or (
            self._channel.is_moderator(principal)
        )

    def _can_have(
        self, principal: Principal, clip: Clip, subfolder: str, share: str | None, is_country_bound: bool
    ) -> bool:
        shared = share == clip.share_token
        context = self._serializer.build_context(principal, [clip], shared=shared)
        if context.regions.get(clip.event_id) is not None and not is_country_bound:
            return False
        if not context.can_play(clip, shared=shared):
            return False
        if subfolder != _FILE_FOLDER:
            return True
        return context.has_right(clip) and self._can_download(principal, "clip")

    def _can_download_event_file(self, principal: Principal, folder: str, *, is_country_bound: bool) -> bool:
        event_id = self._folders.find_event_id(folder)
        if event_id is None or not self._event_catalog.can_download(
            principal, event_id, is_country_bound=is_country_bound
        ):
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
