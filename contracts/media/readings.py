"""What a player gets of a stream or file: pictures with their instants, and sound on the same clock."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from statistics import median
from typing import Any

import av
import av.error
import numpy as np
from numpy.typing import NDArray

HERTZ = 48_000
WIDTH, HEIGHT = 32, 18
"""Each picture is kept at this size, in gray."""
_QUIET_SECONDS = 0.15
_BEEP = 0.3
"""A beep begins where the sound reaches this share of its loudest sample."""
_SILENCE = 0.01

Samples = NDArray[np.float32]
Thumbnail = NDArray[np.uint8]


@dataclass
class Reading:
    """All pictures and samples.

    Instants are in seconds from the first picture; sound that begins before it has a negative `sound_begins`.
    `widest_gap` is the largest hole or overlap between two pieces of sound, in seconds.
    """

    times: list[float] = field(default_factory=list)
    thumbnails: list[Thumbnail] = field(default_factory=list)
    sizes: list[tuple[int, int]] = field(default_factory=list)
    sound: Samples | None = None
    sound_begins: float = 0.0
    widest_gap: float = 0.0
    first_pts: float = 0.0

    @property
    def step(self) -> float:
        """Seconds from picture to picture, most of the time."""
        steps = np.diff(self.times)
        return float(median(steps.tolist())) if len(steps) else 0.0

    @property
    def rate(self) -> float:
        """Pictures a second over the whole length."""
        return (len(self.times) - 1) / (self.times[-1] - self.times[0]) if len(self.times) > 1 else 0.0

    @property
    def seconds(self) -> float:
        """The length of the pictures."""
        return self.times[-1] + self.step if self.times else 0.0

    @property
    def sound_seconds(self) -> float:
        """Where the sound ends."""
        return 0.0 if self.sound is None else self.sound_begins + len(self.sound) / HERTZ

    def flashes(self) -> list[float]:
        """Return the instants at which a flash begins."""
        light = np.array([each[2:10, 10:22].mean() for each in self.thumbnails])
        if not len(light) or light.max() - np.median(light) < 20:
            return []
        bright = light > (light.max() + np.median(light)) / 2
        before = np.concatenate([[False], bright[:-1]])
        return [self.times[place] for place in np.flatnonzero(bright & ~before).tolist()]

    def beeps(self) -> list[float]:
        """Return the instants at which a beep begins."""
        if self.sound is None or not len(self.sound) or np.abs(self.sound).max() < 0.05:
            return []
        loud = np.flatnonzero(np.abs(self.sound) > _BEEP * np.abs(self.sound).max())
        first = loud[np.diff(loud, prepend=-HERTZ) > _QUIET_SECONDS * HERTZ]
        return [self.sound_begins + place / HERTZ for place in first.tolist()]

    def offsets(self) -> list[tuple[float, float]]:
        """Return each flash with a beep within half a second: its instant, and how late the beep is in ms."""
        beeps = np.array(self.beeps())
        found = []
        for flash in self.flashes():
            if len(beeps) and np.abs(beeps - flash).min() < 0.5:
                found.append((flash, float(beeps[np.abs(beeps - flash).argmin()] - flash) * 1000))
        return found

    def is_silent(self, begin: float, end: float) -> bool:
        """Return whether nothing is heard between two instants."""
        if self.sound is None:
            return True
        first = max(0, round((begin - self.sound_begins) * HERTZ))
        piece = self.sound[first : max(first, round((end - self.sound_begins) * HERTZ))]
        return not len(piece) or float(np.sqrt(np.mean(piece**2))) < _SILENCE


def read_file(path: Path, *, sound: int = 0) -> Reading:
    """Decode a file; `sound` is the number of its sound."""
    with av.open(str(path)) as container:
        return _read(container, sound)


def read_segments(paths: Sequence[Path]) -> Reading:
    """Decode segments that follow each other without a discontinuity, as one stream."""
    data = io.BytesIO(b"".join(path.read_bytes() for path in paths))
    with av.open(data, format="mpegts") as container:
        return _read(container, 0)


def joined(readings: Sequence[Reading]) -> Reading:
    """Return runs of one stream as a whole, each where its own time stamps say."""
    whole = Reading(first_pts=readings[0].first_pts if readings else 0.0)
    pieces = []
    for reading in readings:
        later = reading.first_pts - whole.first_pts
        whole.times += [at + later for at in reading.times]
        whole.thumbnails += reading.thumbnails
        whole.sizes += reading.sizes
        whole.widest_gap = max(whole.widest_gap, reading.widest_gap)
        if reading.sound is not None:
            pieces.append((reading.first_pts + reading.sound_begins, reading.sound))
    _place_sound(whole, pieces)
    return whole


def _read(container: Any, sound: int) -> Reading:
    video = container.streams.video[0] if container.streams.video else None
    audio = container.streams.audio[sound] if len(container.streams.audio) > sound else None
    found, pieces = Reading(), []
    resampler = av.AudioResampler(format="flt", layout="mono", rate=HERTZ)
    shrink = av.video.reformatter.VideoReformatter()
    streams = [stream for stream in (video, audio) if stream is not None]
    for frame in _frames(container, streams):
        if isinstance(frame, av.VideoFrame):
            small: Any = shrink.reformat(frame, WIDTH, HEIGHT, "gray", interpolation="AREA")
            found.times.append(float(_instant(frame)))
            found.thumbnails.append(small.to_ndarray())
            if not found.sizes or found.sizes[-1] != (frame.width, frame.height):
                found.sizes.append((frame.width, frame.height))
        else:
            samples = [each.to_ndarray()[0] for each in resampler.resample(frame)]
            pieces.append(
                (float(_instant(frame)), np.concatenate(samples) if samples else np.zeros(0, np.float32))
            )
    order = np.argsort(found.times, kind="stable").tolist()
    found.times = [found.times[place] for place in order]
    found.thumbnails = [found.thumbnails[place] for place in order]
    found.first_pts = found.times[0] if found.times else 0.0
    found.times = [at - found.first_pts for at in found.times]
    _place_sound(found, pieces)
    return found


def _frames(container: Any, streams: Sequence[Any]) -> Iterator[Any]:
    for packet in container.demux(streams):
        try:
            yield from (frame for frame in packet.decode() if frame.pts is not None)
        except av.error.InvalidDataError:
            continue


def _instant(frame: Any) -> Fraction:
    return Fraction(frame.pts * frame.time_base)


def _place_sound(found: Reading, pieces: Sequence[tuple[float, Samples]]) -> None:
    """Lay each piece at its own instant, as its time stamp says."""
    pieces = [(at, samples) for at, samples in pieces if len(samples)]
    if not pieces:
        return
    begin = min(at for at, _ in pieces)
    end = max(at + len(samples) / HERTZ for at, samples in pieces)
    found.sound = np.zeros(round((end - begin) * HERTZ) + 1, np.float32)
    found.sound_begins = begin - found.first_pts
    reached = begin
    for at, samples in pieces:
        place = round((at - begin) * HERTZ)
        found.sound[place : place + len(samples)] = samples[: len(found.sound) - place]
        found.widest_gap = max(found.widest_gap, abs(at - reached))
        reached = at + len(samples) / HERTZ
