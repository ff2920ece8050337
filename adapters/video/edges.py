"""Pictures of a reel decoded, and encoded again as our renditions are.

What is encoded with the settings of `renditions` for a rendition of ours has its very parameter sets, so that
copied pictures can follow in the same file. Time stamps do not pass through the encoder: it counts pictures,
as the renditions' did, and each coded picture gets the instant of its own back.
"""

from collections import deque
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import av
import av.error
from av.codec.context import Flags
from av.video.frame import PictureType

from adapters.video.clock import CLOCK
from adapters.video.cut_range import Range
from adapters.video.ladder import most_bits, pictures_a_group
from adapters.video.parameter_sets import ParameterSets, parameter_sets
from adapters.video.reel import DAMAGED, PLAIN, Format, Reel, packets
from touchline.clips.ports.cutting import CutRefused

_FINE = {"qmax": "12"}
_FEW = 50
"""So few pictures are decoded by one thread: several would do a sixth more work in all."""
_PROFILES = {"Constrained Baseline": "baseline", "Baseline": "baseline", "Main": "main"}


def decoded(reel: Reel, first: int, past: int) -> Iterator[Any]:
    """The pictures from `first` up to, not including, `past`, in the order of showing."""
    while first < past:
        run = reel.run_of(reel.pictures[first])
        end = first
        while end < past and reel.run_of(reel.pictures[end]) == run:
            end += 1
        yield from _of_one_run(reel, first, end)
        first = end


def _of_one_run(reel: Reel, first: int, past: int) -> Iterator[Any]:
    wanted = deque(picture.at for picture in reel.pictures[first:past])
    decoder: Any = av.CodecContext.create("h264", "r")
    decoder.thread_type = "AUTO" if past - first > _FEW else "NONE"
    try:
        for packet in (*_coded(reel, first, past), None):
            for picture in decoder.decode(packet):
                if wanted and picture.pts == wanted[0]:
                    yield picture
                    wanted.popleft()
                elif wanted and picture.pts > wanted[0]:
                    raise CutRefused(DAMAGED)
    except av.error.InvalidDataError as error:
        raise CutRefused(DAMAGED) from error
    if wanted:
        raise CutRefused(DAMAGED)


def _coded(reel: Reel, first: int, past: int) -> Iterator[Any]:
    """From the key picture before `first` to the last one, in the order of decoding."""
    run = reel.run_of(reel.pictures[first])
    begin = next(
        (
            picture
            for picture in reversed(reel.pictures[: first + 1])
            if picture.key or reel.run_of(picture) != run
        ),
        reel.pictures[0],
    )
    last = max(picture.order for picture in reel.pictures[first:past])
    for segment in reel.segments[begin.segment : reel.pictures[past - 1].segment + 1]:
        if segment.run != run:
            continue
        for order, packet in enumerate(packets(segment, "video"), segment.before):
            if begin.order <= order <= last:
                yield packet


def new_encoder() -> Any:
    """A codec context of its own."""
    return av.CodecContext.create("libx264", "w")


class Encoder:
    """Encodes pictures as our renditions are; `into` is a codec context that nobody has opened."""

    def __init__(self, cut: Range, like: Any, into: Any, sets_id: int = 0, *, fine: bool = False) -> None:
        """`like` is a decoded picture; `sets_id` numbers the parameter sets. What is `fine` looks as what it
        is made of, and so do copied pictures that refer to it.
        """
        kind, self.rate = cut.format, cut.rate
        self._into, self._count = into, 0
        self._times: deque[tuple[int, int]] = deque()
        into.width, into.height = kind.width // 2 * 2, kind.height // 2 * 2
        into.pix_fmt = kind.pixels if kind.pixels in PLAIN else PLAIN[0]
        into.time_base, into.framerate = 1 / self.rate, self.rate
        into.sample_aspect_ratio = kind.stretch
        into.color_range, into.colorspace = like.color_range, like.colorspace
        into.color_primaries, into.color_trc = like.color_primaries, like.color_trc
        into.flags |= Flags.global_header | Flags.closed_gop
        into.options = _options(kind, self.rate, sets_id) | (_FINE if fine else {})
        into.open()

    @property
    def sets(self) -> ParameterSets:
        """What decoders must know of its pictures."""
        return parameter_sets(self._into.extradata or b"")

    def encode(self, picture: Any, at: int, lasts: int) -> Iterator[Any]:
        """Take in a picture; give back what is coded by then, with its own time on the reel's clock."""
        self._times.append((at, lasts))
        picture = picture.reformat(self._into.width, self._into.height, self._into.pix_fmt)
        picture.pict_type = PictureType.NONE
        picture.pts, picture.time_base = self._count, 1 / self.rate
        self._count += 1
        return self._stamped(picture)

    def finish(self) -> Iterator[Any]:
        """What is still on its way."""
        return self._stamped(None)

    def _stamped(self, picture: Any) -> Iterator[Any]:
        for packet in self._into.encode(picture):
            packet.time_base = Fraction(1, CLOCK)
            packet.pts, packet.duration = self._times.popleft()
            packet.dts = packet.pts
            yield packet


def _options(kind: Format, rate: Fraction, sets_id: int) -> dict[str, str]:
    bits = most_bits(kind.width, kind.height, rate)
    grid = str(pictures_a_group(rate))
    options = {
        **{"preset": "veryfast", "crf": "22", "profile": _PROFILES.get(kind.profile, "high")},
        **{"bf": "0", "sc_threshold": "0", "g": grid, "keyint_min": grid},
        **{"maxrate": str(bits), "bufsize": str(bits * 2)},
    }
    return options | ({"x264-params": f"sps-id={sets_id}"} if sets_id else {})
