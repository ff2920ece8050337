"""Saving a clip. It plays at once from existing segments; a job cuts its file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from touchline.clips.application.editing.caption_folders import CaptionFolders
from touchline.clips.application.editing.count_clips import CountClips
from touchline.clips.application.editing.play_folder import ClipMaker, build_clip
from touchline.clips.application.editing.quotas import ClipQuota
from touchline.clips.application.processing.job_requests import request_clip_cut
from touchline.clips.domain.clip import Clip, ClipDetails, Range
from touchline.clips.domain.footage import Footage, Rendition
from touchline.clips.domain.playlists import select_renditions
from touchline.clips.events import ClipCreated
from touchline.clips.ports.allowances import Allowance
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.event_catalog import EventCatalog
from touchline.clips.ports.files import Files
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId, EventId
from touchline.shared.principal import Principal
from touchline.shared.tasks.jobs import Jobs
from touchline.shared.unit_of_work import Announce


@dataclass(frozen=True, slots=True)
class ClipRequest:
    """A viewer's request for a clip. Times are in milliseconds.

    They count from the first frame of a recording, or from `start_ts` of a live stream.
    """

    event_id: EventId
    media_id: int
    name: str
    tags: Sequence[str]
    start_ms: int
    duration_ms: int


@dataclass(frozen=True, slots=True)
class ClipStorage:
    """Storage of clips: their rows, their files, and the content of their play folders."""

    clips: Clips
    files: Files
    folders: CaptionFolders


class SaveClip:
    """Creates a clip (api.md, `POST /clip`)."""

    def __init__(
        self,
        event_catalog: EventCatalog,
        storage: ClipStorage,
        quota: ClipQuota,
        count: CountClips,
        jobs: Jobs,
        announce: Announce,
        clock: Clock,
    ) -> None:
        self._event_catalog = event_catalog
        self._clips, self._files, self._folders = storage.clips, storage.files, storage.folders
        self._quota = quota
        self._count_clips = count
        self._jobs = jobs
        self._announce = announce
        self._clock = clock

    def __call__(self, principal: Principal, request: ClipRequest) -> Clip:
        """Create and return the clip. Return the existing clip if the viewer saved the same one before.

        Raises `InvalidInputError` for invalid details or durations. Raises `ForbiddenError` without a pass
        for clips or for the event. Raises `RefusedError` if the footage does not cover the range. Raises
        `NotFoundError`.
        """
        details, wanted_range = (
            ClipDetails.create(request.name, request.tags),
            Range.create(request.start_ms, request.duration_ms),
        )
        allowance = self._quota.get_allowance(principal.viewer_id)
        footage = self._event_catalog.get_footage(principal, request.event_id, request.media_id)
        requested = wanted_range.clamp_to(footage)
        renditions = select_renditions(footage, requested)
        account_id = principal.viewer_id
        maker = ClipMaker(principal.channel_id, account_id)
        now = self._clock.now()
        clip = build_clip(maker, request.event_id, details, footage, renditions[0], requested, now)
        existing = self._clips.find_duplicate(clip)
        return existing or self._create(account_id, clip, footage, renditions, allowance)

    def _create(
        self,
        account_id: AccountId,
        clip: Clip,
        footage: Footage,
        renditions: Sequence[Rendition],
        allowance: Allowance,
    ) -> Clip:
        """Write the files first and take the lock for the limit afterwards, because writing takes time."""
        self._quota.check(account_id, allowance)
        try:
            content = self._folders.build(clip, footage, renditions)
            self._files.create_folder(clip.play_folder, content.links, content.texts)
            self._quota.lock_and_check(account_id, allowance)
            return self._insert(clip)
        except BaseException:
            self._files.remove(clip.folder)
            raise

    def _insert(self, clip: Clip) -> Clip:
        saved = self._clips.add(clip)
        if saved.folder != clip.folder:
            self._files.remove(clip.folder)
            return saved
        self._count_clips(saved.channel_id, saved.event_id)
        self._announce(ClipCreated(saved.channel_id, saved.id, saved.event_id))
        request_clip_cut(self._jobs, saved)
        return saved
