"""Runs a sender as a child process (port `Restreamer`). It ends when this process ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import deque
from contextlib import suppress
from threading import Condition, Thread
from typing import Any

from adapters.restream.segment_queue import QueuedSegment, encode_segment, encode_stop
from touchline.catalog.domain.media.restreams import RestreamFailure
from touchline.catalog.ports.media.restreamer import (
    RestreamDestination,
    RestreamSegment,
    SenderState,
    SenderStatus,
)
from touchline.catalog.ports.media.storage import Storage, StoredFileNotFoundError
from touchline.shared.concurrency.processes import die_with_parent
from touchline.shared.errors import UnavailableError

_COMMAND = (sys.executable, "-m", "adapters.restream.sender")
_LOW_MEMORY_ENV = {"OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2", "PYTHONSAFEPATH": "1"}
_NICENESS = 5
"""Lower priority than the receiver's, so that a busy machine first serves the channel's own stream."""
_MAX_WAITING_SEGMENTS = 4
_DRAIN_TIMEOUT_SECONDS, _STOP_TIMEOUT_SECONDS = 12.0, 3.0


class SenderProcesses:
    """Starts a program for each target. `ca_file` has certificates to trust besides the system's."""

    def __init__(self, storage: Storage, *, allow_private: bool, ca_file: str = "") -> None:
        self._storage, self._allow_private, self._ca_file = storage, allow_private, ca_file

    def start(self, destination: RestreamDestination) -> SenderProcess:
        """Start a sender."""
        config = {
            "server_url": destination.server_url,
            "key": destination.key,
            "passphrase": destination.passphrase,
            "allow_private": self._allow_private,
            "ca_file": self._ca_file,
        }
        return SenderProcess(self._storage, config)


class SenderProcess:
    """One program. Its own threads read from storage and from the program, so that no caller waits."""

    def __init__(self, storage: Storage, config: dict[str, Any]) -> None:
        self._storage = storage
        self._changed = Condition()
        self._segments: deque[RestreamSegment] = deque()
        self._has_gap = self._is_closed = self._is_drained = False
        self._status = SenderStatus(SenderState.CONNECTING)
        self._feeder = Thread(target=self._run, args=(config,), name="restream", daemon=True)
        self._feeder.start()

    @property
    def status(self) -> SenderStatus:
        """The last report of the program."""
        return self._status

    def send(self, segment: RestreamSegment) -> None:
        """Add a segment. If the pipe to the program is full, only the newest one is kept."""
        with self._changed:
            self._segments.append(segment)
            if len(self._segments) > _MAX_WAITING_SEGMENTS:
                self._segments = deque([segment])
                self._has_gap = True
            self._changed.notify()

    def close(self, *, is_drained: bool = False) -> None:
        """End the program soon. This returns at once."""
        with self._changed:
            self._is_closed, self._is_drained = True, is_drained
            self._changed.notify()

    def _run(self, config: dict[str, Any]) -> None:
        """Start the program, feed it, and wait for its end.

        The program dies with the thread that started it (prctl(2)), and so with this process.
        """
        try:
            process = subprocess.Popen(
                _COMMAND,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, **_LOW_MEMORY_ENV},
                preexec_fn=_prepare_child,
            )
        except (OSError, subprocess.SubprocessError):
            self._end(RestreamFailure.INTERNAL, "")
            return
        reader = Thread(target=self._read_reports, args=(process,), name="restream-reports", daemon=True)
        reader.start()
        assert process.stdin is not None
        timeout = _STOP_TIMEOUT_SECONDS
        with suppress(OSError):
            process.stdin.write(json.dumps(config).encode() + b"\n")
            process.stdin.flush()
            self._feed(process)
            if self._is_drained:
                timeout = _DRAIN_TIMEOUT_SECONDS
            else:
                process.stdin.write(encode_stop())
        with suppress(OSError):
            process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout)
        process.kill()
        process.wait()
        reader.join()

    def _feed(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._segments or self._is_closed, 1.0)
                if self._is_closed and not (self._is_drained and self._segments):
                    return
                if process.poll() is not None:
                    return
                if not self._segments:
                    continue
                segment = self._segments.popleft()
                has_gap, self._has_gap = self._has_gap, False
            data = self._read(segment.storage_key)
            if data is None:
                self._has_gap = True
                continue
            is_discontinuity = segment.is_discontinuity or has_gap
            process.stdin.write(encode_segment(QueuedSegment(data, segment.duration_ms, is_discontinuity)))
            process.stdin.flush()

    def _read(self, storage_key: str) -> bytes | None:
        try:
            with self._storage.open(storage_key) as file:
                return file.read()
        except (StoredFileNotFoundError, UnavailableError, OSError):
            return None

    def _read_reports(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            try:
                report = json.loads(line)
            except ValueError:  # The program was killed while it wrote.
                break
            if "failure" in report:
                self._end(RestreamFailure(report["failure"]), str(report["detail"]))
            else:
                self._status = SenderStatus(SenderState.LIVE, report["bytes"], report["bitrate"])
        if self._status.state is not SenderState.ENDED:
            self._end(None if self._is_closed else RestreamFailure.INTERNAL, "")

    def _end(self, failure: RestreamFailure | None, detail: str) -> None:
        sent = self._status
        self._status = SenderStatus(SenderState.ENDED, sent.bytes_sent, 0, failure, detail)


def _prepare_child() -> None:
    die_with_parent()
    os.nice(_NICENESS)
