"""Writing MP4 files that can be played while they are still being fetched: the index stands in front."""

import heapq
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import av.error

from adapters.video.clock import CLOCK
from adapters.video.parameter_sets import ParameterSets
from adapters.video.reel import DAMAGED
from adapters.video.sound import HERTZ
from touchline.clips.ports.cutting import CutRefused

_OPTIONS = {
    "video_track_timescale": str(CLOCK),
    "movie_timescale": str(CLOCK),
    "fflags": "+bitexact",
}
_LEAST_ROOM = 100_000


@contextmanager
def mp4(into: Path, packets: int = 0) -> Iterator[Any]:
    """An MP4 file to add streams to. It is whole when this ends well, and gone when it does not.

    Room is kept in front for the index of so many packets (32 bytes each are more than it needs); without a
    number all is moved back at the end, which in a file of gigabytes takes minutes without a sign of life.
    What ffmpeg refuses to decode, encode or write is damaged; errors of the system are its own.
    """
    room = {"moov_size": str(_LEAST_ROOM + 32 * packets)} if packets else {"movflags": "+faststart"}
    try:
        with av.open(str(into), "w", format="mp4", options=_OPTIONS | room) as container:
            yield container
    except BaseException as error:
        into.unlink(missing_ok=True)
        if isinstance(error, av.error.FFmpegError) and not isinstance(error, OSError):
            raise CutRefused(DAMAGED) from error
        raise


def add_sound(container: Any) -> Any:
    """An AAC stream whose codec context is still to be opened (`AacEncoder` does it)."""
    return container.add_stream("aac", rate=HERTZ)


def add_encoded(container: Any, rate: Fraction) -> Any:
    """A stream of pictures whose codec context is still to be opened."""
    return container.add_stream("libx264", rate=rate)


def add_copied(container: Any, template: Any, sets: ParameterSets | None = None) -> Any:
    """A stream for packets that are coded already; `sets` where they need more than the template's."""
    stream = container.add_stream_from_template(template)
    if sets is not None:
        stream.codec_context.extradata = sets.as_header()
    return stream


def mux(
    container: Any,
    pictures: tuple[Any, Iterator[Any]],
    sound: tuple[Any, Iterator[Any]] | None,
    on_picture: Callable[[int], None],
) -> None:
    """Write the packets of both streams by their time; tells how many pictures are written."""
    written = 0
    sources = [_of(*pictures), *([_of(*sound)] if sound else [])]
    for _, stream, packet in heapq.merge(*sources, key=lambda found: found[0]):
        packet.stream = stream
        container.mux_one(packet)
        if stream is pictures[0]:
            written += 1
            on_picture(written)


def _of(stream: Any, packets: Iterator[Any]) -> Iterator[tuple[float, Any, Any]]:
    """The packets of a stream, each with the second that it is decoded at."""
    second = 0.0
    for packet in packets:
        second = second or float(packet.time_base)
        yield packet.dts * second, stream, packet
