"""Serialization of clips for one viewer (api.md, "Clips")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from touchline.clips.application.viewing.share_links import ShareLinks, ShareLinkStates, costs_money
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.moderation import PLACEHOLDER_NAME, ClipPolicy
from touchline.clips.domain.sharing import ShareState
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.event_catalog import EventCatalog
from touchline.clips.ports.files import ClipUrls, SignedUrl
from touchline.clips.ports.moderation import ChannelModeration
from touchline.shared.ids import SessionId
from touchline.shared.principal import Principal
from touchline.shared.strings.localized import localize
from touchline.shared.tasks.work import WorkState

ClipPayload = dict[str, Any]
ListKind = Literal["clips", "downloads"]
_NO_SESSION = SessionId(0)
CLIP_ENDING_STATES = frozenset({"withdrawn", "deleted"})
_OUT_OF_REGION = frozenset({"geo_blocked", "blackout"})
_NOT_OPEN = frozenset({"not_started", "replay_later"})


@dataclass(frozen=True, slots=True)
class ClipContext:
    """Data for serializing a list of clips.

    `events` are rows of the event list by id, without events that the channel no longer shows.
    """

    principal: Principal
    events: Mapping[int, Mapping[str, Any]]
    regions: Mapping[int, str | None]
    ahead_counts: Mapping[ClipId, int]
    policy: ClipPolicy
    shares: ShareLinkStates = field(default_factory=lambda: ShareLinkStates({}, frozenset()))

    def is_name_public(self, clip: Clip) -> bool:
        """Return whether anonymous visitors may read the clip's name and tags."""
        event = self.events.get(clip.event_id)
        is_paid = event is None or costs_money(event)
        return self.policy.is_name_public(clip, event_costs_money=is_paid)

    def can_read_name(self, clip: Clip) -> bool:
        """Return whether this caller may read the clip's name and tags.

        Logged-in viewers always may. Anonymous visitors may if the name is public.
        """
        return self.principal.is_logged_in or self.is_name_public(clip)

    def can_watch(self, event_id: int) -> bool:
        """Return whether the viewer may watch the video of the event now."""
        event = self.events.get(event_id)
        if event is None or event["is_audio_only"]:
            return False
        return bool(event["has_access"]) and event["access_reason"] not in _NOT_OPEN

    def has_ended(self, clip: Clip) -> bool:
        """Return whether the recording behind the clip is withdrawn or deleted."""
        event = self.events.get(clip.event_id)
        return event is not None and event["recording_state"] in CLIP_ENDING_STATES

    def can_play(self, clip: Clip, *, shared: bool) -> bool:
        """Return whether the viewer may play the clip.

        Viewers may play clips of events that they may watch, and their own clips unless the purchase was
        revoked. They may also play featured clips, and a clip through its open share link. A clip that is
        blocked in their region, or whose event is offered without video, never plays.
        """
        event = self.events.get(clip.event_id)
        if clip.is_hidden or self.has_ended(clip):
            return False
        if (
            event is None
            or not event["has_video"]
            or event["access_reason"] in _OUT_OF_REGION
            or self.principal.session_id == _NO_SESSION
        ):
            return False
        return self.is_open(clip) or (shared and self.is_link_open(clip))

    def is_open(self, clip: Clip) -> bool:
        """Return whether the viewer may play the clip without its share link."""
        return clip.is_featured or self.has_right(clip)

    def has_right(self, clip: Clip) -> bool:
        """Return whether the viewer may play and download the clip by a right of their own."""
        if self.can_watch(clip.event_id):
            return True
        is_own = clip.is_owned_by(self.principal.account_id)
        return is_own and self.shares.states.get(clip.id, ShareState.ENDED) is not ShareState.ENDED

    def is_link_open(self, clip: Clip) -> bool:
        """Return whether the clip's share link plays and its range is already counted."""
        return self.shares.states.get(clip.id) is ShareState.OPEN and clip.id in self.shares.opened


class ClipSerializer:
    """Builds API responses for clips. A list needs a fixed number of queries."""

    def __init__(
        self,
        event_catalog: EventCatalog,
        clips: Clips,
        urls: ClipUrls,
        channel: ChannelModeration,
        share_links: ShareLinks,
    ) -> None:
        self._event_catalog = event_catalog
        self._channel = channel
        self._clips = clips
        self._urls = urls
        self._share_links = share_links

    def build_context(
        self, principal: Principal, clips: Sequence[Clip], *, shared: bool = False
    ) -> ClipContext:
        """Return the data for serializing these clips.

        Share links are checked for the viewer's own clips. With `shared`, they are checked for all clips.
        """
        ids = {int(clip.event_id) for clip in clips}
        events = self._event_catalog.list_event_rows(principal, ids)
        link_clips = [clip for clip in clips if shared or clip.is_owned_by(principal.account_id)]
        return ClipContext(
            principal,
            events,
            self._event_catalog.list_regions(principal, ids),
            self._clips.count_ahead(clips),
            self._channel.get_policy(),
            self._share_links(link_clips, events),
        )

    def build_shared_context(self, principal: Principal, clip: Clip) -> ClipContext:
        """Return the data for serializing a clip to a viewer who opens its share link.

        The clip's range is counted the first time that a viewer needs the link to play the clip.
        """
        context = self.build_context(principal, [clip], shared=True)
        if clip.event_id not in context.events or context.is_open(clip):
            return context
        return replace(context, shares=self._share_links.open(clip, context.events))

    def serialize_one(self, principal: Principal, clip: Clip) -> ClipPayload:
        """Serialize one clip, whether or not the channel still shows its event."""
        return self.serialize(clip, self.build_context(principal, [clip]))

    def serialize_list(
        self, principal: Principal, clips: Sequence[Clip], kind: ListKind = "clips"
    ) -> list[ClipPayload]:
        """Serialize a list of clips."""
        context = self.build_context(principal, clips)
        return [self.serialize(clip, context, kind=kind) for clip in clips]

    def serialize(
        self, clip: Clip, context: ClipContext, *, kind: ListKind = "clips", shared: bool = False
    ) -> ClipPayload:
        """Serialize one clip. Times are in seconds, dimensions in pixels, instants are datetimes.

        `uuid` and the values derived from it are included only for the owner, or with `shared`.
        """
        is_own = clip.is_owned_by(context.principal.account_id)
        signed_url = self._sign_playlist(clip, context, shared=shared)
        return {
            **self._serialize_media(clip),
            **self._serialize_details(clip, context),
            **self._serialize_progress(clip, context),
            **self._serialize_sharing(
                clip, context, is_known=(is_own or shared or _is_public(clip, context)) and not clip.is_hidden
            ),
            "event": context.events.get(clip.event_id),
            "kind": kind,
            "is_own": is_own,
            "origin": clip.origin.value,
            "url": signed_url.url if signed_url else None,
            "expires_at": signed_url.expires_at if signed_url else None,
            "poster": self._urls.get_poster_url(clip.poster_key)
            if _has_poster(clip) and not context.has_ended(clip)
            else None,
        }

    def _serialize_media(self, clip: Clip) -> ClipPayload:
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

    def _serialize_details(self, clip: Clip, context: ClipContext) -> ClipPayload:
        is_readable = context.can_read_name(clip)
        return {
            "name": clip.get_name(context.principal.language)
            if is_readable
            else localize(PLACEHOLDER_NAME, context.principal.language),
            "tags": list(clip.details.tags) if is_readable else [],
            "name_public": context.is_name_public(clip),
            "hidden": clip.is_hidden,
        }

    def _serialize_progress(self, clip: Clip, context: ClipContext) -> ClipPayload:
        return {
            "state": clip.state.value,
            "progress": clip.progress,
            "ahead": context.ahead_counts.get(clip.id, 0),
            "failure_message": clip.failure_message or None if clip.state is WorkState.FAILED else None,
            "failure_code": clip.failure_code or None if clip.state is WorkState.FAILED else None,
            "size": clip.size if clip.state is WorkState.READY else None,
        }

    def _serialize_sharing(self, clip: Clip, context: ClipContext, *, is_known: bool) -> ClipPayload:
        uuid = str(clip.uuid) if is_known else None
        state = context.shares.states.get(clip.id) if is_known else None
        return {
            "uuid": uuid,
            "share_url": self._get_share_url(clip, uuid, state),
            "share_state": state.value if state else None,
        }

    def _get_share_url(self, clip: Clip, uuid: str | None, state: ShareState | None) -> str | None:
        if uuid is not None and state in (None, ShareState.OPEN):
            return self._urls.get_share_url(clip.id, uuid)
        has_page = clip.is_featured or (clip.is_by_channel and not clip.is_hidden)
        return self._urls.get_page_url(clip.id) if has_page else None

    def _sign_playlist(self, clip: Clip, context: ClipContext, *, shared: bool) -> SignedUrl | None:
        if not context.can_play(clip, shared=shared):
            return None
        region = context.regions.get(clip.event_id)
        share = None if context.is_open(clip) else clip.share_token
        return self._urls.get_playlist_url(clip.play_folder, context.principal.session_id, region, share)


def _is_public(clip: Clip, context: ClipContext) -> bool:
    """Return whether everyone who sees the clip gets its share link: the channel's clips of free events."""
    event = context.events.get(clip.event_id)
    return clip.is_by_channel and event is not None and not costs_money(event)


def _has_poster(clip: Clip) -> bool:
    return clip.has_poster and not clip.is_hidden
