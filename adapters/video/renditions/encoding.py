"""The one ffmpeg command that makes all renditions. Frames are decoded once and scaled down step by step.

Video and audio start at the same timestamp (`START_SECONDS`) in every rendition. No frame refers to a later
one (`-bf 0`). hls.js starts at the first frame to be *decoded*, so its clock would run two frames ahead of
the display. This was verified in Chromium, frame by frame.

Every video rendition has the default audio track, or silence if the source has no audio. Each alternate audio
track is an audio-only rendition, and so is the default track if requested. Audio-only renditions are cut at
the same points as the video, to within one audio packet (21 ms).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from adapters.video import ffmpeg_process
from adapters.video.disk_space import DiskSpaceCheck
from adapters.video.playlists.media_playlists import Rendition, fix_last_duration, read_rendition
from adapters.video.renditions.clean_stream import CleanStreamPipe, pipe_format
from adapters.video.renditions.filter_graph import build_filter_graph
from adapters.video.renditions.ladder import RenditionSpec, frames_per_gop, frames_per_segment
from adapters.video.renditions.stream_copy import segment_seconds
from adapters.video.source.analysis import SourceAnalysis
from adapters.video.source.probe import AudioStream, MediaSource
from adapters.video.timing.segment_clock import START_SECONDS, TICKS_PER_SECOND

AUDIO = "audio"
_ENCODER_OPTIONS = (
    *("-c:v", "libx264", "-preset", "veryfast", "-crf", "22", "-profile:v", "high"),
    *("-bf", "0", "-sc_threshold", "0", "-flags", "+cgop"),
)
_MAX_MACROBLOCKS_1B, _MAX_MACROBLOCK_RATE_1B = 99, 1485
_MIN_TIMEOUT_SECONDS, _TIMEOUT_FACTOR = 900.0, 40.0


@dataclass(frozen=True)
class EncodingPlan:
    """The renditions to make of a source: the ladder (largest first), and whether to add an audio-only
    rendition. `gains` are those of the audio tracks in dB, or empty.
    """

    source: MediaSource
    analysis: SourceAnalysis
    ladder: Sequence[RenditionSpec]
    has_audio_rendition: bool = False
    gains: Sequence[float] = ()


@dataclass(frozen=True)
class AudioRendition:
    """A rendition with one audio track only. Its `rendition` has no width and height."""

    stream: AudioStream
    rendition: Rendition


@dataclass(frozen=True)
class EncodedRenditions:
    """The encoded renditions.

    `video` has the video renditions (largest first, with the default audio track). `alternate_audio` has
    every other audio track. `default_audio` is the default audio track as an audio-only rendition, if
    requested.
    """

    video: list[Rendition]
    alternate_audio: list[AudioRendition]
    default_audio: AudioRendition | None


def make_renditions(
    plan: EncodingPlan, into: Path, *, copy_top: bool, on_seconds: Callable[[float], None]
) -> EncodedRenditions:
    """Write the renditions to folders, each with `index.m3u8` and its segments.

    Folders are `v0/`, `v1/`, … (largest first), `a1/`, … for alternate audio tracks, and `audio/` for the
    default track as an audio-only rendition, if requested.
    """
    video_folders = [(into / f"v{number}", spec) for number, spec in enumerate(plan.ladder)]
    audio_folders = _audio_folders(plan, into)
    for folder in (*(folder for folder, _ in video_folders), *(folder for folder, _ in audio_folders)):
        folder.mkdir()
    arguments = ["-y", "-f", pipe_format(plan.source), "-reinit_filter", "0", "-i", "pipe:0"]
    filter_graph = build_filter_graph(plan.source, plan.analysis, plan.ladder, copy_top)
    arguments += ["-filter_complex", filter_graph] if filter_graph else []
    for number, (folder, spec) in enumerate(video_folders):
        is_copied = copy_top and number == 0
        arguments += ["-map", "0:v"] if is_copied else ["-map", f"[v{number}]"]
        arguments += ["-c:v", "copy"] if is_copied else _video_options(spec, plan.analysis)
        arguments += ["-map", "0:a:0", "-c:a", "copy", *_hls_options(folder, plan.analysis)]
    for folder, number in audio_folders:
        arguments += ["-map", f"0:a:{number}", "-c:a", "copy", *_hls_options(folder, plan.analysis)]
    disk_space = DiskSpaceCheck(into)

    def on_progress(seconds: float) -> None:
        disk_space.check()
        on_seconds(seconds - START_SECONDS)

    _run_ffmpeg(plan, arguments, copy_top, on_progress)
    disk_space.check_now()
    for folder, _ in audio_folders:
        fix_last_duration(folder)
    audio_renditions = [
        AudioRendition(plan.source.audio_streams[number], read_rendition(folder, 0, 0))
        for folder, number in audio_folders
    ]
    return EncodedRenditions(
        video=[read_rendition(folder, spec.width, spec.height) for folder, spec in video_folders],
        alternate_audio=[
            audio_rendition for audio_rendition in audio_renditions if audio_rendition.rendition.name != AUDIO
        ],
        default_audio=next(
            (
                audio_rendition
                for audio_rendition in audio_renditions
                if audio_rendition.rendition.name == AUDIO
            ),
            None,
        ),
    )


def _audio_folders(plan: EncodingPlan, into: Path) -> list[tuple[Path, int]]:
    """Return the folders of the audio-only renditions, each with the number of its audio track."""
    alternates = [(into / f"a{number}", number) for number in range(1, len(plan.source.audio_streams))]
    has_audio_rendition = plan.has_audio_rendition and plan.source.audio_streams
    return [*alternates, *([(into / AUDIO, 0)] if has_audio_rendition else [])]


def _run_ffmpeg(
    plan: EncodingPlan, arguments: list[str], copy_top: bool, on_seconds: Callable[[float], None]
) -> None:
    timeout = max(_MIN_TIMEOUT_SECONDS, plan.analysis.seconds * _TIMEOUT_FACTOR)
    exact_rate = plan.analysis.frame_rate if copy_top else None
    with CleanStreamPipe(plan.source, plan.analysis, exact_rate, plan.gains) as pipe:
        ffmpeg_process.run_ffmpeg(
            arguments,
            timeout=timeout,
            on_seconds=on_seconds,
            stdin=pipe.reader,
            on_started=pipe.start,
        )


def _video_options(spec: RenditionSpec, analysis: SourceAnalysis) -> list[str]:
    max_bitrate, gop_frames = str(spec.max_bitrate), str(frames_per_gop(analysis.frame_rate))
    gop_options = ["-g", gop_frames, "-keyint_min", gop_frames]
    # Otherwise ffmpeg would replace each hidden frame with the first visible one.
    gop_options += ["-fps_mode", "passthrough"] if analysis.has_hidden_frames else []
    return [
        *_ENCODER_OPTIONS,
        *gop_options,
        *_level_options(spec, analysis.frame_rate),
        "-maxrate",
        max_bitrate,
        "-bufsize",
        str(spec.max_bitrate * 2),
    ]


def _level_options(spec: RenditionSpec, frame_rate: Fraction) -> list[str]:
    """Return the level option for small frames, which the encoder would give level 1b (ITU-T H.264, table
    A-1).

    Chromium does not know the codec string of level 1b in High profile (`avc1.640009`), and players skip such
    a rendition. For all other sizes the encoder chooses the level.
    """
    macroblocks = -(-spec.width // 16) * -(-spec.height // 16)
    fits_1b = macroblocks <= _MAX_MACROBLOCKS_1B and macroblocks * frame_rate <= _MAX_MACROBLOCK_RATE_1B
    return ["-level:v", "1.1"] if fits_1b else []


def _hls_options(folder: Path, analysis: SourceAnalysis) -> list[str]:
    segment_length = segment_seconds(analysis.frame_rate, frames_per_segment(analysis.frame_rate))
    offset = START_SECONDS - analysis.hidden_lead / TICKS_PER_SECOND
    return [
        *("-map_metadata", "-1", "-output_ts_offset", f"{offset:.6f}", "-muxdelay", "0", "-muxpreload", "0"),
        *("-max_interleave_delta", "0"),
        *("-f", "hls", "-hls_time", f"{float(segment_length):.6f}", "-hls_playlist_type", "vod"),
        *("-hls_flags", "independent_segments", "-hls_segment_filename", str(folder / "%05d.ts")),
        str(folder / "index.m3u8"),
    ]
