"""The sound of a range of a reel as it was coded (AAC in ADTS, ISO 14496-3, 1.A.3).

Most packets of a clip are sound, and to decode and encode them again takes longer than all that is done with
its pictures. The file has whole packets, the first of them in front of the range: it is cut to the sample by
the edit list, as encoded sound is, which begins with padding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile
from typing import Any

import av

from adapters.video.clock import CLOCK
from adapters.video.reel import Reel, Sound

_SAMPLES = 1024
_OUT_OF_STEP = CLOCK // 50
"""Time stamps of live streams are rounded; what is less than 20 ms off goes on as if it were not."""
_HERTZ = (
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
_FIXED, _HEADER = 28, 7
_SYNC, _LOW_COMPLEXITY = 0xFFF, 1


@dataclass(frozen=True)
class CodedSound:
    """The packets that sound in a range, and the one that decoders need in front of them."""

    hertz: int
    row: Sequence[Sound]
    begin: int
    end: int

    def packets(self) -> Iterator[Any]:
        """As they stand in a file that begins with the range; none lasts beyond its end."""
        place, length = self._samples(self.row[0].at - self.begin), self._samples(self.end - self.begin)
        for number, sound in enumerate(self.row, 1):
            packet: Any = av.Packet(sound.coded)
            packet.time_base = Fraction(1, self.hertz)
            packet.pts = packet.dts = place
            packet.duration = length - place if number == len(self.row) else _SAMPLES
            packet.is_keyframe = True
            place += _SAMPLES
            yield packet

    def _samples(self, ticks: int) -> int:
        return round(Fraction(ticks * self.hertz, CLOCK))


def copyable(reel: Reel, run: int, begin: int, end: int) -> CodedSound | None:
    """The sound of a run from `begin` to `end`; None where a part lacks, or is of another kind."""
    sounds = [sound for sound in reel.sounds if sound.run == run]
    hertz = _hertz(sounds[0].coded) if sounds else None
    if not hertz:
        return None
    lasts = Fraction(_SAMPLES * CLOCK, hertz)
    over = begin - lasts
    first = max(0, sum(1 for _ in takewhile(lambda sound: sound.at <= over, sounds)) - 1)
    row = list(takewhile(lambda sound: sound.at < end, sounds[first:]))
    if not row or row[0].at > begin + lasts or row[-1].at + 2 * lasts < end:
        return None
    kind = _kind(sounds[0].coded)
    steps = ((sound.at - row[0].at) * hertz - n * _SAMPLES * CLOCK for n, sound in enumerate(row))
    even = all(abs(step) < _OUT_OF_STEP * hertz for step in steps)
    if not even or any(_kind(sound.coded) != kind or _has_more(sound.coded) for sound in row):
        return None
    return CodedSound(hertz, row, begin, end)


def _hertz(coded: bytes) -> int | None:
    """How many samples a second AAC-LC has; None of other sound."""
    kind = _kind(coded)
    place = kind >> 6 & 15
    is_plain = kind >> 16 == _SYNC and not kind >> 13 & 3 and kind >> 10 & 3 == _LOW_COMPLEXITY
    return _HERTZ[place] if is_plain and place < len(_HERTZ) else None


def _kind(coded: bytes) -> int:
    """The part of the header that is the same in all packets."""
    return int.from_bytes(coded[:4]) >> 4


def _has_more(coded: bytes) -> bool:
    """Whether a packet has several times as many samples, or is cut off."""
    return len(coded) <= _HEADER or bool(coded[6] & 3)
