"""MP4 writing with the index at the front, so that a file can be played during the download."""

import heapq
from collections.abc import Callable, Iterator, Sequence
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
    """Open an MP4 file to add streams to. It is complete if the context ends normally, and deleted if an
    error is raised.

    Space for an index of `packet_count` packets is reserved at the front (32 bytes each are more than
    enough). With 0, all data is moved back at the end. For gigabytes, that takes minutes without progress.
    Data that ffmpeg cannot decode, encode or write counts as damaged. System errors are passed on.
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
    """Add an AAC stream whose codec context is not open yet. `AacEncoder` opens it."""
    return container.add_stream("aac", rate=SAMPLE_RATE)


def add_encoded_video_stream(container: Any, frame_rate: Fraction) -> Any:
    """Add a video stream whose codec context is not open yet."""
    return container.add_stream("libx264", rate=frame_rate)


def add_copied_stream(container: Any, template: Any, parameter_sets: ParameterSets | None = None) -> Any:
    """Add a stream for packets that are already encoded.

    Pass `parameter_sets` if the packets need more than the parameter sets of `template`.
    """
    stream = container.add_stream_from_template(template)
    if parameter_sets is not None:
        stream.codec_context.extradata = parameter_sets.to_annex_b()
    return stream


def mux(
    container: Any,
    video: tuple[Any, Iterator[Any]],
    others: Sequence[tuple[Any, Iterator[Any]]],
    on_frame: Callable[[int], None],
) -> None:
    """Write the packets of all streams ordered by time. Calls `on_frame` with the number of frames
    written."""
    frames_written = 0
    sources = [_with_decode_times(*stream) for stream in (video, *others)]
    for _, stream, packet in heapq.merge(*sources, key=lambda timed_packet: timed_packet[0]):
        packet.stream = stream
        container.mux_one(packet)
        if stream is video[0]:
            frames_written += 1
            on_frame(frames_written)


def _with_decode_times(stream: Any, packets: Iterator[Any]) -> Iterator[tuple[float, Any, Any]]:
    """Yield the packets of a stream, each with its DTS in seconds."""
    seconds_per_tick = 0.0
    for packet in packets:
        seconds_per_tick = seconds_per_tick or float(packet.time_base)
        yield packet.dts * seconds_per_tick, stream, packet
