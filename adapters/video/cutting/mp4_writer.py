"""Writing MP4 files that can be played while they are still being fetched: the index stands in front."""

import heapq
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import av.error

from adapters.video.audio.gapless_audio import SAMPLE_RATE
from adapters.video.cutting.segment_index import DAMAGED_MESSAGE
from adapters.video.h264.parameter_sets import ParameterSets
from adapters.video.timing.segment_clock import TICKS_PER_SECOND
from touchline.clips.ports.cutting import CutRefusedError

_OPTIONS = {
    "video_track_timescale": str(TICKS_PER_SECOND),
    "movie_timescale": str(TICKS_PER_SECOND),
    "fflags": "+bitexact",
}
_MIN_INDEX_BYTES = 100_000


@contextmanager
def open_mp4(into: Path, packet_count: int = 0) -> Iterator[Any]:
    """An MP4 file to add streams to. It is whole when this ends well, and gone when it does not.

    Room is kept in front for the index of so many packets (32 bytes each are more than it needs); without a
    number all is moved back at the end, which in a file of gigabytes takes minutes without a sign of life.
    What ffmpeg refuses to decode, encode or write is damaged; errors of the system are its own.
    """
    index_options = (
        {"moov_size": str(_MIN_INDEX_BYTES + 32 * packet_count)}
        if packet_count
        else {"movflags": "+faststart"}
    )
    try:
        with av.open(str(into), "w", format="mp4", options=_OPTIONS | index_options) as container:
            yield container
    except BaseException as error:
        into.unlink(missing_ok=True)
        if isinstance(error, av.error.FFmpegError) and not isinstance(error, OSError):
            raise CutRefusedError(DAMAGED_MESSAGE) from error
        raise


def add_audio_stream(container: Any) -> Any:
    """An AAC stream whose codec context is still to be opened (`AacEncoder` does it)."""
    return container.add_stream("aac", rate=SAMPLE_RATE)


def add_encoded_video_stream(container: Any, frame_rate: Fraction) -> Any:
    """A stream of pictures whose codec context is still to be opened."""
    return container.add_stream("libx264", rate=frame_rate)


def add_copied_stream(container: Any, template: Any, parameter_sets: ParameterSets | None = None) -> Any:
    """A stream for packets that are coded already; `parameter_sets` where they need more than the
    template's."""
    stream = container.add_stream_from_template(template)
    if parameter_sets is not None:
        stream.codec_context.extradata = parameter_sets.to_annex_b()
    return stream


def mux(
    container: Any,
    video: tuple[Any, Iterator[Any]],
    audio: tuple[Any, Iterator[Any]] | None,
    on_frame: Callable[[int], None],
) -> None:
    """Write the packets of both streams by their time; tells how many pictures are written."""
    frames_written = 0
    sources = [_with_decode_times(*video), *([_with_decode_times(*audio)] if audio else [])]
    for _, stream, packet in heapq.merge(*sources, key=lambda found: found[0]):
        packet.stream = stream
        container.mux_one(packet)
        if stream is video[0]:
            frames_written += 1
            on_frame(frames_written)


def _with_decode_times(stream: Any, packet_count: Iterator[Any]) -> Iterator[tuple[float, Any, Any]]:
    """The packets of a stream, each with the second that it is decoded at."""
    seconds_per_tick = 0.0
    for packet in packet_count:
        seconds_per_tick = seconds_per_tick or float(packet.time_base)
        yield packet.dts * seconds_per_tick, stream, packet
