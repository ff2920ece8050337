"""`python -m contracts.nightly.live_load`: the CPU of live streams that are sent on and have live captions.

Each stream is 720p at 30 frames a second with 3 Mbit/s, sent by RTMP from a file, so that the encoder hardly
counts. It is sent on to an RTMP server of this program, and gets a caption every two seconds. The table has
the CPU per stream in percent of a core, by kind of process.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import imageio_ffmpeg
import psutil

from adapters.restream.tests.rtmp_server import RtmpServer
from touchline.catalog.application.live_captions.post_captions import CaptionCall, SentCaption
from touchline.catalog.domain.media.live_playlists import parse_playlist
from touchline.catalog.domain.media.restreams import RestreamService
from touchline.entrypoints.tests.media.ingest_scenario import IngestScenario, descendants, find_free_port
from touchline.front.packs.tests.pack_fixtures import DATA
from touchline.shared.ids import EventId

_KEY = "live-load"
_CAPTION_SECONDS = 2.0
_WARM_UP_SEGMENTS = 6
_FILE_SECONDS = 20
_VIDEO = "testsrc=s=1280x720:r=30,noise=alls=15:allf=t"
_ENCODING = (
    *("-c:v", "libx264", "-preset", "veryfast", "-tune", "zerolatency", "-pix_fmt", "yuv420p", "-g", "60"),
    *("-b:v", "3M", "-maxrate", "3M", "-bufsize", "3M", "-c:a", "aac", "-b:a", "128k"),
)
_KINDS = {"adapters.ingest.receiver": "receiver", "adapters.restream.sender": "restream"}


class _DiscardingServer(RtmpServer):
    """Accepts all streams with the key, and keeps only the number of bytes."""

    def __init__(self) -> None:
        super().__init__(_KEY)
        self.bytes_received: list[int] = []

    def _read(self, connection: socket.socket, received: bytes) -> None:
        number = len(self.bytes_received)
        self.bytes_received.append(0)
        while received:
            self.bytes_received[number] += len(received)
            received = connection.recv(1 << 16)


@dataclass
class _Usage:
    """The processes of a kind: their number, CPU seconds and memory."""

    count: int = 0
    cpu_seconds: float = 0.0
    resident_bytes: int = 0


class LiveLoad:
    """A deployment with some live streams."""

    def __init__(self, folder: Path, streams: int, server: _DiscardingServer) -> None:
        names = [f"load-{number}" for number in range(streams)]
        self._scenario = IngestScenario(
            folder,
            find_free_port(),
            port_count=streams,
            pack_overlays=[_write_games(folder / "overlay", names)],
            restream_private_addresses=True,
        )
        self._server, self._source = server, folder / "source.flv"
        catalog: Any = self._scenario.catalog
        with self._scenario.transaction():
            ids = catalog.facade().list_ids_by_key("event")
            catalog.restream_target_admin().create(
                name="This machine",
                service=RestreamService.OTHER,
                server_url=f"rtmp://127.0.0.1:{server.port}/live",
                key=_KEY,
                is_always=True,
            )
        self._events = {name: EventId(ids[name]) for name in names}
        self._ingest: psutil.Popen | None = None

    def measure(self, seconds: float) -> Mapping[str, _Usage]:
        """Start everything, and return what each kind of process used in this time."""
        self._encode_file()
        try:
            for event_id in self._events.values():
                self._scenario.create_stream_key(event_id=event_id)
            self._ingest = self._scenario.start_ingest(TOUCHLINE_RESTREAM_PRIVATE_ADDRESSES="true")
            self._scenario.wait_until(self._is_listening)
            for event_id in self._events.values():
                self._scenario.start_encoder(event_id=event_id, source=self._source)
            self._scenario.wait_until(self._is_warm)
            before = self._read_usage()
            bytes_before = list(self._server.bytes_received)
            self._send_captions(seconds)
            after = self._read_usage()
            received = sum(self._server.bytes_received) - sum(bytes_before)
            _write(f"Sent on: {received * 8 / seconds / len(self._events) / 1e6:.2f} Mbit/s a stream")
            return {
                kind: _Usage(usage.count, usage.cpu_seconds - before[kind].cpu_seconds, usage.resident_bytes)
                for kind, usage in after.items()
            }
        finally:
            self._scenario.close()

    def _encode_file(self) -> None:
        command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-nostdin", "-f", "lavfi", "-i", _VIDEO]
        command += ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000", *_ENCODING]
        subprocess.run([*command, "-t", str(_FILE_SECONDS), str(self._source)], check=True)

    def _is_listening(self) -> bool:
        """Return whether the ingest process waits for the encoders of all streams."""
        return all(self._scenario.stream(event_id).session_count > 1 for event_id in self._events.values())

    def _is_warm(self) -> bool:
        """Return whether every stream is published, and sent on."""
        texts = [self._scenario.playlist(event_id) for event_id in self._events.values()]
        is_published = all(text and len(parse_playlist(text).entries) >= _WARM_UP_SEGMENTS for text in texts)
        return is_published and len(self._server.bytes_received) >= len(self._events)

    def _send_captions(self, seconds: float) -> None:
        """Send a caption to each stream every two seconds."""
        started, number = time.monotonic(), 0
        while time.monotonic() < started + seconds:
            for key in self._events:
                with self._scenario.transaction():
                    caption = SentCaption(f"Caption {number} of the game.")
                    self._scenario.catalog.post_captions()(key, CaptionCall("en", [caption]))
            number += 1
            time.sleep(max(0.0, started + number * _CAPTION_SECONDS - time.monotonic()))

    def _read_usage(self) -> dict[str, _Usage]:
        assert self._ingest is not None
        usages: dict[str, _Usage] = defaultdict(_Usage)
        for process in (self._ingest, *descendants(self._ingest)):
            command = process.cmdline()
            default = "publisher" if process.pid == self._ingest.pid else "other"
            kind = next((_KINDS[argument] for argument in command if argument in _KINDS), default)
            usage, times = usages[kind], process.cpu_times()
            usage.count += 1
            usage.cpu_seconds += times.user + times.system
            usage.resident_bytes += process.memory_info().rss
        return usages


def _write_games(overlay: Path, names: Sequence[str]) -> Path:
    """Write a folder with the pack's list of events, and further games that are on now."""
    overlay.mkdir()
    games = [
        f"- {{key: {name}, name: {name}, category: hockey, starts: now -1m, duration: 8h, pass: free}}\n"
        for name in names
    ]
    (overlay / "events.yaml").write_text((DATA / "whole" / "events.yaml").read_text() + "".join(games))
    return overlay


def _write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=4, help="Number of streams. Default: 4.")
    parser.add_argument("--seconds", type=float, default=120, help="Seconds to measure. Default: 120.")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="touchline-live-load-") as folder, _DiscardingServer() as server:
        usages = LiveLoad(Path(folder), arguments.streams, server).measure(arguments.seconds)
    _write(f"{arguments.streams} streams, {arguments.seconds:.0f} s, load {os.getloadavg()[0]:.1f}")
    _write(f"{'process':<12}{'number':>7}{'% of a core per stream':>26}{'MB each':>10}")
    total = 0.0
    for kind, usage in sorted(usages.items()):
        share = usage.cpu_seconds / arguments.seconds / arguments.streams * 100
        total += share
        megabytes = usage.resident_bytes / usage.count / 1e6
        _write(f"{kind:<12}{usage.count:>7}{share:>26.1f}{megabytes:>10.0f}")
    _write(f"{'together':<12}{'':>7}{total:>26.1f}")


if __name__ == "__main__":
    main()
