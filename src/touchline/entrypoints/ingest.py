"""The ingest process: receives live streams and makes them available to viewers."""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Callable, Sequence
from typing import Any

from touchline.catalog.application.live.supervise_streams import SuperviseStreams
from touchline.entrypoints.bootstrap import bootstrap
from touchline.platform.db.timeouts import set_query_timeout

POLL_SECONDS = 0.2
QUERY_TIMEOUT_SECONDS = 2.0
"""Query timeout in seconds. Live streams stay available during a slow query, or catch up shortly after."""
log = logging.getLogger(__name__)


def supervise(supervisors: Sequence[SuperviseStreams], wait_for_stop: Callable[[float], bool]) -> None:
    """Run the supervisors until `wait_for_stop` returns True, then release all streams for the next process.

    `wait_for_stop` waits at most the given number of seconds.
    """
    try:
        while not wait_for_stop(POLL_SECONDS):
            for supervisor in supervisors:
                supervisor.tick()
    finally:
        for supervisor in supervisors:
            supervisor.release_all()


def main() -> None:
    """Run until SIGTERM or Ctrl-C."""
    application = bootstrap()
    set_query_timeout(application.container.database().engine, QUERY_TIMEOUT_SECONDS)
    stop = threading.Event()
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, lambda *_: stop.set())
    log.info("waiting for encoders")
    catalog: Any = application.container.catalog
    supervise((catalog.supervise_streams(), catalog.supervise_test_streams()), stop.wait)
    application.close()


if __name__ == "__main__":
    main()
