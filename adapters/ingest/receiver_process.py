"""Runs a receiver as a child process while an encoder sends. It ends when this process ends."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from touchline.shared.concurrency.processes import die_with_parent

_MAX_STDERR_BYTES = 4000
_COMMAND = (sys.executable, "-m", "adapters.ingest.receiver")
_LOW_MEMORY_ENV = {"OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2", "PYTHONSAFEPATH": "1"}
"""The receiver computes little with arrays, so a thread for each core would only take memory."""


class ReceiverProcess:
    """One receiver process. Its standard error is kept in a file.

    The configuration may contain a stream key, so it is sent to standard input: everyone can read arguments.
    """

    def __init__(self, config: Mapping[str, Any], stderr_path: Path, sockets: Sequence[int] = ()) -> None:
        self._stderr_path = stderr_path
        with stderr_path.open("wb") as stderr_file:
            self._process = subprocess.Popen(
                _COMMAND,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=stderr_file,
                pass_fds=sockets,
                env={**os.environ, **_LOW_MEMORY_ENV},
                preexec_fn=die_with_parent,
            )
        assert self._process.stdin is not None
        with suppress(BrokenPipeError), self._process.stdin as stdin:
            stdin.write(json.dumps(config).encode())

    @property
    def has_exited(self) -> bool:
        """Return whether the process has exited."""
        return self._process.poll() is not None

    @property
    def exit_status(self) -> int | None:
        """Return the exit status. None while the process runs."""
        return self._process.poll()

    def finish(self, stall_seconds: float, progress: Callable[[], object]) -> None:
        """Wait for the process to exit, and kill it if `progress` does not change for `stall_seconds`
        seconds.

        On a busy machine a receiver may be far behind the encoder.
        """
        previous = progress()
        while not self._exits_within(stall_seconds):
            current = progress()
            if current == previous:
                break
            previous = current
        self.kill()

    def _exits_within(self, seconds: float) -> bool:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        return self.has_exited

    def kill(self) -> None:
        """Kill the process and wait until it is gone."""
        self._process.kill()
        self._process.wait()

    def read_stderr(self) -> str:
        """Return the end of its standard error."""
        with suppress(FileNotFoundError), self._stderr_path.open("rb") as file:
            file.seek(max(0, self._stderr_path.stat().st_size - _MAX_STDERR_BYTES))
            return file.read(_MAX_STDERR_BYTES).decode(errors="replace").strip()
        return ""
