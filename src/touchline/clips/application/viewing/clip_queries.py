"""Queries for clips: one clip, an event's clips, a viewer's own, a shared clip (api.md, "Clips")."""

from __future__ import annotations

from hmac import compare_digest

from touchline.clips.application.viewing.clip_serializer import (
    CLIP_ENDING_STATES,
    ClipPayload,
    ClipSerializer,
    ListKind,
)
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.event_catalog import EventCatalog
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import EventId
from touchline.shared.paging import Page, PageRequest
from touchline.shared.principal import Principal


class ShowClip:
    """Shows one clip of an event that the channel shows."""

    def __init__(self, clips: Clips, serializer: ClipSerializer) -> None:
        self._clips = clips
        self._serializer = serializer

    def __call__(self, principal: Principal, clip_id: ClipId) -> ClipPayload:
        """Return the clip for any caller. Raises `NotFoundError`.

        The response has a URL only for the owner and for viewers who may watch the event.
        """
        return self._show(principal, clip_id, None)

    def show_shared(self, principal: Principal, clip_id: ClipId, uuid: str) -> ClipPayload:
        """Return the clip for a caller with its uuid, who may play it without an account.

        Raises `NotFoundError` if the uuid is not the current one.
        """
        return self._show(principal, clip_id, uuid)

    def _show(self, principal: Principal, clip_id: ClipId, uuid: str | None) -> ClipPayload:
        clip = self._clips.get(clip_id)
        is_shared = uuid is not None
        if clip is None or (uuid is not None and not _is_same_uuid(uuid, str(clip.uuid))):
            raise NotFoundError()
        if clip.is_hidden and (is_shared or not clip.is_owned_by(principal.account_id)):
            raise NotFoundError()
        serializer = self._serializer
        context = (
            serializer.build_shared_context(principal, clip)
            if is_shared
            else serializer.build_context(principal, [clip])
        )
        if clip.event_id not in context.events:
            raise NotFoundError()
        if context.has_ended(clip) and (is_shared or not clip.is_owned_by(principal.account_id)):
            raise NotFoundError()
        return self._serializer.serialize(clip, context, shared=is_shared)


class ListClips:
    """Lists the clips of an event, and a viewer's own clips and downloads."""

    def __init__(self, clips: Clips, event_catalog: EventCatalog, serializer: ClipSerializer) -> None:
        self._clips = clips
        self._event_catalog = event_catalog
        self._serializer = serializer

    def list_for_event(
        self, principal: Principal, event_id: EventId, request: PageRequest
    ) -> Page[ClipPayload]:
        """List the event's clips, newest first.

        The list is empty if the recording is withdrawn or deleted.

        Raises `NotFoundError` if the channel does not show the event.
        """
        event = self._event_catalog.list_event_rows(principal, [event_id]).get(event_id)
        if event is None:
            raise NotFoundError()
        if event["recording_state"] in CLIP_ENDING_STATES:
            return Page([], 0, request.limit, request.offset)
        clips, total = self._clips.list_for_event(event_id, request.limit, request.offset)
        return Page(self._serializer.serialize_list(principal, clips), total, request.limit, request.offset)

    def list_for_viewer(
        self, principal: Principal, kind: ListKind, request: PageRequest
    ) -> Page[ClipPayload]:
        """List the clips that the viewer made, newest first, or downloaded, latest first.

        A clip's `event` is None if the channel no longer shows the event.
        """
        list_clips = self._clips.list_for_account if kind == "clips" else self._clips.list_downloaded_by
        clips, total = list_clips(principal.viewer_id, request.limit, request.offset)
        return Page(
            self._serializer.serialize_list(principal, clips, kind), total, request.limit, request.offset
        )


def _is_same_uuid(uuid: str, other: str) -> bool:
    return compare_digest(uuid.lower().encode(), other.encode())
