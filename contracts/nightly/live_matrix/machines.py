"""The machines of a deployment that receive streams: one can be killed, and another takes over."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import suppress

import psutil

from contracts.nightly.faults.definitions import identify_process
from contracts.nightly.faults.deployment import Deployment
from contracts.nightly.live_matrix.cases import Kill
from touchline.shared.concurrency.processes import die_with_parent

_START_SECONDS = 5.0


class IngestMachines:
    """The ingest process of `touchline run`, and those of other machines with the same database and storage.

    Once a machine has been killed, `touchline run` stands still: its machine would be gone, too.
    """

    def __init__(self, deployment: Deployment) -> None:
        self._deployment = deployment
        self._other: psutil.Process | None = None

    def kill(self, kill: Kill) -> None:
        """Kill the process that receives, and its receivers. `touchline run` or another machine goes on."""
        receiving = self._find_receiving()
        if kill is Kill.MACHINE:
            self._start_other()
            assert self._deployment.run_process is not None
            self._deployment.run_process.suspend()
        _kill_tree(receiving)

    def close(self) -> None:
        """Stop the other machine, and let `touchline run` go on, so that it can end."""
        if self._other is not None:
            _kill_tree(self._other)
        if self._deployment.run_process is not None:
            self._deployment.run_process.resume()

    def _find_receiving(self) -> psutil.Process:
        if self._other is not None:
            return self._other
        programs = self._deployment.list_programs()
        return next(program for program in programs if identify_process(program) == "ingest")

    def _start_other(self) -> None:
        process = subprocess.Popen(
            [sys.executable, "-m", "touchline", "ingest"],
            env=self._deployment.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=die_with_parent,
        )
        time.sleep(_START_SECONDS)
        self._other = psutil.Process(process.pid)


def _kill_tree(process: psutil.Process) -> None:
    for member in [process, *process.children(recursive=True)]:
        with suppress(psutil.NoSuchProcess):
            member.kill()
