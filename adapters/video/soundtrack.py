"""The sound of a range of a reel that cannot be copied, cut to the sample and encoded again."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import av
import av.error

from adapters.video.aac import AacEncoder
from adapters.video.clock import CLOCK
from adapters.video.reel import DAMAGED, Reel, Segment, packets
from adapters.video.sound import HERTZ, Samples, silence
from touchline.clips.ports.cutting import CutRefused

_OUT_OF_STEP = HERTZ // 50
"""Time stamps of live streams are rounded; what is less than 20 ms off goes on as if it were not."""
_AHEAD = CLOCK


def encoded(reel: Reel, begin: int, end: int, into: AacEncoder) -> Iterator[Any]:
    """Packets of `into` for the sound from `begin` to `end` on the clock.

    Where there is none, silence stands for it, so that what follows is in step with the pictures.
    """
    yield from into.add(_range(reel, begin, end))
    yield from into.finish()


def _range(reel: Reel, begin: int, end: int) -> Iterator[Samples]:
    """The sound without a gap, piece by piece, exactly as long as the range."""
    done, length = 0, _samples(end - begin)
    for place, piece in _placed(reel, begin, end):
        piece = piece[:, max(0, done - place) : max(0, length - place)]
        if not piece.shape[1]:
            continue
        if place > done:
            yield from silence(place - done)
            done = place
        yield piece
        done += piece.shape[1]
    yield from silence(length - done)


def _placed(reel: Reel, begin: int, end: int) -> Iterator[tuple[int, Samples]]:
    """Pieces of sound and the samples of the range at which they belong; none sounds outside of its run."""
    last, expected = -1, 0
    for run, at, piece in _decoded(reel, begin, end):
        place = _samples(at - begin)
        if run == last and abs(place - expected) < _OUT_OF_STEP:
            place = expected
        last, expected = run, place + piece.shape[1]
        first, past = (_samples(instant - begin) - place for instant in reel.lasts(run))
        yield place + max(0, first), piece[:, max(0, first) : max(0, past)]


def _decoded(reel: Reel, begin: int, end: int) -> Iterator[tuple[int, Fraction, Samples]]:
    """Pieces of sound, each with its run and instant; a second more in front warms decoders up."""
    run = -1
    decoder: Any = None
    resampler: Any = None
    for segment in _around(reel, begin, end):
        for packet in packets(segment, "audio"):
            if segment.run != run:
                run, decoder = segment.run, av.CodecContext.create(packet.stream.codec_context.name, "r")
                resampler = av.AudioResampler(format="fltp", layout="stereo", rate=HERTZ)
            if packet.pts < begin - _AHEAD or packet.pts >= end:
                continue
            for frame in _frames(decoder, packet):
                for even in resampler.resample(frame):
                    yield run, even.pts * even.time_base * CLOCK, even.to_ndarray()


def _frames(decoder: Any, packet: Any) -> Iterator[Any]:
    try:
        yield from decoder.decode(packet)
    except av.error.InvalidDataError as error:
        raise CutRefused(DAMAGED) from error


def _around(reel: Reel, begin: int, end: int) -> Iterator[Segment]:
    """The segments whose pictures lie in the range, and one more on either side: sound may lag behind."""
    numbers = {picture.segment for picture in reel.pictures if begin <= picture.at < end}
    yield from reel.segments[max(0, min(numbers) - 1) : max(numbers) + 2]


def _samples(ticks: Fraction | int) -> int:
    return round(Fraction(ticks) * HERTZ / CLOCK)
