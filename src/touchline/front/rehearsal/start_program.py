"""Starts the program of a rehearsal, beside the worker.

A rehearsal waits for the job of its recording. Inside a worker, it could wait for itself. It is therefore a
program of its own, and the job of the worker only starts it (ADR 99).
"""

from __future__ import annotations

import subprocess
import sys

from touchline.shared.ids import ChannelId


def start_program(channel_id: ChannelId, rehearsal_id: int) -> None:
    """Start the program in a session of its own, so that it outlives the job."""
    subprocess.Popen(
        [sys.executable, "-m", "touchline", "live", "run-rehearsal", str(channel_id), str(rehearsal_id)],
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
