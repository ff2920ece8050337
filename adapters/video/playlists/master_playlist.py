"""The master playlist of a recording (RFC 8216, 4.3.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from adapters.video.playlists.iframe_playlists import IFramePlaylist
from adapters.video.playlists.media_playlists import (
    AUDIO_CODEC,
    CaptionTrack,
    Rendition,
    measure_bit_rates,
    read_video_codec,
)

_AUDIO_GROUP, _SUBTITLES_GROUP, _CLOSED_CAPTIONS_GROUP = "sounds", "captions", "closed"


@dataclass(frozen=True)
class AudioTrack:
    """An audio track that viewers can choose.

    `rendition` is its own rendition, or None if the video renditions carry it. `language` is a BCP 47 tag, or
    "". Names are unique across tracks.
    """

    name: str
    language: str
    is_default: bool
    rendition: Rendition | None


TrackT = TypeVar("TrackT", AudioTrack, CaptionTrack)


@dataclass(frozen=True)
class ClosedCaptionTrack:
    """Closed captions in the video frames. `channel` is `CC1` to `CC4`."""

    channel: str
    name: str
    language: str


@dataclass(frozen=True)
class Presentation:
    """The renditions and tracks of a recording. `video_renditions` has the largest first."""

    video_renditions: Sequence[Rendition]
    frame_rate: Fraction
    audio_tracks: Sequence[AudioTrack] = ()
    audio_only: Rendition | None = None
    caption_tracks: Sequence[CaptionTrack] = ()
    closed_captions: Sequence[ClosedCaptionTrack] = ()
    iframe_playlists: Sequence[IFramePlaylist] = ()


def render_master_playlist(presentation: Presentation) -> str:
    """Return the playlist. Variants are ordered by bitrate, highest first, as measured from the segments."""
    lines = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-INDEPENDENT-SEGMENTS"]
    lines += [
        _audio_tag(track, autoselect)
        for track, autoselect in _with_autoselect(_selectable_audio(presentation))
    ]
    lines += [
        _subtitles_tag(track, autoselect)
        for track, autoselect in _with_autoselect(presentation.caption_tracks)
    ]
    lines += [_closed_captions_tag(track) for track in presentation.closed_captions]
    for _, variant in sorted(_variant_lines(presentation), key=lambda pair: -pair[0]):
        lines += variant
    lines += [
        _iframe_tag(rendition, presentation)
        for rendition in sorted(
            presentation.iframe_playlists, key=lambda rendition: -rendition.peak_bandwidth
        )
    ]
    return "\n".join(lines) + "\n"


def _with_autoselect(tracks: Sequence[TrackT]) -> list[tuple[TrackT, str]]:
    """Return each track with its AUTOSELECT attribute. Players may select only the first track of a language
    automatically.
    """
    seen_languages: set[str] = set()
    result = []
    for track in tracks:
        autoselect = "NO" if track.language and track.language in seen_languages else "YES"
        seen_languages.add(track.language)
        result.append((track, f"AUTOSELECT={autoselect}"))
    return result


def _media_tag(media_type: str, group: str, name: str, language: str, *attributes: str) -> str:
    """Return an EXT-X-MEDIA tag (RFC 8216, 4.3.4.1)."""
    escaped_name = name.replace('"', "")
    base_attributes = [f"TYPE={media_type}", f'GROUP-ID="{group}"', f'NAME="{escaped_name}"']
    base_attributes += [f'LANGUAGE="{language}"'] if language else []
    return "#EXT-X-MEDIA:" + ",".join([*base_attributes, *attributes])


def _closed_captions_tag(track: ClosedCaptionTrack) -> str:
    attributes = ("DEFAULT=NO", "AUTOSELECT=YES", f'INSTREAM-ID="{track.channel}"')
    return _media_tag("CLOSED-CAPTIONS", _CLOSED_CAPTIONS_GROUP, track.name, track.language, *attributes)


def _selectable_audio(presentation: Presentation) -> Sequence[AudioTrack]:
    """Return the audio tracks if there is more than one to choose from, otherwise none."""
    return presentation.audio_tracks if len(presentation.audio_tracks) > 1 else ()


def _audio_tag(track: AudioTrack, autoselect: str) -> str:
    attributes = [f"DEFAULT={'YES' if track.is_default else 'NO'}", autoselect, 'CHANNELS="2"']
    attributes += [f'URI="{track.rendition.name}/index.m3u8"'] if track.rendition else []
    return _media_tag("AUDIO", _AUDIO_GROUP, track.name, track.language, *attributes)


def _subtitles_tag(track: CaptionTrack, autoselect: str) -> str:
    attributes = ("DEFAULT=NO", autoselect, "FORCED=NO", f'URI="{track.uri}"')
    return _media_tag("SUBTITLES", _SUBTITLES_GROUP, track.name, track.language, *attributes)


def _variant_lines(presentation: Presentation) -> list[tuple[int, list[str]]]:
    """Return the peak bitrate of each variant and its lines. An alternate audio track adds to the bitrate of
    the video.
    """
    alternate_rates = [
        measure_bit_rates(track.rendition) for track in _selectable_audio(presentation) if track.rendition
    ]
    extra_peak = max((peak for peak, _ in alternate_rates), default=0)
    extra_average = max((average for _, average in alternate_rates), default=0)
    groups = _group_attributes(presentation)
    result = []
    for rendition in presentation.video_renditions:
        peak, average = measure_bit_rates(rendition)
        codecs = f"{read_video_codec(rendition.segments[0].path)},{AUDIO_CODEC}"
        base_attributes = (
            f"RESOLUTION={rendition.width}x{rendition.height},FRAME-RATE={float(presentation.frame_rate):.3f}"
        )
        rates = f"BANDWIDTH={peak + extra_peak},AVERAGE-BANDWIDTH={average + extra_average}"
        line = f'#EXT-X-STREAM-INF:{rates},{base_attributes},CODECS="{codecs}"{groups}'
        result.append((peak + extra_peak, [line, f"{rendition.name}/index.m3u8"]))
    if presentation.audio_only:
        peak, average = (
            max(rates)
            for rates in zip(measure_bit_rates(presentation.audio_only), *alternate_rates, strict=True)
        )
        line = f'#EXT-X-STREAM-INF:BANDWIDTH={peak},AVERAGE-BANDWIDTH={average},CODECS="{AUDIO_CODEC}"'
        groups = _group_attributes(presentation, has_video=False)
        result.append((peak, [line + groups, f"{presentation.audio_only.name}/index.m3u8"]))
    return result


def _group_attributes(presentation: Presentation, *, has_video: bool = True) -> str:
    closed_captions = f',CLOSED-CAPTIONS="{_CLOSED_CAPTIONS_GROUP}"' if has_video else ""
    return (
        (f',AUDIO="{_AUDIO_GROUP}"' if _selectable_audio(presentation) else "")
        + (f',SUBTITLES="{_SUBTITLES_GROUP}"' if presentation.caption_tracks else "")
        + (closed_captions if presentation.closed_captions else ",CLOSED-CAPTIONS=NONE")
    )


def _iframe_tag(rendition: IFramePlaylist, presentation: Presentation) -> str:
    codec = next(
        read_video_codec(candidate.segments[0].path)
        for candidate in presentation.video_renditions
        if rendition.uri.startswith(f"{candidate.name}/")
    )
    return (
        f"#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH={rendition.peak_bandwidth},AVERAGE-BANDWIDTH={rendition.average_bandwidth},"
        f'RESOLUTION={rendition.width}x{rendition.height},CODECS="{codec}",URI="{rendition.uri}"'
    )
