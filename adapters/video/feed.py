"""Feeding ffmpeg with one clean stream: pictures as they are coded, and each sound as unbroken AAC stereo.

ffmpeg then sees one clock without jumps, and sound without gaps that begins and ends with the picture. The
stream is NUT, which keeps any codec and time base, through a pipe.
"""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import av.error

from adapters.video.clock import CLOCK
from adapters.video.coded_sound import SoundEncoder
from adapters.video.demuxing import TimedPacket, read_packets
from adapters.video.probe import main_video, open_source
from adapters.video.survey import Survey

_FINEST = 48_000
_AHEAD = 8 * CLOCK
"""Sound that comes so much later than the pictures beside it counts as missing."""


class Feed:
    """Writes the clean stream into a pipe from a thread of its own. Use it as a context manager.

    `reader` is the end that ffmpeg reads. When the context ends, an error of reading the source is raised;
    that ffmpeg went away is none, since ffmpeg says itself why it did.
    """

    def __init__(
        self, parts: Sequence[Path], found: Survey, sounds: int, rate: Fraction | None = None
    ) -> None:
        self._parts, self._found, self._sounds, self._rate = parts, found, sounds, rate
        self.reader, self._writer = os.pipe()
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="feed", daemon=True)

    def __enter__(self) -> Feed:
        self._thread.start()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        os.close(self.reader)
        self._thread.join()
        if self._error is not None and kind is None:
            raise self._error

    def _run(self) -> None:
        try:
            self._write()
        except OSError as error:
            if error.errno != errno.EPIPE:
                self._error = error
        except BaseException as error:
            self._error = error
        finally:
            os.close(self._writer)

    def _write(self) -> None:
        with (
            open_source(self._parts[0]) as first,
            av.open(f"pipe:{self._writer}", "w", format="nut") as out,
        ):
            pictures = _Pictures(out, main_video(first), self._found, self._rate)
            sounds = [SoundEncoder(out, self._found) for _ in range(self._sounds)]
            for timed in read_packets(self._parts):
                packets = pictures.write(timed) if timed.sound is None else sounds[timed.sound].add(timed)
                _mux(out, packets)
                if timed.sound is None:
                    for sound in sounds:
                        _mux(out, sound.fill(timed.dts - _AHEAD))
            for sound in sounds:
                _mux(out, sound.finish())


def _mux(out: Any, packets: Iterator[Any]) -> None:
    for packet in packets:
        out.mux_one(packet)


class _Pictures:
    """Pictures whose timestamps begin with the stream; with a constant `rate` they lie exactly on it."""

    def __init__(self, out: Any, template: Any, found: Survey, rate: Fraction | None) -> None:
        self._found = found
        self._last: int | None = None
        self._stream = out.add_stream_from_template(template)
        self._base = Fraction(1, CLOCK) if rate is None else 1 / rate
        self._a_step = 1
        while rate is not None and self._base > Fraction(1, _FINEST):
            self._base, self._a_step = self._base / 2, self._a_step * 2
        self._rate = rate
        self._stream.time_base = self._base

    def write(self, timed: TimedPacket) -> Iterator[Any]:
        """Give the packet to be written."""
        packet = timed.packet
        packet.stream, packet.time_base = self._stream, self._base
        move = self._found.grid.move(timed.pts)
        dts, pts = self._place(timed.dts + move), self._place(timed.pts + move)
        if self._last is not None and dts <= self._last:
            dts = self._last + 1
        self._last = packet.dts = dts
        packet.pts = max(pts, dts)
        packet.duration = 0 if self._rate is None else self._a_step
        yield packet

    def _place(self, instant: int) -> int:
        if self._rate is None:
            return instant - self._found.begin
        return round((instant - self._found.begin) * self._rate / CLOCK) * self._a_step
