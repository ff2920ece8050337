"""Captions as WebVTT renditions, from text streams in the video file and from text files beside it."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from adapters.video import ffmpeg_process
from adapters.video.captions.ass import from_ass
from adapters.video.captions.cea608 import CaptionCue
from adapters.video.captions.closed_captions import to_webvtt
from adapters.video.captions.converter import add_timestamp_map, convert_text, render_playlist
from adapters.video.captions.extraction import extract_captions
from adapters.video.captions.webvtt import clean_webvtt, from_subrip
from adapters.video.languages import language_name, language_tag, unique_name
from adapters.video.playlists.media_playlists import CaptionTrack
from adapters.video.source.analysis import SourceAnalysis
from adapters.video.source.probe import CaptionStream, MediaSource
from touchline.catalog.domain.media.caption_files import decode_captions
from touchline.catalog.ports.media.video_packager import CaptionFile, VideoRefusedError

_TIMEOUT_SECONDS = 600.0
_CUE_TIMING = re.compile(r"^\S*:\d\d\.\d{3} +--> +\S*:\d\d\.\d{3}", re.MULTILINE)
_CONVERTERS: dict[str, tuple[str, Callable[[str], str]]] = {
    "webvtt": ("vtt", clean_webvtt),
    "srt": ("srt", from_subrip),
    "subrip": ("srt", from_subrip),
    "ass": ("ass", from_ass),
    "ssa": ("ass", from_ass),
}
"""Output formats by codec for text streams that are extracted unchanged. All others are extracted as ASS,
which keeps more than WebVTT.
"""
_MAX_BYTES = 8_000_000


def make_captions(
    source: MediaSource,
    analysis: SourceAnalysis,
    sidecar_files: Sequence[CaptionFile],
    closed_captions: Mapping[str, Sequence[CaptionCue]],
    into: Path,
    heartbeat: Callable[[], None],
) -> list[CaptionTrack]:
    """Write `captions/N.vtt` and a playlist for each text that has at least one cue.

    Files beside the video come first, then text streams of the video file, then `closed_captions`. These are
    the captions embedded in the video frames, by channel. Finding the text streams reads the whole file,
    which may take minutes. `heartbeat` is called during that time.
    """
    with TemporaryDirectory(dir=into) as files:
        streams = extract_captions(source, analysis, Path(files), heartbeat) if source.caption_streams else {}
        texts = [
            (stream.language, _convert_stream(stream, file, heartbeat)) for stream, file in streams.items()
        ]
    folder = into / "captions"
    tracks: list[CaptionTrack] = []
    all_captions = [
        *((captions.language, _read_caption_file(captions)) for captions in sidecar_files),
        *texts,
        *(("", to_webvtt(cues)) for cues in closed_captions.values()),
    ]
    for language, text in all_captions:
        if not _CUE_TIMING.search(text):
            continue
        folder.mkdir(exist_ok=True)
        number = len(tracks) + 1
        (folder / f"{number}.vtt").write_text(add_timestamp_map(text), encoding="utf-8")
        (folder / f"{number}.m3u8").write_text(
            render_playlist(f"{number}.vtt", analysis.seconds), encoding="utf-8"
        )
        tag = language_tag(language)
        name = unique_name(language_name(tag) or "Captions", {track.name for track in tracks})
        tracks.append(CaptionTrack(f"captions/{number}.m3u8", name, tag))
    return tracks


def _convert_stream(stream: CaptionStream, file: Path, heartbeat: Callable[[], None]) -> str:
    suffix, convert = _CONVERTERS.get(stream.codec, ("ass", from_ass))
    target = file.with_suffix(f".{suffix}")
    copy_options = ("-c", "copy") if stream.codec in _CONVERTERS else ()
    arguments = ["-y", "-copyts", "-i", str(file), *copy_options, str(target)]
    try:
        ffmpeg_process.run_ffmpeg(
            arguments, timeout=_TIMEOUT_SECONDS, on_seconds=lambda _seconds: heartbeat()
        )
        return convert(target.read_text(encoding="utf-8", errors="replace"))
    except ffmpeg_process.FfmpegFailedError:
        return ""  # A damaged caption stream does not affect the video.


def _read_caption_file(captions: CaptionFile) -> str:
    if captions.path.stat().st_size > _MAX_BYTES:
        raise VideoRefusedError(f"The caption file {captions.path.name} is larger than 8 MB.")
    return convert_text(decode_captions(captions.path.read_bytes()))
