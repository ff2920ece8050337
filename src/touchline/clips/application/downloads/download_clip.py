"""Downloading the file of a clip (api.md, `GET /clip/download/{id}`)."""

from __future__ import annotations

from typing import Any

from touchline.clips.application.editing.change_clip import CLIP_HIDDEN
from touchline.clips.application.editing.quotas import DownloadQuota
from touchline.clips.application.viewing.clip_serializer import ClipSerializer
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.filenames import filename
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.event_catalog import EventCatalog
from touchline.clips.ports.files import ClipUrls
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import ForbiddenError, NotFoundError, RefusedError
from touchline.shared.principal import Principal
from touchline.shared.tasks.work import WorkState

STILL_PROCESSING = ErrorMessage(
    "errors.clip_processing", "This clip is still being created. Please wait a moment."
)
CUT_FAILED = ErrorMessage("errors.clip_failed", "This clip could not be created. Please try again.")
NO_ACCESS = ErrorMessage(
    "errors.no_access", "You don’t have access to this event. Get a pass or log in to another account."
)


class DownloadClip:
    """Returns the URL of a clip's file and counts the download."""

    def __init__(
        self,
        clips: Clips,
        event_catalog: EventCatalog,
        serializer: ClipSerializer,
        quota: DownloadQuota,
        urls: ClipUrls,
    ) -> None:
        self._clips = clips
        self._event_catalog = event_catalog
        self._serializer = serializer
        self._quota = quota
        self._urls = urls

    def __call__(self, principal: Principal, clip_id: ClipId) -> dict[str, Any]:
        """Return `{url, filename, size, expires_at}`.

        Raises `NotFoundError`. Raises `ForbiddenError` in a blocked region, for a clip that the viewer may
        not play, without the capability, or past the limit. Raises `RefusedError` if the file is not ready.
        """
        clip = self._clips.get(clip_id)
        context = self._serializer.build_context(principal, [clip] if clip else [])
        if clip is None or clip.event_id not in context.events:
            raise NotFoundError()
        if clip.is_hidden:
            raise ForbiddenError(CLIP_HIDDEN) if clip.is_owned_by(principal.account_id) else NotFoundError()
        region = self._event_catalog.get_region(principal, clip.event_id)
        if not (context.can_play(clip, shared=False) and context.has_right(clip)):
            raise ForbiddenError(NO_ACCESS)
        allowance = self._quota.get_allowance(principal.viewer_id, "clip")
        _check_ready(clip)
        self._quota.record(principal.viewer_id, "clip", clip.id, allowance)
        name = filename(context.events[clip.event_id], clip.details.name)
        signed_url = self._urls.get_file_url(clip.file_key, principal.session_id, region, name)
        return {
            "url": signed_url.url,
            "filename": name,
            "size": clip.size,
            "expires_at": signed_url.expires_at,
        }


def _check_ready(clip: Clip) -> None:
    if clip.state is WorkState.FAILED:
        raise RefusedError(CUT_FAILED)
    if clip.state is not WorkState.READY:
        raise RefusedError(STILL_PROCESSING)
