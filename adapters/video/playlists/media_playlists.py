"""Parsing of the media playlists that ffmpeg wrote, and measurement of their segments (RFC 8216)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import av

from adapters.video.audio.aac_encoder import FRAME_SAMPLES
from adapters.video.audio.gapless_audio import SAMPLE_RATE
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

_TARGET_DURATION = re.compile(r"(?<=#EXT-X-TARGETDURATION:)\d+")
_DURATION = re.compile(r"^[\d.]+")
AUDIO_CODEC = "mp4a.40.2"


@dataclass(frozen=True)
class Segment:
    """One segment of a rendition: its file and its duration in seconds."""

    path: Path
    seconds: float


@dataclass(frozen=True)
class Rendition:
    """One rendition of the ladder, in the folder `name` of the package."""

    name: str
    width: int
    height: int
    segments: tuple[Segment, ...]

    @property
    def seconds(self) -> float:
        """Return the total duration in seconds."""
        return sum(segment.seconds for segment in self.segments)


@dataclass(frozen=True)
class CaptionTrack:
    """A WebVTT rendition.

    `uri` is the path of its playlist in the package, and `language` a BCP 47 tag or "".
    """

    uri: str
    name: str
    language: str


def read_rendition(folder: Path, width: int, height: int) -> Rendition:
    """Return the rendition with the segments of the media playlist `index.m3u8` in a folder."""
    lines = (folder / "index.m3u8").read_text().splitlines()
    durations = (
        float(line.removeprefix("#EXTINF:").split(",")[0]) for line in lines if line.startswith("#EXTINF:")
    )
    names = (line for line in lines if line and not line.startswith("#"))
    segments = tuple(Segment(folder / name, seconds) for name, seconds in zip(names, durations, strict=True))
    return Rendition(folder.name, width, height, segments)


def fix_last_duration(folder: Path) -> None:
    """Correct the duration of the last segment in the media playlist of an audio rendition.

    ffmpeg adds up packet durations there, which are rounded to milliseconds if its input was Matroska.
    """
    playlist = folder / "index.m3u8"
    *preceding, last = playlist.read_text().rpartition("#EXTINF:")
    name = last.splitlines()[1]
    with av.open(str(folder / name), format="mpegts") as container:
        timestamps = [packet.pts for packet in container.demux(audio=0) if packet.pts is not None]
    seconds = (timestamps[-1] - timestamps[0]) / TICKS_PER_SECOND + FRAME_SAMPLES / SAMPLE_RATE
    text = "".join(preceding) + _DURATION.sub(f"{seconds:.6f}", last, count=1)
    playlist.write_text(_TARGET_DURATION.sub(lambda match: str(max(int(match[0]), round(seconds))), text))


def are_aligned(renditions: Sequence[Rendition], frame_rate: Fraction) -> bool:
    """Return whether all renditions are cut at the same timestamps (to within half a frame)."""
    first = [segment.seconds for segment in renditions[0].segments]
    half_frame = float(1 / frame_rate) / 2
    for other in renditions[1:]:
        durations = [segment.seconds for segment in other.segments]
        if len(durations) != len(first):
            return False
        # The last segment may differ by a frame, because its duration comes from the audio.
        pairs = zip(first[:-1], durations[:-1], strict=True)
        if any(abs(a - b) > half_frame for a, b in pairs) or abs(first[-1] - durations[-1]) > 4 * half_frame:
            return False
    return True


def measure_bit_rates(rendition: Rendition) -> tuple[int, int]:
    """Return the peak and the average bitrate in bits per second (RFC 8216, section 4.3.4.2).

    The peak is the highest bitrate of any consecutive segments that together last half to one and a half
    target durations.
    """
    segment_bits = [(segment.path.stat().st_size * 8, segment.seconds) for segment in rendition.segments]
    average = sum(bits for bits, _ in segment_bits) / max(0.001, rendition.seconds)
    target = max(1, round(max(seconds for _, seconds in segment_bits)))
    peak = max((bits / seconds for bits, seconds in _segment_windows(segment_bits, target)), default=average)
    return int(max(peak, average)) + 1, int(average) + 1


def _segment_windows(segment_bits: Sequence[tuple[int, float]], target: float) -> Iterator[tuple[int, float]]:
    """Yield the bits and seconds of all sequences of segments that count toward the peak."""
    for first in range(len(segment_bits)):
        bits, seconds = 0, 0.0
        for position in range(first, len(segment_bits)):
            bits, seconds = bits + segment_bits[position][0], seconds + segment_bits[position][1]
            if seconds > target * 1.5:
                break
            if seconds >= target * 0.5:
                yield bits, seconds


def read_video_codec(segment: Path) -> str:
    """Return `avc1.PPCCLL` (RFC 6381) from the sequence parameter set in a segment."""
    with av.open(str(segment), format="mpegts") as container:
        extradata = container.streams.video[0].codec_context.extradata or b""
    match = re.search(rb"\x00\x00\x01[\x27\x47\x67](...)", extradata, re.DOTALL)
    if match is None:
        raise ValueError(f"{segment.name} holds no H.264 parameters")
    return "avc1." + match.group(1).hex().upper()
