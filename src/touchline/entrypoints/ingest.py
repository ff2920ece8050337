"""The ingest process: receives live streams, and makes of them what viewers read."""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Callable, Sequence
from typing import Any

from touchline.catalog.application.keep_streams import KeepStreams
from touchline.entrypoints.bootstrap import bootstrap
from touchline.platform.db.silence import be_impatient

LOOK_SECONDS = 0.2
DATABASE_SECONDS = 2.0
"""What encoders send is shown meanwhile, or a moment later."""
log = logging.getLogger(__name__)


def keep_going(keeps: Sequence[KeepStreams], stopped: Callable[[float], bool]) -> None:
    """Until `stopped` (which waits for so many seconds at most) says so; then every stream is left to the
    next process."""
    try:
        while not stopped(LOOK_SECONDS):
            for keep in keeps:
                keep.tick()
    finally:
        for keep in keeps:
            keep.leave()


def main() -> None:
    """Work until told to stop (SIGTERM, Ctrl-C)."""
    house = bootstrap()
    be_impatient(house.container.database().engine, DATABASE_SECONDS)
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    log.info("waiting for encoders")
    live: Any = house.container.catalog.live
    keep_going((live.keep(), live.keep_tests()), stop.wait)
    house.close()


if __name__ == "__main__":
    main()
