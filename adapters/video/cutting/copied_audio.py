"""The audio of a range, copied as encoded (AAC in ADTS, ISO 14496-3, 1.A.3).

Most packets of a clip are audio, and re-encoding them takes longer than all the work on the video. The file
contains whole packets, and the first one starts before the range. The edit list trims the audio to the
sample, as it does for the padding of encoded audio.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile
from typing import Any

import av

from adapters.video.cutting.segment_index import IndexedAudioPacket, SegmentIndex
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

_FRAME_SAMPLES = 1024
_SYNC_TOLERANCE = TICKS_PER_SECOND // 50
"""Live stream timestamps are rounded, so audio counts as continuous if it is less than 20 ms off."""
_SAMPLE_RATES = (
    96_000,
    88_200,
    64_000,
    48_000,
    44_100,
    32_000,
    24_000,
    22_050,
    16_000,
    12_000,
    11_025,
    8_000,
    7_350,
)
_FIXED_HEADER_BITS, _ADTS_HEADER_SIZE = 28, 7
_SYNC_WORD, _LOW_COMPLEXITY_PROFILE = 0xFFF, 1


@dataclass(frozen=True)
class CopiedAudio:
    """The audio packets of a range, including the packet before it that decoders need."""

    sample_rate: int
    audio_packets: Sequence[IndexedAudioPacket]
    start: int
    end: int

    def mux_packets(self) -> Iterator[Any]:
        """Yield the packets with timestamps relative to the start of the range. No packet extends past its
        end.
        """
        pts, length = (
            self._to_samples(self.audio_packets[0].pts - self.start),
            self._to_samples(self.end - self.start),
        )
        for number, audio_packet in enumerate(self.audio_packets, 1):
            packet: Any = av.Packet(audio_packet.data)
            packet.time_base = Fraction(1, self.sample_rate)
            packet.pts = packet.dts = pts
            packet.duration = length - pts if number == len(self.audio_packets) else _FRAME_SAMPLES
            packet.is_keyframe = True
            pts += _FRAME_SAMPLES
            yield packet

    def _to_samples(self, ticks: int) -> int:
        return round(Fraction(ticks * self.sample_rate, TICKS_PER_SECOND))


def find_copyable_audio(index: SegmentIndex, run: int, start: int, end: int) -> CopiedAudio | None:
    """Return the audio of a run from `start` to `end`, or None if a part is missing or has a different
    format.
    """
    run_packets = [audio_packet for audio_packet in index.audio_packets if audio_packet.run == run]
    sample_rate = _read_sample_rate(run_packets[0].data) if run_packets else None
    if not sample_rate:
        return None
    packet_duration = Fraction(_FRAME_SAMPLES * TICKS_PER_SECOND, sample_rate)
    latest_start = start - packet_duration
    first = max(
        0, sum(1 for _ in takewhile(lambda audio_packet: audio_packet.pts <= latest_start, run_packets)) - 1
    )
    selected = list(takewhile(lambda audio_packet: audio_packet.pts < end, run_packets[first:]))
    if (
        not selected
        or selected[0].pts > start + packet_duration
        or selected[-1].pts + 2 * packet_duration < end
    ):
        return None
    header_key = _header_key(run_packets[0].data)
    drifts = (
        (audio_packet.pts - selected[0].pts) * sample_rate - position * _FRAME_SAMPLES * TICKS_PER_SECOND
        for position, audio_packet in enumerate(selected)
    )
    is_even = all(abs(drift) < _SYNC_TOLERANCE * sample_rate for drift in drifts)
    if not is_even or any(
        _header_key(audio_packet.data) != header_key or _is_multi_frame(audio_packet.data)
        for audio_packet in selected
    ):
        return None
    return CopiedAudio(sample_rate, selected, start, end)


def _read_sample_rate(adts_frame: bytes) -> int | None:
    """Return the sample rate of AAC-LC audio in Hz, or None for other audio."""
    header_key = _header_key(adts_frame)
    rate_index = header_key >> 6 & 15
    is_plain_lc = (
        header_key >> 16 == _SYNC_WORD
        and not header_key >> 13 & 3
        and header_key >> 10 & 3 == _LOW_COMPLEXITY_PROFILE
    )
    return _SAMPLE_RATES[rate_index] if is_plain_lc and rate_index < len(_SAMPLE_RATES) else None


def _header_key(adts_frame: bytes) -> int:
    """Return the part of the header that is the same in all packets."""
    return int.from_bytes(adts_frame[:4]) >> 4


def _is_multi_frame(adts_frame: bytes) -> bool:
    """Return whether a packet contains more than one AAC frame, or is truncated."""
    return len(adts_frame) <= _ADTS_HEADER_SIZE or bool(adts_frame[6] & 3)
