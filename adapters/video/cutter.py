"""Cutting files out of segments (port `touchline.clips.ports.cutting.Cutter`), with PyAV: no other process.

In our own renditions the first picture is encoded, and opens its group anew (`opening`); all behind it are
copied. In others pictures are copied from the first key picture of the range on, and those before it are
encoded. A row of coded pictures may end wherever none that is decoded by then is shown later, so that at the
end nothing is encoded, or the few pictures up to which a B frame refers. Where the range spans several runs,
all of it is encoded.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

import av.error

from adapters.video import soundtrack
from adapters.video.aac import AacEncoder
from adapters.video.clock import CLOCK
from adapters.video.copied_sound import copyable
from adapters.video.cut_range import Range, find_range
from adapters.video.edges import Encoder, decoded, new_encoder
from adapters.video.mp4 import add_copied, add_encoded, add_sound, mp4, mux
from adapters.video.opening import Opened, opened_within
from adapters.video.parameter_sets import ParameterSets
from adapters.video.pictures import write_poster
from adapters.video.reel import DAMAGED, opened, packets, read_reel
from adapters.video.whole import write_whole
from touchline.clips.ports.cutting import Cut, CutRefused, OnProgress, SoundSegments

_TICKS = CLOCK // 1000
_TOLD_EVERY = 25
_SOUNDS_A_SECOND = 100
"""More than any packets of sound have; such a file needs room for its index in front."""

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
        reel = read_reel(takes, begin, end, lambda: on_progress(0.0))
        within = opened_within(find_range(reel, begin, end))
        cut = within.cut
        with mp4(into, _most_packets(cut)) as file:
            with opened(_like(cut)) as source:
                pictures, copied = _pictures(file, within, source)
                sound = _sound(file, cut, source) if cut.reel.has_sound else None
            mux(file, pictures, sound, _telling(on_progress, cut.past - cut.first))
            width, height = pictures[0].width, pictures[0].height
        on_progress(1.0)
        return Cut(round((cut.end - cut.begin) / _TICKS), width, height, into.stat().st_size, copied)

    def picture(self, segment: Path, offset_ms: int, into: Path) -> None:
        """Decode up to the picture."""
        try:
            with opened(segment) as container:
                write_poster(container, Fraction(offset_ms + 1 if offset_ms else 0, 1000), into)
        except (av.error.InvalidDataError, StopIteration) as error:
            raise CutRefused(DAMAGED) from error

    def whole(
        self,
        segments: Sequence[Path],
        into: Path,
        on_progress: OnProgress,
        sounds: Sequence[SoundSegments] = (),
    ) -> Cut:
        """Copy packet by packet."""
        return write_whole(segments, into, on_progress, sounds)


def _most_packets(cut: Range) -> int:
    """Of pictures and sound."""
    return cut.past - cut.first + _SOUNDS_A_SECOND * (cut.end - cut.begin + CLOCK) // CLOCK


def _like(cut: Range) -> Path:
    """The segment whose streams are like those that are copied."""
    place = cut.copied if cut.copied < cut.resumed else cut.first
    return cut.reel.segments[cut.reel.pictures[place].segment].path


def _pictures(file: Any, within: Opened, source: Any) -> tuple[Stream, float]:
    """The stream of pictures and its packets; and the share of those that are copied."""
    cut = within.cut
    if cut.copied == cut.resumed:
        pictures = _all_encoded(file, cut)
    else:
        pictures = _partly_encoded(file, within, source.streams.video[0])
    stream, coded = pictures
    return (stream, _in_time(cut, coded)), (cut.resumed - cut.copied) / (cut.past - cut.first)


def _all_encoded(file: Any, cut: Range) -> Stream:
    pictures = decoded(cut.reel, cut.first, cut.past)
    first = next(pictures)
    stream = add_encoded(file, cut.rate)
    encoder = Encoder(cut, first, stream.codec_context)
    return stream, _encode(encoder, cut, cut.first, chain([first], pictures))


def _partly_encoded(file: Any, within: Opened, template: Any) -> Stream:
    """The copied pictures, and those before and after them."""
    cut = within.cut
    if cut.copied == cut.first and cut.resumed == cut.past:
        return add_copied(file, template), _copied(within)
    if within.first is not None:
        encoder = Encoder(cut, within.first, new_encoder(), fine=True)
        opening = _encode(encoder, cut, cut.first, iter((within.first,)))
        return add_copied(file, template), chain(opening, _copied(within))
    like = next(decoded(cut.reel, cut.copied, cut.copied + 1))
    number, sets = _fitting(cut, like)

    def edge(first: int, past: int) -> Iterator[Any]:
        if first < past:
            encoder = Encoder(cut, like, new_encoder(), number)
            yield from _encode(encoder, cut, first, decoded(cut.reel, first, past))

    stream = add_copied(file, template, sets)
    return stream, chain(edge(cut.first, cut.copied), _copied(within), edge(cut.resumed, cut.past))


def _fitting(cut: Range, like: Any) -> tuple[int, ParameterSets | None]:
    """The number of the edges' parameter sets, and all sets where there are two.

    Those of our own renditions are the same. Of others (and where one picture alone stands in front, since
    two IDR pictures in a row must differ in something) the encoder's get a number of their own.
    """
    copied = cut.reel.pictures[cut.copied].sets
    assert copied is not None
    if Encoder(cut, like, new_encoder()).sets == copied and cut.copied - cut.first != 1:
        return 0, None
    number = copied.free_id
    return number, copied.with_others(Encoder(cut, like, new_encoder(), number).sets)


def _encode(encoder: Encoder, cut: Range, first: int, pictures: Iterator[Any]) -> Iterator[Any]:
    for number, picture in enumerate(pictures, first):
        yield from encoder.encode(picture, cut.reel.pictures[number].at - cut.begin, cut.lasts(number))
    yield from encoder.finish()


def _copied(within: Opened) -> Iterator[Any]:
    """In the order of decoding, which has the same pictures from the first to the last copied one."""
    cut = within.cut
    row = cut.reel.pictures[cut.copied : cut.resumed]
    numbers = {picture.at: number for number, picture in enumerate(row, cut.copied)}
    for segment in cut.reel.segments[row[0].segment : row[-1].segment + 1]:
        for order, packet in enumerate(packets(segment, "video"), segment.before):
            if cut.copied <= order < cut.resumed:
                packet = within.packet(order, packet)
                packet.duration = cut.lasts(numbers[packet.pts])
                packet.pts -= cut.begin
                yield packet


def _in_time(cut: Range, coded: Iterator[Any]) -> Iterator[Any]:
    delay = cut.delay
    for number, packet in enumerate(coded, cut.first):
        packet.dts = cut.decoded_at(number, delay) - cut.begin
        yield packet


def _sound(file: Any, cut: Range, source: Any) -> Stream:
    coded = copyable(cut.reel, cut.reel.run_of(cut.reel.pictures[cut.first]), cut.begin, cut.end)
    if coded and cut.reel.run_of(cut.reel.pictures[cut.past - 1]) == coded.row[0].run:
        return add_copied(file, source.streams.audio[0]), coded.packets()
    stream = add_sound(file)
    encoder = AacEncoder(stream.codec_context, padding=True)
    return stream, soundtrack.encoded(cut.reel, cut.begin, cut.end, encoder)


def _telling(on_progress: OnProgress, pictures: int) -> Callable[[int], None]:
    def tell(written: int) -> None:
        if written % _TOLD_EVERY == 0:
            on_progress(written / pictures)

    return tell
