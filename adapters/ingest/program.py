"""Running a receiver beside us for as long as an encoder sends, and its end together with ours."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from touchline.shared.processes import die_with_parent

_LAST_WORDS = 4000
_COMMAND = (sys.executable, "-m", "adapters.ingest.receiver")
_FRUGAL = {"OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2", "PYTHONSAFEPATH": "1"}
"""It computes little with arrays: a thread for each core would only take memory."""


class Program:
    """One receiver; what it complains of is kept in a file. The order may hold a stream key, so it goes to
    the standard input: arguments are for all to read."""

    def __init__(self, order: Mapping[str, Any], log: Path, sockets: Sequence[int] = ()) -> None:
        self._log = log
        with log.open("wb") as complaints:
            self._process = subprocess.Popen(
                _COMMAND,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=complaints,
                pass_fds=sockets,
                env={**os.environ, **_FRUGAL},
                preexec_fn=die_with_parent,
            )
        assert self._process.stdin is not None
        with suppress(BrokenPipeError), self._process.stdin as given:
            given.write(json.dumps(order).encode())

    @property
    def ended(self) -> bool:
        """Whether it is over."""
        return self._process.poll() is not None

    @property
    def status(self) -> int | None:
        """How it ended; None while it runs."""
        return self._process.poll()

    def finish(self, patience: float, progress: Callable[[], object]) -> None:
        """Wait for its end, and kill it when `progress` has not changed for `patience` seconds.

        On a busy machine a receiver may be far behind what the encoder has sent.
        """
        before = progress()
        while not self._ends_within(patience):
            now = progress()
            if now == before:
                break
            before = now
        self.kill()

    def _ends_within(self, seconds: float) -> bool:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        return self.ended

    def kill(self) -> None:
        """End it at once; it is gone when this returns."""
        self._process.kill()
        self._process.wait()

    def complaints(self) -> str:
        """The end of what it wrote."""
        with suppress(FileNotFoundError):
            return self._log.read_bytes()[-_LAST_WORDS:].decode(errors="replace").strip()
        return ""
