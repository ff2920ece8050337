"""The job that makes the clips of highlights as soon as footage shows their moments."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

from touchline.clips.application.editing.play_folder import ClipMaker, build_clip
from touchline.clips.application.highlights.clip_drafts import ClipDraft, ClipDrafts
from touchline.clips.application.highlights.make_reel import MakeReel
from touchline.clips.application.processing.job_requests import request_highlights
from touchline.clips.domain.clip import ClipDetails, ClipOrigin, Range
from touchline.clips.domain.highlight import RETRY_WINDOW, Highlight
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.playlists import select_renditions
from touchline.clips.ports.clips import ClipLocks
from touchline.clips.ports.highlights import Highlights, MomentCatalog, MomentFootage, Reels
from touchline.shared.clock import Clock
from touchline.shared.errors import RefusedError
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.strings.localized import localize
from touchline.shared.tasks.jobs import Jobs
from touchline.shared.unit_of_work import UnitOfWorkFactory

RECENT = timedelta(seconds=60)
"""How long after its moment a highlight is expected from a live stream at any time."""
PAUSE_SECONDS = 0.5
_PASSES = 4
_MAX_TURNS = 30
"""Turns of four passes: about a minute. Then `clips.recover` requests the job once a minute."""
_OTHER_EVENTS = 20


class MakeHighlights:
    """Makes the pending highlights of all events, then the reels whose highlights have changed.

    While a live stream has not shown a moment yet, the job looks twice a second, and takes turns with other
    jobs every 2 s. Safe to run twice and to be killed at any point.
    """

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        moments: MomentCatalog,
        highlights: Highlights,
        reels: Reels,
        drafts: ClipDrafts,
        make_reel: MakeReel,
        locks: ClipLocks,
        jobs: Jobs,
        clock: Clock,
        wait: Callable[[float], None],
    ) -> None:
        self._uow = uow
        self._moments = moments
        self._highlights = highlights
        self._reels = reels
        self._drafts = drafts
        self._make_reel = make_reel
        self._locks = locks
        self._jobs = jobs
        self._clock = clock
        self._wait = wait

    def __call__(self, turn: int = 0) -> None:
        """Make what can be made. Request the next turn if more can be made soon."""
        for number in range(_PASSES):
            if number:
                self._wait(PAUSE_SECONDS)
            if not self._run(with_other_events=turn == 0 and number == 0):
                return
        if turn < _MAX_TURNS:
            request_highlights(self._jobs, turn + 1)

    def _run(self, *, with_other_events: bool) -> bool:
        """Make what can be made now. Return whether more can be made soon."""
        now = self._clock.now()
        recent_after_ms = int((now - RECENT).timestamp() * 1000)
        with self._uow.all_channels():
            pending = self._highlights.list_pending_events(
                recent_after_ms, now - RETRY_WINDOW, _OTHER_EVENTS if with_other_events else 0
            )
        waiting = {
            (it.channel_id, it.event_id)
            for it in pending
            if self._make(it.channel_id, it.event_id) and it.is_recent
        }
        with self._uow.all_channels():
            stale = self._reels.list_stale()
        for event in stale:
            if event not in waiting:
                self._make_reel(*event)
        return bool(waiting)

    def _make(self, channel_id: ChannelId, event_id: EventId) -> bool:
        """Make the highlights of an event. Return whether its stream goes on, and one is missing."""
        with self._uow(channel_id):
            pending = [it for it in self._highlights.list_for_event(event_id) if it.is_pending]
            shown = self._moments.find_footage(channel_id, event_id, {it.at_ms for it in pending})
            language = self._moments.get_language()
            drafts = [
                (it, footage, draft)
                for it in pending
                if (footage := shown.footage.get(it.at_ms)) and (draft := self._draft(it, footage, language))
            ]
            self._note_tries(pending, [it.id for it, _, _ in drafts])
        for highlight, footage, draft in drafts:
            self._drafts.save(channel_id, draft, partial(self._put, highlight, footage, draft))
        return shown.is_growing and len(drafts) < len(pending)

    def _draft(self, highlight: Highlight, shown: MomentFootage, language: str) -> ClipDraft | None:
        requested = Range(shown.start_ms, shown.duration_ms)
        details = ClipDetails(localize(highlight.names, language), (localize(highlight.kind, language),))
        maker = ClipMaker(highlight.channel_id, origin=ClipOrigin.HIGHLIGHT)
        try:
            renditions = select_renditions(shown.footage, requested)
            clip = build_clip(
                maker,
                highlight.event_id,
                details,
                shown.footage,
                renditions[0],
                requested,
                self._clock.now(),
            )
        except RefusedError:
            return None
        clip.set_names(highlight.names, language)
        return ClipDraft(clip, self._drafts.folders.build(clip, shown.footage, renditions))

    def _put(self, highlight: Highlight, shown: MomentFootage, draft: ClipDraft) -> bool:
        """Save the clip, unless its moment has changed meanwhile or another worker was faster."""
        self._locks.lock_event(highlight.event_id)
        current = self._highlights.get(highlight.id)
        if current is None or not current.is_pending or current.at_ms != highlight.at_ms:
            return False
        clip_id = self._drafts.put(draft, current.clip_id)
        current.is_pending = False
        if clip_id is not None:
            current.clip_id, current.starts_at_ms = ClipId(clip_id), shown.starts_at_ms
        self._highlights.save(current)
        self._reels.mark_stale(highlight.event_id)
        return clip_id is not None

    def _note_tries(self, pending: list[Highlight], made: list[int]) -> None:
        """Let other events go first the next time. Recent moments are tried too often to note it."""
        now = self._clock.now()
        for highlight in pending:
            if highlight.id not in made and highlight.at_ms < (now - RECENT).timestamp() * 1000:
                highlight.tried_at = now
                self._highlights.save(highlight)
