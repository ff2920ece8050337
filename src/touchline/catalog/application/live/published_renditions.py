"""The renditions of an ingest session as the master playlist of a live stream lists them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from touchline.catalog.domain.media.audio_tracks import AudioTrack, find_track_number, name_audio_tracks
from touchline.catalog.domain.media.live_playlists import VariantStream, list_audio_tracks
from touchline.catalog.ports.media.ingest import SOURCE, IngestedRendition


def has_audio_tracks(names: Sequence[str]) -> bool:
    """Return whether renditions include audio tracks besides the main one."""
    return any(find_track_number(name) is not None for name in names)


def build_variants(
    renditions: Sequence[IngestedRendition], get_stored_name: Callable[[str], str]
) -> list[VariantStream]:
    """Return the variants of the master playlist. An audio track adds to the bitrate of the video."""
    tracks = [rendition for rendition in renditions if find_track_number(rendition.name) is not None]
    peak = max((track.bandwidth for track in tracks), default=0)
    average = max((track.average_bandwidth for track in tracks), default=0)
    return [
        VariantStream(
            get_stored_name(rendition.name),
            rendition.width,
            rendition.height,
            rendition.bandwidth + peak if rendition.width else max(rendition.bandwidth, peak),
            rendition.average_bandwidth + average
            if rendition.width
            else max(rendition.average_bandwidth, average),
            rendition.frame_rate,
            rendition.codecs,
        )
        for rendition in renditions
        if rendition not in tracks
    ]


def build_audio_tracks(
    renditions: Sequence[IngestedRendition], names: Sequence[str] = ()
) -> list[AudioTrack]:
    """Return the audio tracks that viewers can choose, the main one first. Empty if there is only one.

    `names` are those that operators chose, by track number.
    """
    numbers = {rendition.name: find_track_number(rendition.name) for rendition in renditions}
    numbers[SOURCE] = 0
    listed = sorted(
        (number, rendition) for rendition in renditions if (number := numbers[rendition.name]) is not None
    )
    if len(listed) < 2:
        return []
    tracks = [
        AudioTrack(rendition.language_name, rendition.language, rendition.name if number else "")
        for number, rendition in listed
    ]
    return name_audio_tracks(tracks, names, [number for number, _ in listed])


def list_audio_names(master: str) -> list[str]:
    """Return the names of the audio tracks in a published master playlist, by track number."""
    names = {find_track_number(track.playlist) or 0: track.name for track in list_audio_tracks(master)}
    return [names.get(number, "") for number in range(max(names, default=-1) + 1)]
