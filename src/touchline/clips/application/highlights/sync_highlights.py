"""Bringing the highlights of an event in line with the big moments of its timeline."""

from __future__ import annotations

from collections.abc import Mapping

from touchline.clips.application.processing.job_requests import request_clip_removal, request_highlights
from touchline.clips.domain.highlight import MAX_HIGHLIGHTS, BigMoment, Highlight
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import ClipLocks, Clips
from touchline.clips.ports.highlights import Highlights, MomentCatalog, Reels
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.tasks.jobs import Jobs


class SyncHighlights:
    """Adds, renames, moves and removes highlights in the current transaction. A job makes their clips.

    Safe to run twice. A clip of the home page stays, even if many later moments exist.
    """

    def __init__(
        self,
        moments: MomentCatalog,
        highlights: Highlights,
        reels: Reels,
        clips: Clips,
        locks: ClipLocks,
        jobs: Jobs,
        clock: Clock,
    ) -> None:
        self._moments = moments
        self._highlights = highlights
        self._reels = reels
        self._clips = clips
        self._locks = locks
        self._jobs = jobs
        self._clock = clock

    def __call__(self, channel_id: ChannelId, event_id: EventId) -> None:
        """Follow the timeline of the event, after its big moments or its end changed."""
        self._locks.lock_event(event_id)
        found = self._moments.list_big_moments(event_id)
        if found is None:
            return
        all_ids = {moment.entry_id for moment in found.moments}
        latest = {moment.entry_id: moment for moment in found.moments[-MAX_HIGHLIGHTS:]}
        known = {it.entry_id: it for it in self._highlights.list_for_event(event_id, removed=latest.keys())}
        language = self._moments.get_language()
        for moment in latest.values():
            self._follow(channel_id, event_id, moment, known.get(moment.entry_id), language)
        for highlight in known.values():
            if highlight.entry_id not in latest and not highlight.is_removed:
                self._remove(highlight, is_undone=highlight.entry_id not in all_ids)
        self._reels.mark_stale(event_id, create=found.is_final)
        request_highlights(self._jobs, is_change=True)

    def _follow(
        self,
        channel_id: ChannelId,
        event_id: EventId,
        moment: BigMoment,
        highlight: Highlight | None,
        language: str,
    ) -> None:
        if highlight is None:
            self._highlights.add(Highlight.create(channel_id, event_id, moment, self._clock.now()))
        elif highlight.follow(moment):
            self._highlights.save(highlight)
            self._rename(highlight.clip_id, highlight.names, language)

    def _rename(self, clip_id: ClipId | None, names: Mapping[str, str], language: str) -> None:
        clip = self._clips.get_for_update(clip_id) if clip_id is not None else None
        if clip is not None:
            clip.set_names(names, language)
            self._clips.save(clip)

    def _remove(self, highlight: Highlight, *, is_undone: bool) -> None:
        clip = self._clips.get_for_update(highlight.clip_id) if highlight.clip_id is not None else None
        if clip is not None and clip.is_featured and not is_undone:
            return
        highlight.remove()
        self._highlights.save(highlight)
        if clip is not None:
            self._clips.remove(clip.id)
            request_clip_removal(self._jobs, clip)
