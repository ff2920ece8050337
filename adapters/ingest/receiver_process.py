"""Running a receiver beside us for as long as an encoder sends, and its end together with ours."""

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
"""It computes little with arrays: a thread for each core would only take memory."""


class ReceiverProcess:
    """One receiver; what it complains of is kept in a file. The order may hold a stream key, so it goes to
    the standard input: arguments are for all to read."""

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
        """Whether it is over."""
        return self._process.poll() is not None

    @property
    def exit_status(self) -> int | None:
        """How it ended; None while it runs."""
        return self._process.poll()

    def finish(self, stall_seconds: float, progress: Callable[[], object]) -> None:
        """Wait for its end, and kill it when `progress` has not changed for `stall_seconds` seconds.

        On a busy machine a receiver may be far behind what the encoder has sent.
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
        """End it at once; it is gone when this returns."""
        self._process.kill()
        self._process.wait()

    def read_stderr(self) -> str:
        """The end of what it wrote."""
        with suppress(FileNotFoundError):
            return self._stderr_path.read_bytes()[-_MAX_STDERR_BYTES:].decode(errors="replace").strip()
        return ""
