"""The audio of a range that cannot be copied, cut to the sample and encoded again."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import av
import av.error

from adapters.video.audio.aac_encoder import AacEncoder
from adapters.video.audio.gapless_audio import SAMPLE_RATE, Samples, generate_silence
from adapters.video.cutting.segment_index import DAMAGED_MESSAGE, IndexedSegment, SegmentIndex, read_packets
from adapters.video.timing.segment_clock import TICKS_PER_SECOND
from touchline.clips.ports.cutting import CutRefusedError

_SYNC_TOLERANCE = SAMPLE_RATE // 50
"""Live stream timestamps are rounded, so audio counts as continuous if it is less than 20 ms off."""
_DECODER_WARM_UP = TICKS_PER_SECOND


def encode_audio(index: SegmentIndex, start: int, end: int, encoder: AacEncoder) -> Iterator[Any]:
    """Encode the audio from `start` to `end` with `encoder` and yield the packets.

    Silence fills gaps, so that the audio stays in sync with the video.
    """
    yield from encoder.add(_gapless_range(index, start, end))
    yield from encoder.finish()


def _gapless_range(index: SegmentIndex, start: int, end: int) -> Iterator[Samples]:
    """Yield the audio in chunks without gaps, exactly as long as the range."""
    samples_written, length = 0, _to_samples(end - start)
    for position, chunk in _place_chunks(index, start, end):
        chunk = chunk[:, max(0, samples_written - position) : max(0, length - position)]
        if not chunk.shape[1]:
            continue
        if position > samples_written:
            yield from generate_silence(position - samples_written)
            samples_written = position
        yield chunk
        samples_written += chunk.shape[1]
    yield from generate_silence(length - samples_written)


def _place_chunks(index: SegmentIndex, start: int, end: int) -> Iterator[tuple[int, Samples]]:
    """Yield chunks of audio and their sample positions in the range. No chunk extends past its run."""
    last_run, expected_position = -1, 0
    for run, pts, chunk in _decode_chunks(index, start, end):
        position = _to_samples(pts - start)
        if run == last_run and abs(position - expected_position) < _SYNC_TOLERANCE:
            position = expected_position
        last_run, expected_position = run, position + chunk.shape[1]
        first, stop = (_to_samples(timestamp - start) - position for timestamp in index.run_span(run))
        yield position + max(0, first), chunk[:, max(0, first) : max(0, stop)]


def _decode_chunks(index: SegmentIndex, start: int, end: int) -> Iterator[tuple[int, Fraction, Samples]]:
    """Yield chunks of audio with their run and timestamp. Decoding starts one second early to warm up the
    decoders.
    """
    run = -1
    decoder: Any = None
    resampler: Any = None
    for segment in _segments_around(index, start, end):
        for packet in read_packets(segment, "audio"):
            if segment.run != run:
                run, decoder = segment.run, av.CodecContext.create(packet.stream.codec_context.name, "r")
                resampler = av.AudioResampler(format="fltp", layout="stereo", rate=SAMPLE_RATE)
            if packet.pts < start - _DECODER_WARM_UP or packet.pts >= end:
                continue
            for frame in _decode_frames(decoder, packet):
                for resampled in resampler.resample(frame):
                    yield run, resampled.pts * resampled.time_base * TICKS_PER_SECOND, resampled.to_ndarray()


def _decode_frames(decoder: Any, packet: Any) -> Iterator[Any]:
    try:
        yield from decoder.decode(packet)
    except av.error.InvalidDataError as error:
        raise CutRefusedError(DAMAGED_MESSAGE) from error


def _segments_around(index: SegmentIndex, start: int, end: int) -> Iterator[IndexedSegment]:
    """Yield the segments of the range, and one more on either side, because audio may lag behind the
    video."""
    numbers = {indexed_frame.segment for indexed_frame in index.frames if start <= indexed_frame.pts < end}
    yield from index.segments[max(0, min(numbers) - 1) : max(numbers) + 2]


def _to_samples(ticks: Fraction | int) -> int:
    return round(Fraction(ticks) * SAMPLE_RATE / TICKS_PER_SECOND)
