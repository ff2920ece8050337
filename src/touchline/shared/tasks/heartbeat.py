"""A thread that says again and again that work goes on, for as long as it does."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread

Wait = Callable[[Event, float], bool]
log = logging.getLogger(__name__)


class Heartbeat:
    """`with Heartbeat(beat, every): …` calls `beat` every so many seconds until the block ends.

    It ends sooner where `beat` answers False. What `beat` raises is logged, and the next beat tries again: a
    database may be away for a moment. `wait` waits for the end so long at most and tells whether it came. A
    process that is killed takes the thread with it.
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
        """No beat begins any more, and one that is under way is waited for."""
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
            log.exception("a sign of life could not be given; the next one may")
            return True
