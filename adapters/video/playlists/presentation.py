"""Choices of a recording's viewer: audio tracks, and the captions in the video frames."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import av

from adapters.video.captions.cea608 import CaptionCue
from adapters.video.captions.closed_captions import ClosedCaptionCollector
from adapters.video.languages import language_name, language_tag, unique_name
from adapters.video.playlists.iframe_playlists import write_iframe_playlist
from adapters.video.playlists.master_playlist import (
    AudioTrack,
    ClosedCaptionTrack,
    Presentation,
    render_master_playlist,
)
from adapters.video.playlists.media_playlists import CaptionTrack, Rendition
from adapters.video.renditions.encoding import EncodedRenditions, EncodingPlan
from adapters.video.source.analysis import SourceAnalysis
from adapters.video.source.demuxing import read_packets
from adapters.video.source.probe import MediaSource
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

_START_PTS = 90_000


@dataclass(frozen=True)
class SourceAudio:
    """An audio track of the source. `language` and `title` are as in the file, or "" if missing.

    `rendition` is its own rendition, or None if the video renditions carry it.
    """

    language: str
    title: str
    is_default: bool
    rendition: Rendition | None


def build_audio_tracks(source_audio: Sequence[SourceAudio]) -> list[AudioTrack]:
    """Return the audio tracks with distinct names, the default track first."""
    tracks: list[AudioTrack] = []
    for audio in sorted(source_audio, key=lambda track: not track.is_default):
        tag = language_tag(audio.language)
        name = unique_name(audio.title or language_name(tag) or "Sound", {track.name for track in tracks})
        tracks.append(AudioTrack(name, tag, not tracks, audio.rendition))
    return tracks


def find_closed_caption_tracks(
    video_renditions: Sequence[Rendition],
    cues: Mapping[str, Sequence[CaptionCue]],
    heartbeat: Callable[[], None],
) -> list[ClosedCaptionTrack]:
    """Return the channels whose captions are intact in the frames of every rendition.

    Conversion to another frame rate drops or repeats frames, and with them characters.
    """
    if not cues:
        return []
    texts_by_rendition = [_cue_texts(read_rendition_captions(track, heartbeat)) for track in video_renditions]
    source_texts = _cue_texts(cues)
    intact_channels = [
        name
        for name in cues
        if all(rendition_texts.get(name) == source_texts[name] for rendition_texts in texts_by_rendition)
    ]
    return [ClosedCaptionTrack(name, name, "") for name in intact_channels]


def read_rendition_captions(
    rendition: Rendition, heartbeat: Callable[[], None]
) -> dict[str, list[CaptionCue]]:
    """Return the captions in the frames of a rendition. Timestamps count from its first frame."""
    captions = ClosedCaptionCollector()
    for segment in rendition.segments:
        heartbeat()
        _collect_segment(segment.path, captions)
    return captions.decode_cues(round(rendition.seconds * TICKS_PER_SECOND))


def _collect_segment(path: Path, captions: ClosedCaptionCollector) -> None:
    with av.open(str(path), format="mpegts") as container:
        for packet in container.demux(container.streams.video[0]):
            if packet.pts is not None:
                captions.add(packet.pts - _START_PTS, bytes(packet))


def _cue_texts(cues: Mapping[str, Sequence[CaptionCue]]) -> dict[str, list[str]]:
    return {name: [cue.text for cue in channel_cues] for name, channel_cues in cues.items()}


def read_source_captions(
    source: MediaSource, analysis: SourceAnalysis, heartbeat: Callable[[], None]
) -> dict[str, list[CaptionCue]]:
    """Return the captions in the frames of a source, by channel. Timestamps count from the first frame of the
    stream.
    """
    if not analysis.has_captions:
        return {}
    captions = ClosedCaptionCollector()
    for timed_packet in read_packets(source.parts, heartbeat, source.max_gap):
        if timed_packet.audio_index is None:
            captions.add(
                timed_packet.pts + analysis.grid.offset_at(timed_packet.pts) - analysis.start,
                bytes(timed_packet.packet),
            )
    return captions.decode_cues(analysis.video_end - analysis.start)


def write_presentation(
    plan: EncodingPlan,
    encoded: EncodedRenditions,
    captions: Sequence[CaptionTrack],
    closed_captions: Mapping[str, Sequence[CaptionCue]],
    heartbeat: Callable[[], None],
) -> str:
    """Write the I-frame playlists and return the master playlist of the package."""
    default_audio = [
        SourceAudio(track.language, track.title, True, None) for track in plan.source.audio_streams[:1]
    ]
    alternate_audio = [
        SourceAudio(track.stream.language, track.stream.title, False, track.rendition)
        for track in encoded.alternate_audio
    ]
    return render_master_playlist(
        Presentation(
            video_renditions=encoded.video,
            frame_rate=plan.analysis.frame_rate,
            audio_tracks=build_audio_tracks([*default_audio, *alternate_audio]),
            audio_only=encoded.default_audio.rendition if encoded.default_audio else None,
            caption_tracks=captions,
            closed_captions=find_closed_caption_tracks(encoded.video, closed_captions, heartbeat),
            iframe_playlists=[
                track
                for video_rendition in encoded.video
                if (track := write_iframe_playlist(video_rendition, heartbeat))
            ],
        )
    )
