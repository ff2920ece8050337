"""Reading of packages as a player would."""

from dataclasses import dataclass
from pathlib import Path

import av

TICKS_PER_SECOND = 90_000


@dataclass(frozen=True)
class SegmentSummary:
    """A segment: PTS and DTS of its first frame, its frame and keyframe counts, and the PTS of its first
    audio (90 kHz clock).
    """

    starts_with_keyframe: bool
    first_pts: int
    first_dts: int
    frame_count: int
    keyframe_count: int
    first_audio_pts: int | None


def read_segments(folder: Path) -> list[SegmentSummary]:
    """Return the segments of one rendition, in order."""
    return [_summarize_segment(path) for path in sorted(folder.glob("*.ts"))]


def read_renditions(package: Path) -> list[list[SegmentSummary]]:
    """Return the segments of all renditions, largest first."""
    return [read_segments(folder) for folder in sorted(package.glob("v*"))]


def read_sizes(package: Path) -> list[tuple[int, int]]:
    """Return the coded sizes of the renditions in pixels, largest first."""
    result = []
    for folder in sorted(package.glob("v*")):
        with av.open(str(folder / "00000.ts")) as container:
            codec = container.streams.video[0].codec_context
            result.append((codec.width, codec.height))
    return result


def read_durations(folder: Path) -> list[float]:
    """Return the segment durations that a media playlist declares, in seconds."""
    lines = (folder / "index.m3u8").read_text().splitlines()
    return [float(line[8:].rstrip(",")) for line in lines if line.startswith("#EXTINF:")]


def _summarize_segment(path: Path) -> SegmentSummary:
    with av.open(str(path)) as container:
        packets = [packet for packet in container.demux() if packet.pts is not None]
        video_packets = [packet for packet in packets if packet.stream.type == "video"]
        audio_packets = [packet for packet in packets if packet.stream.type == "audio"]
        return SegmentSummary(
            starts_with_keyframe=video_packets[0].is_keyframe,
            first_pts=min(packet.pts or 0 for packet in video_packets),
            first_dts=video_packets[0].dts or 0,
            frame_count=len(video_packets),
            keyframe_count=sum(packet.is_keyframe for packet in video_packets),
            first_audio_pts=audio_packets[0].pts if audio_packets else None,
        )
