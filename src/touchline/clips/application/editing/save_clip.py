"""Saving a clip. It plays at once from existing segments; a job cuts its file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import uuid4

from touchline.clips.application.editing.count_clips import CountClips
from touchline.clips.application.editing.quotas import ClipQuota
from touchline.clips.application.processing.job_requests import request_clip_cut
from touchline.clips.domain.clip import Clip, ClipDetails, Range
from touchline.clips.domain.folders import CLIPS, new_folder
from touchline.clips.domain.footage import Footage, Rendition
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.playlists import (
    MASTER,
    build_master_playlist,
    build_media_playlist,
    get_playable_range,
    get_playlist_offset,
    segment_name,
    select_audio_tracks,
    select_renditions,
)
from touchline.clips.events import ClipCreated
from touchline.clips.ports.allowances import Allowance
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.event_catalog import EventCatalog
from touchline.clips.ports.files import Files
from touchline.shared.clock import Clock
from touchline.shared.ids import EventId
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
    """Storage of clips: their rows and their files."""

    clips: Clips
    files: Files


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
        self._clips, self._files = storage.clips, storage.files
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
        clip = self._build_clip(principal, request.event_id, details, footage, renditions[0], requested)
        return self._clips.find_duplicate(clip) or self._create(clip, footage, renditions, allowance)

    def _create(
        self, clip: Clip, footage: Footage, renditions: Sequence[Rendition], allowance: Allowance
    ) -> Clip:
        """Write the files first and take the lock for the limit afterwards, because writing takes time."""
        self._quota.check(clip.account_id, allowance)
        try:
            self._write_files(clip, footage, renditions)
            self._quota.lock_and_check(clip.account_id, allowance)
            return self._insert(clip)
        except BaseException:
            self._files.remove(clip.folder)
            raise

    def _build_clip(
        self,
        principal: Principal,
        event_id: EventId,
        details: ClipDetails,
        footage: Footage,
        largest: Rendition,
        requested: Range,
    ) -> Clip:
        playable = get_playable_range(largest, requested)
        return Clip(
            id=ClipId(0),
            channel_id=principal.channel_id,
            account_id=principal.viewer_id,
            event_id=event_id,
            media_id=footage.media_id,
            uuid=uuid4(),
            details=details,
            range=playable,
            folder=new_folder(CLIPS, self._clock.now()),
            offset_ms=get_playlist_offset(largest, playable),
            width=largest.width,
            height=largest.height,
            frame_rate=footage.frame_rate,
            created_at=self._clock.now(),
        )

    def _write_files(self, clip: Clip, footage: Footage, renditions: Sequence[Rendition]) -> None:
        audio_tracks = select_audio_tracks(footage, renditions[0])
        folders = {rendition.name: rendition for rendition in renditions} | {
            track.folder: track for track in audio_tracks if track.segments
        }
        links = {
            f"{folder}/{segment_name(number)}": segment.key
            for folder, track in folders.items()
            for number, segment in enumerate(track.segments)
        }
        texts = {
            f"{folder}/index.m3u8": build_media_playlist(track, clip.offset_ms)
            for folder, track in folders.items()
        }
        master = build_master_playlist(renditions, audio_tracks, footage.closed_captions)
        self._files.create_folder(clip.play_folder, links, {**texts, MASTER: master})

    def _insert(self, clip: Clip) -> Clip:
        saved = self._clips.add(clip)
        if saved.folder != clip.folder:
            self._files.remove(clip.folder)
            return saved
        self._count_clips(saved.channel_id, saved.event_id)
        self._announce(ClipCreated(saved.channel_id, saved.id, saved.event_id))
        request_clip_cut(self._jobs, saved)
        return saved
