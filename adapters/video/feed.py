"""Feeding ffmpeg with one clean stream: pictures as they are coded, and each sound as unbroken AAC stereo.

ffmpeg then sees one clock without jumps, and sound without gaps that begins and ends with the picture. The
sound of a source that has none is silence.
"""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import av
import av.error

from adapters.video.aac import SOUND_BITS
from adapters.video.clock import CLOCK
from adapters.video.coded_sound import SoundEncoder
from adapters.video.demuxing import TimedPacket, read_packets
from adapters.video.probe import Source, main_video, open_source
from adapters.video.process import FfmpegFailed
from adapters.video.survey import Survey

_FINEST = 48_000
_IN_MATROSKA = frozenset({"prores"})
_DECODED = frozenset({"dnxhd"})
"""Neither NUT nor Matroska has these: they go on decoded."""
_AHEAD = 8 * CLOCK
"""Sound that comes so much later than the pictures beside it counts as missing."""


class Feed:
    """Writes the clean stream into a pipe from a thread of its own. Use it as a context manager.

    `reader` is the end that ffmpeg reads. When the context ends, an error of reading the source is raised;
    that ffmpeg went away is none, since ffmpeg says itself why it did.
    """

    def __init__(self, source: Source, found: Survey, rate: Fraction | None = None) -> None:
        self._source, self._found, self._rate = source, found, rate
        self.reader, self._writer = os.pipe()
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="feed", daemon=True)

    def __enter__(self) -> Feed:
        return self

    def start(self) -> None:
        """Begin to write. Call this when ffmpeg runs: a process that forks should have one thread."""
        self._thread.start()

    def __exit__(self, kind: object, *_: object) -> None:
        os.close(self.reader)
        if self._thread.ident is None:
            os.close(self._writer)
            return
        self._thread.join()
        if self._error is not None and kind in (None, FfmpegFailed):
            raise self._error

    def _run(self) -> None:
        try:
            self._write()
        except OSError as error:
            if error.errno != errno.EPIPE:
                self._error = error
        except av.error.FFmpegError as error:
            self._error = FfmpegFailed(str(error))
        except BaseException as error:
            self._error = error
        finally:
            os.close(self._writer)

    def _write(self) -> None:
        with av.open(f"pipe:{self._writer}", "w", format=feed_format(self._source)) as out:
            write_clean(out, self._source, self._found, self._rate)


def feed_format(source: Source) -> str:
    """Return the format in which ffmpeg reads the feed. NUT keeps instants exactly, Matroska rounds them to
    milliseconds, but knows some codecs that NUT does not."""
    return "matroska" if source.codec in _IN_MATROSKA else "nut"


def write_clean(
    out: Any,
    source: Source,
    found: Survey,
    rate: Fraction | None = None,
    sound_bits: int = SOUND_BITS,
    least_sounds: int = 1,
) -> None:
    """Write a source to a container: the pictures as they are coded, and each sound as unbroken AAC stereo.

    With `rate`, every picture lies exactly on the grid of that constant rate. Where the source has fewer than
    `least_sounds` sounds, the rest are silent.
    """
    with open_source(source.parts[0]) as first:
        kind = _DecodedPictures if source.codec in _DECODED else _Pictures
        pictures = kind(out, main_video(first), found, rate)
        tracks = max(least_sounds, len(source.sounds))
        sounds = [SoundEncoder(out, found, sound_bits) for _ in range(tracks)]
        for timed in read_packets(source.parts, longest_gap=source.longest_gap):
            if timed.sound is None:
                _mux(out, pictures.write(timed))
                for sound in sounds:
                    _mux(out, sound.fill(timed.dts - _AHEAD))
            elif timed.sound < len(sounds):
                _mux(out, sounds[timed.sound].add(timed))
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
        self._base = Fraction(1, CLOCK) if rate is None else 1 / rate
        self._a_step = 1
        while rate is not None and self._base > Fraction(1, _FINEST):
            self._base, self._a_step = self._base / 2, self._a_step * 2
        self._rate = rate
        self._stream = self._add_stream(out, template)
        self._stream.time_base = self._base

    def _add_stream(self, out: Any, template: Any) -> Any:
        return out.add_stream_from_template(template, opaque=True)

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
            return instant - self._found.begin + self._found.lead
        return round((instant - self._found.begin) * self._rate / CLOCK) * self._a_step


class _DecodedPictures(_Pictures):
    """Pictures of a codec without references between them, as plain samples."""

    def _add_stream(self, out: Any, template: Any) -> Any:
        stream = out.add_stream("rawvideo", rate=self._found.rate)
        stream.pix_fmt = "yuv420p"
        stream.width, stream.height = template.codec_context.width, template.codec_context.height
        return stream

    def write(self, timed: TimedPacket) -> Iterator[Any]:
        """Give the pictures of a packet."""
        for picture in timed.packet.decode():
            plain = picture.reformat(self._stream.width, self._stream.height, "yuv420p")
            plain.pts, plain.time_base = self._place(timed.pts + self._found.grid.move(timed.pts)), self._base
            yield from self._stream.codec_context.encode(plain)
