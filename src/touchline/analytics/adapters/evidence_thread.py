"""The thread of a process that stores its evidence."""

from __future__ import annotations

import logging
import os
from multiprocessing.util import Finalize
from threading import Event, Thread

from sqlalchemy.exc import SQLAlchemyError

from touchline.analytics.application.evidence.evidence_buffer import EvidenceBuffer

_FLUSH_INTERVAL_SECONDS = 5.0
_STOP_TIMEOUT_SECONDS = 5.0
log = logging.getLogger(__name__)


class EvidenceThread:
    """Flushes the buffer for the lifetime of the process, once per process."""

    def __init__(self, buffer: EvidenceBuffer) -> None:
        self._buffer = buffer
        self._pid = 0
        self._thread: Thread | None = None
        self._stopping = Event()
        self._has_failed = False

    def start(self) -> None:
        """Start the thread, once per process. It stops when the process ends."""
        if self._pid == os.getpid():
            return
        self._pid = os.getpid()
        self._stopping.clear()
        self._thread = Thread(target=self._run, name="evidence", daemon=True)
        self._thread.start()
        Finalize(None, self.stop, exitpriority=1)

    def stop(self) -> None:
        """Run a last round."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(_STOP_TIMEOUT_SECONDS)

    def _run(self) -> None:
        while not self._stopping.wait(_FLUSH_INTERVAL_SECONDS):
            self.flush_once()
        self.flush_once()

    def flush_once(self) -> None:
        """Store what was recorded. An unavailable database is logged once."""
        try:
            self._buffer.flush()
        except SQLAlchemyError as error:
            if not self._has_failed:
                log.error("the database is unavailable (%s); evidence waits", type(error).__name__)
            self._has_failed = True
        except Exception:
            log.exception("evidence could not be stored; it waits")
            self._has_failed = True
        else:
            self._has_failed = False
