"""The synthetic encoder as a child process."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from threading import Thread

from touchline.shared.concurrency.processes import die_with_parent

_STOP_SECONDS = 10


class SyntheticEncoder:
    """A running encoder. It ends with the thread that started it."""

    def __init__(self, url: str) -> None:
        self.is_connected, self.sent_ms, self.error = False, 0, ""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "touchline.front.rehearsal.video.encoder"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            preexec_fn=die_with_parent,
            text=True,
        )
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(f"{url}\n")
            self._process.stdin.close()
        self._reader = Thread(target=self._read_reports, daemon=True)
        self._reader.start()

    @property
    def is_running(self) -> bool:
        """Whether the process has not ended."""
        return self._process.poll() is None

    def stop(self) -> None:
        """Stop sending, and wait for the last report."""
        if self.is_running:
            self._process.terminate()
            try:
                self._process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._reader.join(_STOP_SECONDS)

    def _read_reports(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with suppress(ValueError):
                report = json.loads(line)
                self.is_connected = self.is_connected or report.get("connected", False)
                self.sent_ms = report.get("sent_ms", self.sent_ms)
                self.error = report.get("error", self.error)
