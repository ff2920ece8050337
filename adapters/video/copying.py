"""May the pictures of the source be used as they are for the top rendition?

Only where the cut would fall on the same instants as in the renditions that are encoded: H.264 that every
browser plays, a constant rate, pictures in the order of showing, a key frame wherever a segment starts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from adapters.video.ladder import Rung
from adapters.video.probe import Source, open_source

_PROFILES = frozenset({"Baseline", "Constrained Baseline", "Main", "High", "Constrained High"})
_HIGHEST_LEVEL = 52
_JITTER = 0.25
_SLACK = 0.001
_MOST_TIMES_THE_BITS = 2


@dataclass(frozen=True)
class Packet:
    """One coded picture: when it is shown (seconds from the start of the file), and if it is a key frame."""

    shown_at: float
    key: bool


def cut_seconds(rate: Fraction, pictures: int) -> float:
    """The `hls_time` with which ffmpeg's HLS writer cuts at each `pictures`-th picture."""
    return float(pictures / rate) - _SLACK


def can_copy(source: Source, top: Rung, rate: Fraction, pictures: int, alive: Callable[[], None]) -> bool:
    """Whether the source's pictures fit the top rendition and the grid of key frames."""
    if not source.plain or source.interlaced or (source.width, source.height) != (top.width, top.height):
        return False
    with open_source(source.path) as container:
        stream = container.streams[source.video_index]
        codec = stream.codec_context
        if codec.name != "h264" or codec.pix_fmt != "yuv420p" or codec.profile not in _PROFILES:
            return False
        if (codec.level or 0) > _HIGHEST_LEVEL or codec.width % 2 or codec.height % 2:
            return False
        start = (container.start_time or 0) / 1_000_000
        size, packets = 0, []
        for packet in container.demux(stream):
            if packet.pts is None:
                continue
            size += packet.size
            packets.append(Packet(float(packet.pts * packet.time_base) - start, packet.is_keyframe))
            if len(packets) % 10_000 == 0:
                alive()
    seconds = len(packets) / float(rate)
    if not packets or size * 8 / seconds > top.bits * _MOST_TIMES_THE_BITS:
        return False
    return on_the_grid(packets, rate, pictures)


def on_the_grid(packets: Sequence[Packet], rate: Fraction, pictures: int) -> bool:
    """Whether packets (in the order of the file) can be cut every `pictures` pictures, and only there."""
    return (
        packets[0].key
        and _is_constant(packets, rate)
        and _is_in_order(packets)
        and _cuts(packets, rate, pictures) == list(range(0, len(packets), pictures))
    )


def _is_constant(packets: Sequence[Packet], rate: Fraction) -> bool:
    shown = sorted(packet.shown_at for packet in packets)
    frame = 1 / float(rate)
    return all(abs(at - number * frame) < _JITTER * frame for number, at in enumerate(shown))


def _is_in_order(packets: Sequence[Packet]) -> bool:
    """No picture refers to a later one: the groups are closed, and players start with the first picture."""
    return all(packet.shown_at < later.shown_at for packet, later in pairwise(packets))


def _cuts(packets: Sequence[Packet], rate: Fraction, pictures: int) -> list[int]:
    """The pictures at which ffmpeg's HLS writer would cut: the first key frame past each n × hls_time."""
    step, cuts = cut_seconds(rate, pictures), [0]
    for packet in packets:
        if packet.key and packet.shown_at >= step * len(cuts):
            cuts.append(round(packet.shown_at * rate))
    return cuts
