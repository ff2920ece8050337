"""The program that sends a live stream to one target: `python -m adapters.restream.sender`.

The first line of standard input is the configuration in JSON: `server_url`, `key`, `passphrase`,
`allow_private` and `ca_file`. Segments follow (`segment_queue.py`). Standard output has one JSON object a
line: `{"state": "live", "bytes": …, "bitrate": …}` or `{"failure": …, "detail": …}`. The program makes one
connection; the ingest process starts it again. Nothing that it writes contains a secret.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from threading import Thread
from typing import Any, BinaryIO, Generic, TextIO
from urllib.parse import urlsplit

import av

from adapters.restream.addresses import SendingError
from adapters.restream.output_timeline import FrameT, OutputTimeline
from adapters.restream.publisher import Publisher
from adapters.restream.rtmp_publisher import RtmpPublisher
from adapters.restream.segment_queue import SegmentQueue, read_segments
from adapters.restream.srt_publisher import SrtPublisher
from touchline.catalog.domain.media.restreams import RestreamFailure
from touchline.catalog.ports.media.restreamer import RestreamDestination

_POLL_SECONDS = 0.1
_REPORT_SECONDS = 1.0
_BITRATE_SECONDS = 5.0


class Reporter:
    """Writes what was sent to standard output, at most once a second."""

    def __init__(self, output: TextIO) -> None:
        self._output = output
        self._bytes_sent = 0
        self._history: list[tuple[float, int]] = []

    def add(self, size: int) -> None:
        """Count bytes that were sent."""
        self._bytes_sent += size

    def report(self) -> None:
        """Report the bytes and the bitrate of the last five seconds, if a second has passed."""
        now = time.monotonic()
        if self._history and now - self._history[-1][0] < _REPORT_SECONDS:
            return
        self._history = [
            *(entry for entry in self._history if now - entry[0] <= _BITRATE_SECONDS),
            (now, self._bytes_sent),
        ]
        started, first_bytes = self._history[0]
        bitrate = int((self._bytes_sent - first_bytes) * 8 / (now - started)) if now > started else 0
        self._write({"state": "live", "bytes": self._bytes_sent, "bitrate": bitrate})

    def report_failure(self, failure: RestreamFailure, detail: str) -> None:
        """Report why the program ends."""
        self._write({"failure": failure.value, "detail": detail})

    def _write(self, entry: dict[str, object]) -> None:
        self._output.write(json.dumps(entry) + "\n")
        self._output.flush()


class Sender(Generic[FrameT]):
    """Sends segments in real time: an early frame waits, a late one is sent at once."""

    def __init__(self, publisher: Publisher[FrameT], queue: SegmentQueue, reporter: Reporter) -> None:
        self._publisher, self._queue, self._reporter = publisher, queue, reporter
        self._timeline = OutputTimeline[FrameT](publisher.ticks_per_second)
        self._clock_start: float | None = None
        self._needs_keyframe = True

    def run(self) -> None:
        """Send until the queue is finished. Raises `SendingError`."""
        while not self._queue.is_finished:
            self._reporter.report()
            segment = self._queue.get(0)
            if segment is None:
                self._publisher.wait(_POLL_SECONDS)
                continue
            if segment.is_discontinuity:
                self._timeline.restart()
                self._clock_start, self._needs_keyframe = None, True
            try:
                frames = self._publisher.read(segment.data)
            except av.FFmpegError:
                self._timeline.restart()
                continue
            self._send(self._timeline.place(self._skip_to_keyframe(frames)))
        if not self._queue.is_stopped:
            self._publisher.drain()

    def _skip_to_keyframe(self, frames: Sequence[FrameT]) -> Sequence[FrameT]:
        """Leave out the frames that a decoder cannot begin with. A segment may begin between keyframes."""
        if not self._needs_keyframe:
            return frames
        first = next((index for index, frame in enumerate(frames) if frame.is_keyframe), None)
        if first is None:
            return [frame for frame in frames if frame.is_header]
        self._needs_keyframe = False
        return [frame for index, frame in enumerate(frames) if frame.is_header or index >= first]

    def _send(self, frames: Sequence[FrameT]) -> None:
        for frame in frames:
            offset = frame.timestamp / self._publisher.ticks_per_second
            if self._clock_start is None:
                self._clock_start = time.monotonic() - offset
            due_at = self._clock_start + offset
            while (delay := due_at - time.monotonic()) > 0 and not self._queue.is_stopped:
                self._publisher.wait(min(delay, _POLL_SECONDS))
            if self._queue.is_stopped:
                return
            self._publisher.send(frame)
            self._reporter.add(len(frame.body))
            self._reporter.report()


def _fill(queue: SegmentQueue, file: BinaryIO) -> None:
    """Read segments until the end of the input."""
    is_stopped = False
    for segment in read_segments(file):
        if segment is None:
            is_stopped = True
        else:
            queue.put(segment)
    queue.close(is_stopped=is_stopped)


def _create_publisher(config: dict[str, object]) -> Publisher[Any]:
    url, key, passphrase = (str(config[name]) for name in ("server_url", "key", "passphrase"))
    destination = RestreamDestination(url, key, passphrase)
    allow_private, ca_file = bool(config["allow_private"]), str(config["ca_file"])
    if urlsplit(url).scheme == "srt":
        return SrtPublisher(destination, allow_private=allow_private)
    return RtmpPublisher(destination, allow_private=allow_private, ca_file=ca_file)


def main(source: BinaryIO, output: TextIO) -> None:
    """Send until the input ends, or the connection does."""
    queue, reporter = SegmentQueue(), Reporter(output)
    config = json.loads(source.readline())
    Thread(target=_fill, args=(queue, source), name="segments", daemon=True).start()
    try:
        publisher = _create_publisher(config)
        try:
            Sender(publisher, queue, reporter).run()
        finally:
            publisher.close()
    except SendingError as error:
        reporter.report_failure(error.failure, error.detail)


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout)
