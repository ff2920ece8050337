"""Asking for clips: one, those of an event, a viewer's own, one that was shared (api.md, "Clips")."""

from __future__ import annotations

from hmac import compare_digest

from touchline.clips.application.clip_answers import ENDS_CLIPS, Answer, ClipAnswers, Kind
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.footages import Footages
from touchline.shared.errors import NotFound
from touchline.shared.ids import EventId
from touchline.shared.paging import Page, PageRequest
from touchline.shared.principal import Principal


class ShowClip:
    """One clip of an event that the channel shows."""

    def __init__(self, clips: Clips, answers: ClipAnswers) -> None:
        self._clips = clips
        self._answers = answers

    def __call__(self, principal: Principal, clip_id: ClipId) -> Answer:
        """For anybody; it has an address for its owner and for those who may watch the event. `NotFound`."""
        return self._shown(principal, clip_id, None)

    def shared(self, principal: Principal, clip_id: ClipId, uuid: str) -> Answer:
        """For those who were given its uuid: it plays without an account. `NotFound` for another uuid than
        its present one."""
        return self._shown(principal, clip_id, uuid)

    def _shown(self, principal: Principal, clip_id: ClipId, uuid: str | None) -> Answer:
        clip = self._clips.get(clip_id)
        shared = uuid is not None
        if clip is None or (uuid is not None and not _same(uuid, str(clip.uuid))):
            raise NotFound()
        if clip.is_hidden and (shared or not clip.is_of(principal.account_id)):
            raise NotFound()
        answers = self._answers
        around = answers.through_link(principal, clip) if shared else answers.around(principal, [clip])
        if clip.event_id not in around.events:
            raise NotFound()
        if around.has_ended(clip) and (shared or not clip.is_of(principal.account_id)):
            raise NotFound()
        return self._answers.one(clip, around, shared=shared)


class ListClips:
    """Clips of an event, and a viewer's own."""

    def __init__(self, clips: Clips, footages: Footages, answers: ClipAnswers) -> None:
        self._clips = clips
        self._footages = footages
        self._answers = answers

    def of_event(self, principal: Principal, event_id: EventId, request: PageRequest) -> Page[Answer]:
        """The newest first; none of an event whose recording is withdrawn or deleted. `NotFound` for an event
        that the channel does not show."""
        event = self._footages.rows(principal, [event_id]).get(event_id)
        if event is None:
            raise NotFound()
        if event["recording_state"] in ENDS_CLIPS:
            return Page([], 0, request.limit, request.offset)
        clips, total = self._clips.of_event(event_id, request.limit, request.offset)
        return Page(self._answers.rows(principal, clips), total, request.limit, request.offset)

    def of_viewer(self, principal: Principal, kind: Kind, request: PageRequest) -> Page[Answer]:
        """What the viewer made, the newest first, or took away, the last one first. Of an event that is shown
        no more a clip is listed without it."""
        find = self._clips.of_account if kind == "clips" else self._clips.taken_by
        clips, total = find(principal.viewer, request.limit, request.offset)
        return Page(self._answers.rows(principal, clips, kind), total, request.limit, request.offset)


def _same(uuid: str, other: str) -> bool:
    return compare_digest(uuid.lower().encode(), other.encode())
