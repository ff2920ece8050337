"""Starts the program of a rehearsal, beside the worker.

A rehearsal waits for the job of its recording. Inside a worker, it could wait for itself. It is therefore a
program of its own, and the job of the worker only starts it (ADR 99).
"""

from __future__ import annotations

import logging
import subprocess
import sys

from touchline.shared.ids import ChannelId

log = logging.getLogger(__name__)


class StartProgram:
    """Starts the program. Without workers (`queue=inline`) there is no process to start it from."""

    def __init__(self, queue: str) -> None:
        self._has_workers = queue != "inline"

    def __call__(self, channel_id: ChannelId, rehearsal_id: int) -> None:
        """Start the program in a session of its own, so that it outlives the job."""
        if not self._has_workers:
            log.warning("rehearsal %s needs a worker; run `touchline live rehearse` instead", rehearsal_id)
            return
        arguments = ["live", "run-rehearsal", str(channel_id), str(rehearsal_id)]
        subprocess.Popen(
            [sys.executable, "-m", "touchline", *arguments],
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
