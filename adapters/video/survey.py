"""What a source holds, measured in one pass over its packets. Only some of its key pictures are decoded.

A container's header may be wrong, or true for the first picture alone: sizes and interlacing may change, and
timestamps may jump, pause, or be rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

import numpy as np
from numpy.typing import NDArray

from adapters.video.clock import CLOCK
from adapters.video.color import Color
from adapters.video.demuxing import TimedPacket, read_packets
from adapters.video.grid import Grid, find_grid
from adapters.video.key_pictures import KeyPictures
from adapters.video.ladder import frame_rate
from adapters.video.probe import BROKEN, Source, shown_size
from touchline.catalog.ports.video import VideoRefused

_SOUND_FIRST = CLOCK // 2
"""Sound that begins up to so much before the picture is cut; where there is more, the picture is held."""
_SOUND_AFTER = CLOCK // 5
"""Sound that ends up to so much after the picture is cut: nearly every encoder leaves some."""
_CAPTIONS = b"GA94"
_HEAD = 600
_ALIKE = Fraction(1, 4)
_ROUNDED = 180
"""Timestamps in whole milliseconds differ by up to 2 ms from picture to picture."""

Ticks = NDArray[np.int64]


@dataclass(frozen=True)
class Survey:
    """The facts of a source. Instants are ticks of 1/90,000 s from its first packet, moved by `grid`.

    `shown` has the instant of each picture, in the order of the file, `keys` says which are key pictures.
    """

    shown: Ticks
    keys: NDArray[np.bool_]
    rate: Fraction
    """The constant rate of the stream that is made, in pictures a second."""
    grid: Grid
    sizes: tuple[tuple[int, int], ...]
    """Every size as shown, in pixels, largest first."""
    is_even: bool
    """Whether size, shape of the pixels and format stay the same throughout."""
    is_one_encoding: bool
    """Whether a decoder can be set up once for all pictures."""
    interlaced: bool
    color: Color
    captions: bool
    """Whether CEA-608 or CEA-708 captions are in the pictures."""
    bytes: int
    timed: bool
    """Whether the file says when each picture is shown; otherwise the decoder finds out."""
    hides: bool
    """Whether an edit list hides pictures that are needed to decode others: somebody cut the file."""
    own_span: tuple[int, int]
    """The first and the last timestamp of pictures in the file itself."""
    run_begins: Mapping[int, int]
    """The first picture of each run of timestamps."""
    begin: int
    """The instant that is 0 in the stream."""
    pictures_end: int
    end: int

    @property
    def size(self) -> tuple[int, int]:
        """The largest size, in pixels."""
        return self.sizes[0]

    @property
    def seconds(self) -> float:
        """How long the stream lasts."""
        return (self.end - self.begin) / CLOCK

    @property
    def lead(self) -> int:
        """How long hidden pictures are before the stream begins, in ticks: a whole number of pictures."""
        picture = CLOCK / self.rate
        pictures = ceil(max(0, self.begin - int(self.shown.min())) / picture)
        whole = ceil(pictures / picture.denominator) * picture.denominator
        return int(whole * picture)

    @property
    def held_seconds(self) -> float:
        """How long the last picture is held because the sound goes on."""
        return (self.end - self.pictures_end) / CLOCK


@dataclass
class _Notes:
    shown: list[int] = field(default_factory=list)
    own: list[int] = field(default_factory=list)
    keys: list[bool] = field(default_factory=list)
    sounds: dict[int, tuple[int, int]] = field(default_factory=dict)
    run_begins: dict[int, int] = field(default_factory=dict)
    bytes: int = 0
    captions: bool = False
    timed: bool = True
    visible: list[bool] = field(default_factory=list)

    def add(self, timed: TimedPacket) -> None:
        """Note a packet."""
        if timed.sound is not None:
            if timed.packet.is_discard:
                return
            begin, end = self.sounds.get(timed.sound, (timed.pts, timed.pts))
            self.sounds[timed.sound] = min(begin, timed.pts), max(end, timed.pts + timed.lasts)
            return
        self.run_begins.setdefault(timed.run, timed.pts)
        self.shown.append(timed.pts)
        self.own.append(timed.own)
        self.keys.append(timed.packet.is_keyframe)
        self.visible.append(not timed.packet.is_discard)
        self.bytes += timed.packet.size
        self.timed = self.timed and timed.packet.pts is not None
        self.captions = self.captions or _CAPTIONS in bytes(memoryview(timed.packet)[:_HEAD])


def survey(source: Source, alive: Callable[[], None]) -> Survey:
    """Read all packets of a source; `alive` is called meanwhile.

    `VideoRefused` where there is no picture, or one that is too large or too small.
    """
    notes, pictures = _Notes(), KeyPictures(source)
    for timed in read_packets(source.parts, alive, source.longest_gap):
        notes.add(timed)
        if timed.sound is None and timed.packet.is_keyframe:
            pictures.look_at(timed)
    if not notes.shown:
        raise VideoRefused(BROKEN)
    sizes = pictures.sizes or {shown_size(*source.coded, source.stretch, source.rotation)}
    shown = np.array(notes.shown, np.int64)
    usual = usual_rate(np.sort(shown)) or source.rate
    rate = frame_rate(usual, interlaced=pictures.interlaced)
    grid = find_grid(np.sort(shown), usual, rate)
    shown = grid.moved(shown)
    sounds = [(begin + grid.move(begin), end + grid.move(end)) for begin, end in notes.sounds.values()]
    visible = shown[notes.visible] if any(notes.visible) else shown
    begin, pictures_end, end = _span(visible, sounds, usual_step(np.sort(shown)))
    return Survey(
        shown=shown,
        keys=np.array(notes.keys, np.bool_),
        rate=rate,
        grid=grid,
        sizes=tuple(sorted(sizes, key=_pixels, reverse=True)),
        is_even=pictures.is_even,
        is_one_encoding=pictures.is_one_encoding,
        interlaced=pictures.interlaced,
        color=pictures.color,
        captions=notes.captions,
        bytes=notes.bytes,
        timed=notes.timed,
        hides=not all(notes.visible),
        run_begins={run: at + grid.move(at) for run, at in notes.run_begins.items()},
        own_span=(min(notes.own), max(notes.own)),
        begin=begin,
        pictures_end=pictures_end,
        end=end,
    )


def usual_step(shown: Ticks) -> int:
    """Return the ticks between most pictures; `shown` is sorted."""
    steps = np.diff(shown)
    steps = steps[steps > 0]
    return int(np.median(steps)) if steps.size else CLOCK // 25


def usual_rate(shown: Ticks) -> Fraction | None:
    """Return the pictures a second at which most pictures follow each other; `shown` is sorted.

    A pause, or a part at another rate, does not count: the average of a whole file would be the rate of none.
    """
    steps = np.diff(shown)
    steps = steps[steps > 0]
    if not steps.size:
        return None
    step = int(np.median(steps))
    alike = steps[np.abs(steps - step) <= max(_ROUNDED, int(step * _ALIKE))]
    return Fraction(int(alike.size) * CLOCK, int(alike.sum())) if alike.size else None


def _span(shown: Ticks, sounds: Sequence[tuple[int, int]], step: int) -> tuple[int, int, int]:
    """Return where the stream begins, where its pictures end, and where it ends.

    It begins a whole number of pictures before the first, so that none is moved to fit the rate.
    """
    first, pictures_end = int(shown.min()), int(shown.max()) + step
    heard = min((begin for begin, _ in sounds), default=first)
    silent = max((end for _, end in sounds), default=pictures_end)
    begin = first - ceil((first - heard) / step) * step if heard < first - _SOUND_FIRST else first
    return begin, pictures_end, silent if silent > pictures_end + _SOUND_AFTER else pictures_end


def _pixels(size: tuple[int, int]) -> int:
    return size[0] * size[1]
