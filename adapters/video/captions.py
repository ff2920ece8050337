"""Captions: text streams of the file and text files beside it, as WebVTT renditions."""

import re
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory

from adapters.video import process
from adapters.video.ass_texts import from_ass
from adapters.video.caption_streams import extract_captions
from adapters.video.caption_texts import clean_webvtt, from_subrip
from adapters.video.cea608 import CaptionCue
from adapters.video.closed_captions import to_webvtt
from adapters.video.languages import language_name, language_tag, unique_name
from adapters.video.playlists import CaptionTrack
from adapters.video.probe import CaptionStream, Source
from adapters.video.renditions import START
from adapters.video.survey import Survey
from touchline.catalog.ports.video import Captions, VideoRefused

_TIME_OUT = 600.0
_CUE = re.compile(r"^\S*:\d\d\.\d{3} +--> +\S*:\d\d\.\d{3}", re.MULTILINE)
_MAP = f"X-TIMESTAMP-MAP=MPEGTS:{START * 90_000},LOCAL:00:00:00.000"
_CONVERTED: dict[str, tuple[str, Callable[[str], str]]] = {
    "webvtt": ("vtt", clean_webvtt),
    "srt": ("srt", from_subrip),
    "subrip": ("srt", from_subrip),
    "ass": ("ass", from_ass),
    "ssa": ("ass", from_ass),
}
"""How streams are taken out unchanged, by codec. Any other becomes ASS, which keeps more than WebVTT."""
_MOST_BYTES = 8_000_000


def make_captions(
    source: Source,
    found: Survey,
    beside: Sequence[Captions],
    closed: Mapping[str, Sequence[CaptionCue]],
    into: Path,
    alive: Callable[[], None],
) -> list[CaptionTrack]:
    """Make `captions/N.vtt` and a playlist for each text with any cue.

    Files beside the video come first, then streams of the file, then `closed`: the captions within its
    pictures, by channel. Streams are found by reading all of the file, which may take minutes; `alive` is
    called meanwhile.
    """
    with TemporaryDirectory(dir=into) as files:
        streams = extract_captions(source, found, Path(files), alive) if source.captions else {}
        texts = [(stream.language, _from_stream(stream, file, alive)) for stream, file in streams.items()]
    folder = into / "captions"
    tracks: list[CaptionTrack] = []
    given = [
        *((captions.language, _from_file(captions)) for captions in beside),
        *texts,
        *(("", to_webvtt(cues)) for cues in closed.values()),
    ]
    for language, text in given:
        if not _CUE.search(text):
            continue
        folder.mkdir(exist_ok=True)
        number = len(tracks) + 1
        (folder / f"{number}.vtt").write_text(with_timestamps(text), encoding="utf-8")
        (folder / f"{number}.m3u8").write_text(_playlist(f"{number}.vtt", found.seconds), encoding="utf-8")
        tag = language_tag(language)
        name = unique_name(language_name(tag) or "Captions", {track.name for track in tracks})
        tracks.append(CaptionTrack(f"captions/{number}.m3u8", name, tag))
    return tracks


def with_timestamps(text: str) -> str:
    """WebVTT that says where its zero lies on the clock of the segments (RFC 8216, section 3.5)."""
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    head = [line for line in lines[:2] if not line.startswith("X-TIMESTAMP-MAP")]
    return "\n".join([head[0], _MAP, *head[1:], *lines[2:]])


def _from_stream(stream: CaptionStream, file: Path, alive: Callable[[], None]) -> str:
    suffix, convert = _CONVERTED.get(stream.codec, ("ass", from_ass))
    target = file.with_suffix(f".{suffix}")
    copied = ("-c", "copy") if stream.codec in _CONVERTED else ()
    arguments = ["-y", "-copyts", "-i", str(file), *copied, str(target)]
    try:
        process.run(arguments, time_out=_TIME_OUT, on_seconds=lambda _seconds: alive())
        return convert(target.read_text(encoding="utf-8", errors="replace"))
    except process.FfmpegFailed:
        return ""  # A damaged caption stream takes nothing from the picture.


def _from_file(captions: Captions) -> str:
    if captions.path.stat().st_size > _MOST_BYTES:
        raise VideoRefused(f"The captions {captions.path.name} are larger than 8 MB.")
    raw = captions.path.read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", errors="replace")
    if text.startswith("WEBVTT"):
        return clean_webvtt(text)
    return from_subrip(text)


def _playlist(file: str, seconds: float) -> str:
    return (
        f"#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:{max(1, ceil(seconds))}\n#EXT-X-MEDIA-SEQUENCE:0\n"
        f"#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:{seconds:.3f},\n{file}\n#EXT-X-ENDLIST\n"
    )
