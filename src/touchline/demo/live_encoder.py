"""Encoders for the demo's live events. Each publishes a video in a loop, like an operator's encoder."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import av
from imageio_ffmpeg import get_ffmpeg_exe

from touchline.catalog.adapters.cli.stream_commands import StreamCommandContext
from touchline.catalog.application.live.hls_publisher import read_published_playlist
from touchline.catalog.ports.media.storage import Storage
from touchline.demo.live_scores import LiveScores
from touchline.shared.concurrency.processes import die_with_parent
from touchline.shared.errors import TouchlineError
from touchline.shared.strings.scrubbing import redact

DVR_SECONDS = 20 * 60
_RESTART_DELAY_SECONDS = 3.0
_INITIAL_BURST_MS = 2000
_MAX_RUN_SECONDS = 6 * 3600
"""Maximum duration of one run in seconds. The clock of an MPEG transport stream wraps after 26 hours."""


@dataclass(frozen=True)
class LiveEvent:
    """A live event of a demo pack: slug of the channel, key of the event and path of the video."""

    channel: str
    event: str
    video_file: Path


class DemoEncoder:
    """The encoder of one event, and the system that sends its scoreboard.

    Call `ensure_running` regularly to restart it after a failure.
    """

    def __init__(
        self,
        live_event: LiveEvent,
        report: Callable[[str], None],
        scores: LiveScores | None = None,
        find_start: Callable[[LiveEvent, int], int | None] = lambda _event, _published_ms: None,
    ) -> None:
        self._event, self._report = live_event, report
        self._scores, self._find_start = scores, find_start
        self._published_ms = 0
        self._started_ms: int | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the encoder is; `stop` closes it
        self._next_start_at = 0.0
        self._last_message = ""

    def ensure_running(self) -> None:
        """Start to publish, unless the encoder is running or has just failed."""
        if (
            self._process is not None and self._process.poll() is None
        ) or time.monotonic() < self._next_start_at:
            return
        self._next_start_at = time.monotonic() + _RESTART_DELAY_SECONDS
        self._report_exit()
        try:
            self._process = self._publish()
        except TouchlineError as error:
            self._report_once(f"{self._event.event}: {error.message}")

    def send_scores(self, now_ms: int) -> None:
        """Send what the scoreboard has shown, once the first frame of this run can be watched."""
        if self._scores is None or self._process is None:
            return
        if self._started_ms is None:
            self._started_ms = self._find_start(self._event, self._published_ms)
        if self._started_ms is not None:
            self._scores.send_due(self._started_ms, now_ms)

    def stop(self) -> None:
        """Stop the encoder."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
        self._errors.close()

    def _publish(self) -> subprocess.Popen[bytes]:
        url = open_publish_url(self._event)
        self._published_ms, self._started_ms = time.time_ns() // 1_000_000, None
        self._report_once(f"{self._event.event}: publishing {self._event.video_file.name}")
        return subprocess.Popen(
            [
                *(get_ffmpeg_exe(), "-nostdin", "-v", "error", "-re", "-stream_loop", "-1"),
                *(
                    "-i",
                    str(self._event.video_file),
                    "-t",
                    str(_MAX_RUN_SECONDS),
                    "-c",
                    "copy",
                    "-f",
                    "flv",
                    url,
                ),
            ],
            stdin=subprocess.DEVNULL,
            stderr=self._errors,
            preexec_fn=die_with_parent,
        )

    def _report_exit(self) -> None:
        """Report the last line of ffmpeg's error output.

        The line is redacted, because ffmpeg prints the URL with the stream key.
        """
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").splitlines()
        self._errors.seek(0)
        self._errors.truncate()
        if lines:
            self._report_once(f"{self._event.event}: {redact(lines[-1])}")

    def _report_once(self, line: str) -> None:
        if line != self._last_message:
            self._last_message = line
            self._report(line)


def open_publish_url(live_event: LiveEvent) -> str:
    """Open the event's stream and return the URL to publish to.

    A stream that has ended is opened again with a new key.
    """
    context = StreamCommandContext()
    with context.channel_transaction(context.get_channel_id(live_event.channel)):
        event_id = context.find_event_id(live_event.event)
        previous = context.streams.get_by_event(event_id)
        needs_new_key = previous is not None and not previous.is_open
        stream = context.serialize_stream(
            context.open_stream(event_id, new_key=needs_new_key, dvr_seconds=DVR_SECONDS)
        )
    return f"{stream['server']}/{stream['key']}"


def find_session_start(storage: Storage, live_event: LiveEvent, published_ms: int) -> int | None:
    """Return when the first frame of the latest ingest session was live, in milliseconds since 1970.

    None until a session that began after `published_ms` has segments. ffmpeg sends the first half second at
    once, so the session seems to begin a little earlier.
    """
    context = StreamCommandContext()
    with context.channel_transaction(context.get_channel_id(live_event.channel)):
        stream = context.streams.get_by_event(context.find_event_id(live_event.event))
    entries = read_published_playlist(storage, stream).entries if stream else []
    number = entries[-1].session_number if entries else 0
    starts = [entry.starts_at for entry in entries if entry.session_number == number]
    started_ms = round(starts[0].timestamp() * 1000) if starts else 0
    return started_ms if started_ms > published_ms - _INITIAL_BURST_MS else None


def get_loop_seconds(video_file: Path) -> float:
    """Return how long ffmpeg plays a video before it starts again.

    That is the longest track by its packets. Encoded audio begins with a packet before the first frame.
    """
    starts: dict[int, float] = {}
    ends: dict[int, float] = {}
    with av.open(str(video_file)) as container:
        for packet in container.demux():
            if packet.pts is None or packet.time_base is None:
                continue
            index, start = packet.stream_index, float(packet.pts * packet.time_base)
            end = start + float((packet.duration or 0) * packet.time_base)
            starts[index] = min(starts.get(index, start), start)
            ends[index] = max(ends.get(index, end), end)
    return max(end - starts[index] for index, end in ends.items())
