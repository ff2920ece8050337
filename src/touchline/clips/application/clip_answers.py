"""How clips are told to one viewer (api.md, "Clips")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from touchline.clips.application.share_links import ShareLinks, Shares
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.moderation import UNNAMED, ClipPolicy
from touchline.clips.domain.sharing import ShareState
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.files import Addresses, Signed
from touchline.clips.ports.footages import Footages
from touchline.clips.ports.moderation import ChannelModeration
from touchline.shared.ids import SessionId
from touchline.shared.principal import Principal
from touchline.shared.text import pick
from touchline.shared.work import WorkState

Answer = dict[str, Any]
Kind = Literal["clips", "downloads"]
_NOBODY = SessionId(0)
COSTS_MONEY = frozenset({"paid", "ppv"})
ENDS_CLIPS = frozenset({"withdrawn", "deleted"})
_BLOCKED, _TO_COME = "geo_blocked", "not_started"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a list of clips is told with. `events` are rows of the event list by id: one that is not there is
    shown no more."""

    principal: Principal
    events: Mapping[int, Mapping[str, Any]]
    regions: Mapping[int, str | None]
    ahead: Mapping[ClipId, int]
    policy: ClipPolicy
    shares: Shares = field(default_factory=lambda: Shares({}, frozenset()))

    def is_name_public(self, clip: Clip) -> bool:
        """Return whether anonymous visitors may read the clip's name and tags."""
        event = self.events.get(clip.event_id)
        costs = event is None or event["pass_type"] in COSTS_MONEY
        return self.policy.is_name_public(clip, event_costs_money=costs)

    def may_read_name(self, clip: Clip) -> bool:
        """Return whether this caller may read the clip's name and tags: every viewer, and anonymous visitors
        where the name is public."""
        return self.principal.logged_in or self.is_name_public(clip)

    def may_watch(self, event_id: int) -> bool:
        """Whether the viewer may watch the event now."""
        event = self.events.get(event_id)
        return event is not None and bool(event["has_access"]) and event["access_reason"] != _TO_COME

    def has_ended(self, clip: Clip) -> bool:
        """Whether the recording that the clip was made from is withdrawn or deleted."""
        event = self.events.get(clip.event_id)
        return event is not None and event["recording_state"] in ENDS_CLIPS

    def may_play(self, clip: Clip, *, shared: bool) -> bool:
        """Whether the viewer may play the clip: one of an event that they may watch, their own unless its
        purchase was taken back, or one whose open share link they used; none that is blocked in their
        region."""
        event = self.events.get(clip.event_id)
        if clip.is_hidden or self.has_ended(clip):
            return False
        if event is None or event["access_reason"] == _BLOCKED or self.principal.session_id == _NOBODY:
            return False
        return self.has_right(clip) or (shared and self.is_open(clip))

    def has_right(self, clip: Clip) -> bool:
        """Whether the viewer may play the clip without its share link."""
        if self.may_watch(clip.event_id):
            return True
        own = clip.is_of(self.principal.account_id)
        return own and self.shares.states.get(clip.id, ShareState.ENDED) is not ShareState.ENDED

    def is_open(self, clip: Clip) -> bool:
        """Whether the clip's share link plays, and what it shows is counted."""
        return self.shares.states.get(clip.id) is ShareState.OPEN and clip.id in self.shares.opened


class ClipAnswers:
    """Composes the answers for a whole list at the cost of a fixed number of queries."""

    def __init__(
        self,
        footages: Footages,
        clips: Clips,
        addresses: Addresses,
        channel: ChannelModeration,
        links: ShareLinks,
    ) -> None:
        self._footages = footages
        self._channel = channel
        self._clips = clips
        self._addresses = addresses
        self._links = links

    def around(self, principal: Principal, clips: Sequence[Clip], *, shared: bool = False) -> Surroundings:
        """What these clips are told with. Share links are looked at for the viewer's own clips, and for all
        where they are `shared` with the viewer."""
        ids = {int(clip.event_id) for clip in clips}
        events = self._footages.rows(principal, ids)
        linked = [clip for clip in clips if shared or clip.is_of(principal.account_id)]
        return Surroundings(
            principal,
            events,
            self._footages.regions(principal, ids),
            self._clips.ahead_of(clips),
            self._channel.policy(),
            self._links(linked, events),
        )

    def through_link(self, principal: Principal, clip: Clip) -> Surroundings:
        """What a clip is told with to a viewer who opens its share link: what the link shows is counted the
        first time that somebody needs it to play the clip."""
        around = self.around(principal, [clip], shared=True)
        if clip.event_id not in around.events or around.has_right(clip):
            return around
        return replace(around, shares=self._links.open(clip, around.events))

    def alone(self, principal: Principal, clip: Clip) -> Answer:
        """One clip, whether or not its event is shown any more."""
        return self.one(clip, self.around(principal, [clip]))

    def rows(self, principal: Principal, clips: Sequence[Clip], kind: Kind = "clips") -> list[Answer]:
        """Clips in a list."""
        around = self.around(principal, clips)
        return [self.one(clip, around, kind=kind) for clip in clips]

    def one(self, clip: Clip, around: Surroundings, *, kind: Kind = "clips", shared: bool = False) -> Answer:
        """One clip. Seconds, pixels, instants; `uuid` and what is made of it for its owner alone, and for
        those with whom it is `shared`."""
        own = clip.is_of(around.principal.account_id)
        signed = self._playable(clip, around, shared=shared)
        return {
            **self._itself(clip),
            **self._words(clip, around),
            **self._work(clip, around),
            **self._sharing(clip, around, known=(own or shared) and not clip.is_hidden),
            "event": around.events.get(clip.event_id),
            "kind": kind,
            "is_own": own,
            "url": signed.url if signed else None,
            "expires_at": signed.expires_at if signed else None,
            "poster": self._addresses.poster(clip.poster_key)
            if _has_poster(clip) and not around.has_ended(clip)
            else None,
        }

    def _itself(self, clip: Clip) -> Answer:
        return {
            "id": clip.id,
            "event_id": clip.event_id,
            "event_media_id": clip.media_id,
            "start_time": clip.range.start_ms / 1000,
            "duration": clip.range.duration_ms / 1000,
            "start_offset": clip.offset_ms / 1000,
            "width": clip.width,
            "height": clip.height,
            "frame_rate": clip.frame_rate or None,
            "created_at": clip.created_at,
        }

    def _words(self, clip: Clip, around: Surroundings) -> Answer:
        readable = around.may_read_name(clip)
        return {
            "name": clip.words.name if readable else pick(UNNAMED, around.principal.language),
            "tags": list(clip.words.tags) if readable else [],
            "name_public": around.is_name_public(clip),
            "hidden": clip.is_hidden,
        }

    def _work(self, clip: Clip, around: Surroundings) -> Answer:
        return {
            "state": clip.state.value,
            "progress": clip.progress,
            "ahead": around.ahead.get(clip.id, 0),
            "failure_message": clip.failure_message or None if clip.state is WorkState.FAILED else None,
            "size": clip.size if clip.state is WorkState.READY else None,
        }

    def _sharing(self, clip: Clip, around: Surroundings, *, known: bool) -> Answer:
        uuid = str(clip.uuid) if known else None
        state = around.shares.states.get(clip.id) if known else None
        shown = uuid is not None and state in (None, ShareState.OPEN)
        return {
            "uuid": uuid,
            "share_url": self._addresses.share(clip.id, str(uuid)) if shown else None,
            "share_state": state.value if state else None,
        }

    def _playable(self, clip: Clip, around: Surroundings, *, shared: bool) -> Signed | None:
        if not around.may_play(clip, shared=shared):
            return None
        region = around.regions.get(clip.event_id)
        share = None if around.has_right(clip) else clip.share_token
        return self._addresses.play(clip.play_folder, around.principal.session_id, region, share)


def _has_poster(clip: Clip) -> bool:
    return clip.has_poster and not clip.is_hidden
