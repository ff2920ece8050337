"""Reading the media playlists that ffmpeg wrote, and what the segments they name measure (RFC 8216)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import av

from adapters.video.aac import FRAME
from adapters.video.clock import CLOCK
from adapters.video.sound import HERTZ

_TARGET = re.compile(r"(?<=#EXT-X-TARGETDURATION:)\d+")
_LENGTH = re.compile(r"^[\d.]+")
AUDIO_CODEC = "mp4a.40.2"


@dataclass(frozen=True)
class Segment:
    """One segment of a rendition: its file, and its length in seconds."""

    path: Path
    seconds: float


@dataclass(frozen=True)
class Rendition:
    """What was made for one rung, in its folder `name` below the package."""

    name: str
    width: int
    height: int
    segments: tuple[Segment, ...]

    @property
    def seconds(self) -> float:
        """Its whole length."""
        return sum(segment.seconds for segment in self.segments)


@dataclass(frozen=True)
class CaptionTrack:
    """A WebVTT rendition; `uri` of its playlist below the package, `language` a BCP 47 tag or ""."""

    uri: str
    name: str
    language: str


def read_rendition(folder: Path, width: int, height: int) -> Rendition:
    """The segments of the media playlist `index.m3u8` in a folder."""
    lines = (folder / "index.m3u8").read_text().splitlines()
    lengths = (
        float(line.removeprefix("#EXTINF:").split(",")[0]) for line in lines if line.startswith("#EXTINF:")
    )
    names = (line for line in lines if line and not line.startswith("#"))
    segments = tuple(Segment(folder / name, seconds) for name, seconds in zip(names, lengths, strict=True))
    return Rendition(folder.name, width, height, segments)


def measure_end(folder: Path) -> None:
    """Let the media playlist of a sound say what its last segment lasts.

    ffmpeg adds up the lengths of packets there, which are rounded to milliseconds where its input was
    Matroska.
    """
    playlist = folder / "index.m3u8"
    *before, last = playlist.read_text().rpartition("#EXTINF:")
    name = last.splitlines()[1]
    with av.open(str(folder / name), format="mpegts") as container:
        instants = [packet.pts for packet in container.demux(audio=0) if packet.pts is not None]
    seconds = (instants[-1] - instants[0]) / CLOCK + FRAME / HERTZ
    text = "".join(before) + _LENGTH.sub(f"{seconds:.6f}", last, count=1)
    playlist.write_text(_TARGET.sub(lambda found: str(max(int(found[0]), round(seconds))), text))


def aligned(renditions: Sequence[Rendition], rate: Fraction) -> bool:
    """Whether all renditions are cut at the same instants (to within half a picture)."""
    first = [segment.seconds for segment in renditions[0].segments]
    half = float(1 / rate) / 2
    for other in renditions[1:]:
        lengths = [segment.seconds for segment in other.segments]
        if len(lengths) != len(first):
            return False
        # The last piece may differ by a picture: its length is only known from the sound beside it.
        inner = zip(first[:-1], lengths[:-1], strict=True)
        if any(abs(a - b) > half for a, b in inner) or abs(first[-1] - lengths[-1]) > 4 * half:
            return False
    return True


def bit_rates(rendition: Rendition) -> tuple[int, int]:
    """Return the peak and the average bit rate, in bits a second (RFC 8216, section 4.3.4.2).

    The peak is that of any segments in a row that together last half to one and a half target durations.
    """
    sizes = [(segment.path.stat().st_size * 8, segment.seconds) for segment in rendition.segments]
    average = sum(bits for bits, _ in sizes) / max(0.001, rendition.seconds)
    target = max(1, round(max(seconds for _, seconds in sizes)))
    peak = max((bits / seconds for bits, seconds in _rows(sizes, target)), default=average)
    return int(max(peak, average)) + 1, int(average) + 1


def _rows(sizes: Sequence[tuple[int, float]], target: float) -> Iterator[tuple[int, float]]:
    """Bits and seconds of all rows of segments that count towards the peak."""
    for first in range(len(sizes)):
        bits, seconds = 0, 0.0
        for place in range(first, len(sizes)):
            bits, seconds = bits + sizes[place][0], seconds + sizes[place][1]
            if seconds > target * 1.5:
                break
            if seconds >= target * 0.5:
                yield bits, seconds


def video_codec(segment: Path) -> str:
    """`avc1.PPCCLL` (RFC 6381) from the sequence parameter set in a segment."""
    with av.open(str(segment), format="mpegts") as container:
        extra = container.streams.video[0].codec_context.extradata or b""
    found = re.search(rb"\x00\x00\x01[\x27\x47\x67](...)", extra, re.DOTALL)
    if found is None:
        raise ValueError(f"{segment.name} holds no H.264 parameters")
    return "avc1." + found.group(1).hex().upper()
