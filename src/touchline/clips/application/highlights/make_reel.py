"""Making the reel of an event from the clips of its highlights."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import uuid4

from touchline.clips.application.editing.play_folder import build_play_folder
from touchline.clips.application.highlights.clip_drafts import ClipDraft, ClipDrafts
from touchline.clips.application.processing.job_requests import request_clip_removal
from touchline.clips.domain.clip import Clip, ClipDetails, ClipOrigin, Range
from touchline.clips.domain.folders import CLIPS, new_folder
from touchline.clips.domain.highlight import HighlightClip, Reel, choose_reel, sort_highlights
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.playlists import MASTER
from touchline.clips.domain.reel_playlists import (
    ReelPart,
    join_part_captions,
    join_parts,
    list_uris,
    parse_variants,
)
from touchline.clips.ports.clips import ClipLocks, Clips
from touchline.clips.ports.files import FileGoneError, Files
from touchline.clips.ports.highlights import Highlights, MomentCatalog, Reels
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.tasks.jobs import Jobs
from touchline.shared.tasks.work import WorkState
from touchline.shared.unit_of_work import UnitOfWorkFactory

REEL_NAMES = {"en": "{event} – Highlights", "fr": "{event} – Faits saillants"}
REEL_TAGS = {"en": "Highlights", "fr": "Faits saillants"}


@dataclass(frozen=True, slots=True)
class _Plan:
    """What a reel shows: the highlights in order, its names, and the digest and revision of all of it."""

    parts: Sequence[HighlightClip]
    names: Mapping[str, str]
    language: str
    content: str
    revision: int


class MakeReel:
    """Joins the segments of the highlights that are shown. Nothing is encoded.

    Safe to run twice and to be killed at any point.
    """

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        moments: MomentCatalog,
        highlights: Highlights,
        reels: Reels,
        clips: Clips,
        files: Files,
        drafts: ClipDrafts,
        locks: ClipLocks,
        jobs: Jobs,
        clock: Clock,
    ) -> None:
        self._uow = uow
        self._moments = moments
        self._highlights = highlights
        self._reels = reels
        self._clips = clips
        self._files = files
        self._drafts = drafts
        self._locks = locks
        self._jobs = jobs
        self._clock = clock

    def __call__(self, channel_id: ChannelId, event_id: EventId) -> None:
        """Make the reel if its highlights have changed, or remove it if there are none."""
        with self._uow(channel_id):
            self._locks.lock_event(event_id)
            plan = self._plan(event_id)
        draft = self._draft(channel_id, event_id, plan) if plan else None
        if plan is not None and draft is not None:
            self._drafts.save(channel_id, draft, lambda: self._put(event_id, draft, plan))

    def _plan(self, event_id: EventId) -> _Plan | None:
        """Return what the reel must show; None if it needs no change."""
        reel, found = self._reels.get(event_id), self._moments.list_big_moments(event_id)
        if reel is None or not reel.is_stale:
            return None
        if found is None or (reel.clip_id is None and not found.is_final):
            self._finish(reel, reel.revision)
            return None
        parts, language = choose_reel(self._list_shown(event_id)), self._moments.get_language()
        if not parts:
            self._remove(reel)
            return None
        names = {
            code: REEL_NAMES.get(code, REEL_NAMES["en"]).format(event=name)
            for code, name in found.names.items()
        }
        lines = [*sorted(names.values()), *(f"{it.clip.id} {it.clip.folder}" for it in parts)]
        content = hashlib.sha256("\n".join(lines).encode()).hexdigest()
        exists = reel.clip_id is not None and self._clips.get(reel.clip_id) is not None
        if exists and content == reel.content:
            self._finish(reel, reel.revision)
            return None
        return _Plan(parts, names, language, content, reel.revision)

    def _list_shown(self, event_id: EventId) -> list[HighlightClip]:
        ordered = sort_highlights(self._highlights.list_for_event(event_id))
        clips = self._clips.list_by_ids([it.clip_id for it in ordered if it.clip_id is not None])
        return [
            HighlightClip(it, clip)
            for it in ordered
            if it.clip_id is not None
            and (clip := clips.get(it.clip_id))
            and not clip.is_hidden
            and clip.state is not WorkState.FAILED
        ]

    def _remove(self, reel: Reel) -> None:
        clip = self._clips.get_for_update(reel.clip_id) if reel.clip_id is not None else None
        if clip is not None:
            self._clips.remove(clip.id)
            request_clip_removal(self._jobs, clip)
        reel.clip_id, reel.content = None, ""
        self._finish(reel, reel.revision)

    def _finish(self, reel: Reel, revision: int) -> None:
        reel.made_revision = revision
        self._reels.save(reel)

    def _draft(self, channel_id: ChannelId, event_id: EventId, plan: _Plan) -> ClipDraft | None:
        parts = [part for it in plan.parts if (part := self._read(it)) is not None]
        renditions = join_parts(parts)
        if not renditions:
            return None
        largest, now = renditions[0], self._clock.now()
        clip = Clip(
            id=ClipId(0),
            channel_id=channel_id,
            account_id=None,
            event_id=event_id,
            media_id=plan.parts[0].clip.media_id,
            uuid=uuid4(),
            details=ClipDetails("", (REEL_TAGS.get(plan.language, REEL_TAGS["en"]),)),
            range=Range(0, largest.segments[-1].end_ms),
            folder=new_folder(CLIPS, now),
            offset_ms=0,
            width=largest.width,
            height=largest.height,
            frame_rate=plan.parts[0].clip.frame_rate,
            created_at=now,
            approved_at=now,
            origin=ClipOrigin.REEL,
        )
        clip.set_names(plan.names, plan.language)
        content = self._drafts.folders.add(build_play_folder(renditions, 0), join_part_captions(parts))
        return ClipDraft(clip, content)

    def _read(self, shown: HighlightClip) -> ReelPart | None:
        """Return a highlight with its segments; None if its files are gone, as of a deleted clip."""
        folder = shown.clip.play_folder
        try:
            master = self._read_text(f"{folder}/{MASTER}")
            playlists = {uri: self._read_text(f"{folder}/{uri}") for uri in list_uris(master)}
            captions = self._drafts.folders.read(folder)
        except FileGoneError:
            return None
        variants = parse_variants(master, playlists)
        if not variants:
            return None
        return ReelPart(folder, shown.highlight.starts_at_ms, variants, captions, shown.clip.offset_ms)

    def _read_text(self, key: str) -> str:
        with self._files.open(key) as file:
            return file.read().decode()

    def _put(self, event_id: EventId, draft: ClipDraft, plan: _Plan) -> bool:
        """Save the reel, unless another worker was faster. A hidden one stays as it is."""
        self._locks.lock_event(event_id)
        reel = self._reels.get(event_id)
        if reel is None or reel.made_revision >= plan.revision:
            return False
        clip_id = self._drafts.put(draft, reel.clip_id)
        if clip_id is not None:
            reel.clip_id, reel.content = clip_id, plan.content
        self._finish(reel, plan.revision)
        return clip_id is not None
