"""Building a clip and the content of its play folder from footage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from touchline.clips.domain.clip import Clip, ClipDetails, ClipOrigin, Range
from touchline.clips.domain.folders import CLIPS, new_folder
from touchline.clips.domain.footage import AudioTrack, Footage, Rendition
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.playlists import (
    MASTER,
    build_master_playlist,
    build_media_playlist,
    get_playable_range,
    get_playlist_offset,
    segment_name,
    select_audio_tracks,
)
from touchline.shared.ids import AccountId, ChannelId, EventId


@dataclass(frozen=True, slots=True)
class PlayFolder:
    """The content of a play folder: names of segments with the keys to link, and playlists with their text.

    The master playlist is last, so that nobody plays a folder that is not complete.
    """

    links: Mapping[str, str]
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ClipMaker:
    """Who makes a clip: a viewer, or the channel without an account."""

    channel_id: ChannelId
    account_id: AccountId | None = None
    origin: ClipOrigin = ClipOrigin.VIEWER


def build_clip(
    maker: ClipMaker,
    event_id: EventId,
    details: ClipDetails,
    footage: Footage,
    largest: Rendition,
    requested: Range,
    now: datetime,
) -> Clip:
    """Return a new clip of the footage. Raises `RefusedError` if less than a second of it plays."""
    playable = get_playable_range(largest, requested)
    return Clip(
        id=ClipId(0),
        channel_id=maker.channel_id,
        account_id=maker.account_id,
        event_id=event_id,
        media_id=footage.media_id,
        uuid=uuid4(),
        details=details,
        range=playable,
        folder=new_folder(CLIPS, now),
        offset_ms=get_playlist_offset(largest, playable),
        width=largest.width,
        height=largest.height,
        frame_rate=footage.frame_rate,
        created_at=now,
        approved_at=now if maker.account_id is None else None,
        origin=maker.origin,
    )


def build_play_folder(
    renditions: Sequence[Rendition],
    offset_ms: int,
    audio_tracks: Sequence[AudioTrack] = (),
    closed_captions: Sequence[str] = (),
    origin: datetime | None = None,
) -> PlayFolder:
    """Return the content of a play folder. `origin` is that of a live stream's timeline."""
    folders: dict[str, Rendition | AudioTrack] = {rendition.name: rendition for rendition in renditions}
    folders |= {track.folder: track for track in audio_tracks if track.segments}
    links = {
        f"{folder}/{segment_name(number)}": segment.key
        for folder, track in folders.items()
        for number, segment in enumerate(track.segments)
    }
    texts = {
        f"{folder}/index.m3u8": build_media_playlist(track, offset_ms, origin)
        for folder, track in folders.items()
    }
    master = build_master_playlist(renditions, audio_tracks, closed_captions)
    return PlayFolder(links, {**texts, MASTER: master})


def build_footage_folder(clip: Clip, footage: Footage, renditions: Sequence[Rendition]) -> PlayFolder:
    """Return the content of the play folder of a clip of one range of footage."""
    audio_tracks = select_audio_tracks(footage, renditions[0])
    return build_play_folder(
        renditions, clip.offset_ms, audio_tracks, footage.closed_captions, footage.origin
    )
