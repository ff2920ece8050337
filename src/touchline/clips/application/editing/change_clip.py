"""What owners do with their clips: name, unshare, cut once more, delete (api.md, "Clips")."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.clips.application.editing.count_clips import CountClips
from touchline.clips.application.processing.job_requests import request_clip_cut, request_clip_removal
from touchline.clips.domain.clip import Clip, ClipDetails
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import Clips, DuplicateClipError
from touchline.clips.ports.event_catalog import EventCatalog
from touchline.shared.errors import ForbiddenError, NotFoundError
from touchline.shared.principal import Principal
from touchline.shared.tasks.jobs import Jobs

CLIP_HIDDEN = "The channel has hidden this clip."
NOT_OWNER = "This clip was made by another viewer."


class OwnedClips:
    """Finds a clip for its owner, to be changed."""

    def __init__(self, clips: Clips, event_catalog: EventCatalog) -> None:
        self._clips = clips
        self._event_catalog = event_catalog

    def get_for_update(self, principal: Principal, clip_id: ClipId) -> Clip:
        """`ForbiddenError` for another viewer's, `NotFoundError` where there is none that this viewer could
        see."""
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
    """Changes that leave a clip as it plays."""

    def __init__(self, owned_clips: OwnedClips, clips: Clips, jobs: Jobs) -> None:
        self._owned_clips = owned_clips
        self._clips = clips
        self._jobs = jobs

    def rename(
        self, principal: Principal, clip_id: ClipId, name: str | None, tags: Sequence[str] | None
    ) -> Clip:
        """New words; None leaves as it is. `InvalidInputError`; `DuplicateClipError` where the viewer has it
        under that name already."""
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
        """A new uuid: the old one leads nowhere."""
        clip = self._owned_clips.get_for_update(principal, clip_id)
        clip.unshare()
        self._clips.save(clip)
        return clip

    def retry(self, principal: Principal, clip_id: ClipId) -> Clip:
        """Queue a clip that failed; `RefusedError` for another."""
        clip = self._owned_clips.get_for_update(principal, clip_id)
        if clip.is_hidden:
            raise ForbiddenError(CLIP_HIDDEN)
        clip.retry()
        self._clips.save(clip)
        request_clip_cut(self._jobs, clip)
        return clip


class DeleteClip:
    """Forgets a clip: it is gone with the transaction, its files by a job after it."""

    def __init__(self, owned_clips: OwnedClips, clips: Clips, count: CountClips, jobs: Jobs) -> None:
        self._owned_clips = owned_clips
        self._clips = clips
        self._count_clips = count
        self._jobs = jobs

    def __call__(self, principal: Principal, clip_id: ClipId) -> None:
        """`ForbiddenError` for another viewer's, `NotFoundError`."""
        clip = self._owned_clips.get_for_update(principal, clip_id)
        self._clips.remove(clip.id)
        self._count_clips(clip.channel_id, clip.event_id)
        request_clip_removal(self._jobs, clip)
