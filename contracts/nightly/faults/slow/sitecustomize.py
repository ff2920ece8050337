"""Faults inside the Python processes that start with this folder in their path.

While the file named by `FAULTS_SLOW` exists, opening a file below `media` takes as many milliseconds as that
file has bytes. The product's clock is off by the number of seconds in the file named by `FAULTS_CLOCK`.
"""

import os
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

_SLOW, _CLOCK = Path(os.environ.get("FAULTS_SLOW", "")), Path(os.environ.get("FAULTS_CLOCK", ""))
_real_time = time.time


def _delay_open(event: str, arguments: tuple[object, ...]) -> None:
    if event != "open" or "/media/" not in str(arguments[0]):
        return
    try:
        delay_ms = _SLOW.stat().st_size  # does not open a file, so this is not called again
    except OSError:
        return
    time.sleep(delay_ms / 1000)


def _clock_offset() -> float:
    try:
        return float(_CLOCK.read_text())
    except (OSError, ValueError):
        return 0.0


if "FAULTS_SLOW" in os.environ:
    sys.addaudithook(_delay_open)
if "FAULTS_CLOCK" in os.environ:
    try:
        from touchline.shared.clock import SystemClock
    except ImportError:  # another program's Python
        pass
    else:
        time.time = lambda: _real_time() + _clock_offset()
        SystemClock.now = lambda _self: datetime.now(UTC) + timedelta(seconds=_clock_offset())  # type: ignore[method-assign, assignment]
