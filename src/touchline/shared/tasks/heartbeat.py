"""A thread that signals at intervals that work is still running."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread

Wait = Callable[[Event, float], bool]
log = logging.getLogger(__name__)


class Heartbeat:
    """A repeated call: `with Heartbeat(beat, interval): …` calls `beat` every `interval` seconds in the
    block.

    The calls stop early if `beat` returns False. Errors in `beat` are logged, and the next call tries again,
    because a database may be briefly unavailable. `wait` waits for the end of the block up to a timeout and
    returns whether it came. The thread ends with its process, even if the process is killed.
    """

    def __init__(self, beat: Callable[[], bool], interval: float, wait: Wait = Event.wait) -> None:
        self._beat = beat
        self._interval = interval
        self._wait = wait
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="heartbeat", daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_error: object) -> None:
        """Stop the calls, and wait for a call that is running."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._wait(self._stopped, self._interval):
            if not self._beat_once():
                return

    def _beat_once(self) -> bool:
        try:
            return self._beat()
        except Exception:
            log.exception("heartbeat failed; retrying")
            return True
