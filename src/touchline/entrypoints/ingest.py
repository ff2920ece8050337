"""The ingest process: receives live streams and makes them available to viewers."""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Callable, Sequence
from typing import Any

from touchline.catalog.application.live.restreams.restreaming import Restreaming
from touchline.catalog.application.live.supervise_streams import SuperviseStreams
from touchline.entrypoints.bootstrap import bootstrap
from touchline.platform.db.timeouts import set_query_timeout

POLL_SECONDS = 0.2
RESTREAM_POLL_SECONDS = 0.5
RESTREAM_STOP_SECONDS = 3.0
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


def restream(restreaming: Restreaming, supervisor: SuperviseStreams, stop: threading.Event) -> None:
    """Send the streams that this process holds on to other services, until `stop` is set.

    Run it in its own thread. It waits for the database and the storage without delaying the streams.
    """
    while not stop.wait(RESTREAM_POLL_SECONDS):
        try:
            restreaming.step(supervisor.held_streams)
        except Exception:
            log.exception("live streams could not be sent on")
    restreaming.close()


def main() -> None:
    """Run until SIGTERM or Ctrl-C."""
    application = bootstrap()
    set_query_timeout(application.container.database().engine, QUERY_TIMEOUT_SECONDS)
    stop = threading.Event()
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, lambda *_: stop.set())
    log.info("waiting for encoders")
    catalog: Any = application.container.catalog
    analytics: Any = application.container.analytics
    analytics.evidence_thread().start()
    supervisor = catalog.supervise_streams()
    restreaming = threading.Thread(
        target=restream, args=(catalog.restreaming(), supervisor, stop), name="restreaming", daemon=True
    )
    restreaming.start()
    supervise((supervisor, catalog.supervise_test_streams()), stop.wait)
    restreaming.join(RESTREAM_STOP_SECONDS)
    analytics.evidence_thread().stop()
    application.close()


if __name__ == "__main__":
    main()
