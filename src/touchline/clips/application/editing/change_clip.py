"""Owners' changes to their clips: rename, unshare, retry, delete (api.md, "Clips")."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.clips.application.editing.count_clips import CountClips
from touchline.clips.application.processing.job_requests import request_clip_cut, request_clip_removal
from touchline.clips.domain.clip import Clip, ClipDetails
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import Clips, DuplicateClipError
from touchline.clips.ports.event_catalog import EventCatalog
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import ForbiddenError, NotFoundError
from touchline.shared.principal import Principal
from touchline.shared.tasks.jobs import Jobs

CLIP_HIDDEN = ErrorMessage("errors.clip_hidden", "The channel has hidden this clip.")
NOT_OWNER = ErrorMessage("errors.not_clip_owner", "This clip belongs to another viewer.")


class OwnedClips:
    """Loads clips for changes by their owner."""

    def __init__(self, clips: Clips, event_catalog: EventCatalog) -> None:
        self._clips = clips
        self._event_catalog = event_catalog

    def get_for_update(self, principal: Principal, clip_id: ClipId) -> Clip:
        """Return the viewer's clip, locked.

        Raises `ForbiddenError` if it belongs to another viewer. Raises `NotFoundError` if there is none that
        this viewer may see.
        """
        clip = self._clips.get_for_update(clip_id)
        if clip is None:
            raise NotFoundError()
        if not clip.is_owned_by(principal.account_id):
            raise (
                ForbiddenError(NOT_OWNER)
                if self._event_catalog.list_event_rows(principal, [clip.event_id])
                else NotFoundError()
            )
        return clip


class ChangeClip:
    """Changes that do not affect playback of a clip."""

    def __init__(self, owned_clips: OwnedClips, clips: Clips, jobs: Jobs) -> None:
        self._owned_clips = owned_clips
        self._clips = clips
        self._jobs = jobs

    def rename(
        self, principal: Principal, clip_id: ClipId, name: str | None, tags: Sequence[str] | None
    ) -> Clip:
        """Change the name and tags; None leaves a value unchanged.

        Raises `InvalidInputError`. Raises `DuplicateClipError` if the viewer already has this clip under that
        name.
        """
        clip = self._owned_clips.get_for_update(principal, clip_id)
        details = clip.details
        clip.rename(
            ClipDetails.create(details.name if name is None else name, details.tags if tags is None else tags)
        )
        duplicate = self._clips.find_duplicate(clip)
        if duplicate is not None and duplicate.id != clip.id:
            raise DuplicateClipError
        self._clips.save(clip)
        return clip

    def unshare(self, principal: Principal, clip_id: ClipId) -> Clip:
        """Replace the uuid, so that the old share link stops working."""
        clip = self._owned_clips.get_for_update(principal, clip_id)
        clip.unshare()
        self._clips.save(clip)
        return clip

    def retry(self, principal: Principal, clip_id: ClipId) -> Clip:
        """Queue a failed clip again. Raises `RefusedError` for any other clip."""
        clip = self._owned_clips.get_for_update(principal, clip_id)
        if clip.is_hidden:
            raise ForbiddenError(CLIP_HIDDEN)
        clip.retry()
        self._clips.save(clip)
        request_clip_cut(self._jobs, clip)
        return clip


class DeleteClip:
    """Deletes a clip in the current transaction. A job deletes its files afterwards."""

    def __init__(self, owned_clips: OwnedClips, clips: Clips, count: CountClips, jobs: Jobs) -> None:
        self._owned_clips = owned_clips
        self._clips = clips
        self._count_clips = count
        self._jobs = jobs

    def __call__(self, principal: Principal, clip_id: ClipId) -> None:
        """Delete the clip.

        Raises `ForbiddenError` for another viewer's clip, `NotFoundError` if there is none.
        """
        clip = self._owned_clips.get_for_update(principal, clip_id)
        self._clips.remove(clip.id)
        self._count_clips(clip.channel_id, clip.event_id)
        request_clip_removal(self._jobs, clip)
