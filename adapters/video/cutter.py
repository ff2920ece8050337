"""Cutting files out of segments (port `touchline.clips.ports.cutting.Cutter`), with PyAV: no other process.

Pictures are copied from the first key picture of the range on; those before it are encoded. The end needs no
encoding where no picture refers to a later one: the coded pictures are in the order of showing then, and the
row simply ends. Where that is not so, or the range spans several runs, all of it is encoded.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

import av.error

from adapters.video import soundtrack
from adapters.video.clock import CLOCK
from adapters.video.cut_range import Range, find_range
from adapters.video.edges import Encoder, decoded, new_encoder
from adapters.video.mp4 import add_copied, add_encoded, add_sound, mp4, mux
from adapters.video.parameter_sets import ParameterSets
from adapters.video.pictures import write_picture
from adapters.video.reel import DAMAGED, opened, packets, read_reel
from adapters.video.whole import write_whole
from touchline.clips.ports.cutting import Cut, CutRefused, OnProgress

_TICKS = CLOCK // 1000
_TOLD_EVERY = 25

Stream = tuple[Any, Iterator[Any]]


class FfmpegCutter:
    """Cuts with the libraries of ffmpeg (port `Cutter`). It keeps nothing between calls."""

    def cut(
        self,
        takes: Sequence[Sequence[Path]],
        start_ms: int,
        duration_ms: int,
        into: Path,
        on_progress: OnProgress,
    ) -> Cut:
        """Find the pictures, then write them."""
        begin, end = start_ms * _TICKS, (start_ms + duration_ms) * _TICKS
        on_progress(0.0)
        cut = find_range(read_reel(takes, begin, end, lambda: on_progress(0.0)), begin, end)
        with mp4(into) as file:
            pictures, copied = _pictures(file, cut)
            sound = _sound(file, cut) if cut.reel.has_sound else None
            mux(file, pictures, sound, _telling(on_progress, cut.past - cut.first))
            width, height = pictures[0].width, pictures[0].height
        on_progress(1.0)
        return Cut(round((cut.end - cut.begin) / _TICKS), width, height, into.stat().st_size, copied)

    def picture(self, segment: Path, offset_ms: int, into: Path) -> None:
        """Decode up to the picture."""
        with opened(segment):
            pass
        try:
            write_picture(segment, Fraction(offset_ms + 1, 1000), into)
        except (av.error.InvalidDataError, StopIteration) as error:
            raise CutRefused(DAMAGED) from error

    def whole(self, segments: Sequence[Path], into: Path, on_progress: OnProgress) -> Cut:
        """Copy packet by packet."""
        return write_whole(segments, into, on_progress)


def _pictures(file: Any, cut: Range) -> tuple[Stream, float]:
    """The stream of pictures and its packets; and the share of those that are copied."""
    if cut.copied == cut.past:
        return _all_encoded(file, cut), 0.0
    with opened(cut.reel.segments[cut.reel.pictures[cut.copied].segment].path) as source:
        template = source.streams.video[0]
        pictures = _partly_encoded(file, cut, template)
    return pictures, (cut.past - cut.copied) / (cut.past - cut.first)


def _all_encoded(file: Any, cut: Range) -> Stream:
    pictures = decoded(cut.reel, cut.first, cut.past)
    first = next(pictures)
    stream = add_encoded(file, cut.rate)
    encoder = Encoder(cut, first, stream.codec_context)
    return stream, _encode(encoder, cut, chain([first], pictures))


def _partly_encoded(file: Any, cut: Range, template: Any) -> Stream:
    """The pictures before the copied ones, and those."""
    if cut.first == cut.copied:
        return add_copied(file, template), _copied(cut)
    pictures = decoded(cut.reel, cut.first, cut.copied)
    first = next(pictures)
    encoder, sets = _fitting(cut, first)
    stream = add_copied(file, template, sets)
    return stream, chain(_encode(encoder, cut, chain([first], pictures)), _copied(cut))


def _fitting(cut: Range, like: Any) -> tuple[Encoder, ParameterSets | None]:
    """An encoder whose pictures may stand before the copied ones, and all parameter sets where there are two.

    Those of our own renditions are the same. Of others (and where one picture alone is encoded, since two IDR
    pictures in a row must differ in something) the encoder's get a number of their own.
    """
    copied = cut.reel.pictures[cut.copied].sets
    assert copied is not None
    encoder = Encoder(cut, like, new_encoder())
    if encoder.sets == copied and cut.copied - cut.first > 1:
        return encoder, None
    encoder = Encoder(cut, like, new_encoder(), copied.free_id)
    return encoder, copied.with_others(encoder.sets)


def _encode(encoder: Encoder, cut: Range, pictures: Iterator[Any]) -> Iterator[Any]:
    for number, picture in enumerate(pictures, cut.first):
        yield from encoder.encode(picture, cut.reel.pictures[number].at - cut.begin, cut.lasts(number))
    yield from encoder.finish()


def _copied(cut: Range) -> Iterator[Any]:
    pictures = cut.reel.pictures
    for segment in cut.reel.segments[pictures[cut.copied].segment : pictures[cut.past - 1].segment + 1]:
        for number, packet in enumerate(packets(segment, "video"), segment.before):
            if cut.copied <= number < cut.past:
                packet.pts = packet.dts = pictures[number].at - cut.begin
                packet.duration = cut.lasts(number)
                yield packet


def _sound(file: Any, cut: Range) -> Stream:
    stream = add_sound(file)
    return stream, soundtrack.encoded(cut.reel, cut.begin, cut.end, stream.codec_context)


def _telling(on_progress: OnProgress, pictures: int) -> Callable[[int], None]:
    def tell(written: int) -> None:
        if written % _TOLD_EVERY == 0:
            on_progress(written / pictures)

    return tell
