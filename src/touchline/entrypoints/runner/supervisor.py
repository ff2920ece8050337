"""Supervision of several programs: restart after crashes, and a common stop.

`touchline run` uses it to start the whole product with one command. Each program has its own session. On
Linux, the kernel signals it when the supervisor ends, so no program outlives the supervisor, even after
SIGKILL.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import psutil

from touchline.shared.concurrency.processes import die_with_parent

STOP_TIMEOUT_SECONDS = 10.0
STABLE_SECONDS = 10.0
POLL_SECONDS = 0.1
MAX_CRASHES = 5
MAX_RESTART_DELAY = 30.0


@dataclass
class Program:
    """A program: its name, command line, environment and log file (None: the terminal).

    `was_stable` is set once the program has stayed up for a while. Later crashes are considered temporary, so
    the program is always restarted. Other programs depend on a program that `is_shared`, so it stops after
    them.
    """

    name: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    log: Path | None = None
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    crashes: int = 0
    was_stable: bool = False
    is_shared: bool = False
    restart_at: float = 0.0


class Supervisor:
    """A supervisor of programs. It starts them in order, restarts them after crashes, and stops them in
    reverse order.
    """

    def __init__(self, print_line: Callable[[str], None], stop_timeout: float = STOP_TIMEOUT_SECONDS) -> None:
        self._print_line = print_line
        self._stop_timeout = stop_timeout
        self._programs: list[Program] = []
        self._stop_event = threading.Event()

    def start(self, program: Program) -> None:
        """Start a program and keep it running."""
        self._programs.append(program)
        self._launch(program)

    def stop_on_signals(self) -> None:
        """Stop on Ctrl-C (SIGINT), SIGTERM, or a closed terminal (SIGHUP)."""
        for signal_number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(signal_number, lambda *_: self.request_stop())

    def request_stop(self) -> None:
        """Make `watch` return."""
        self._stop_event.set()

    @property
    def is_stopping(self) -> bool:
        """Return whether a stop was requested."""
        return self._stop_event.is_set()

    def run_to_completion(self, program: Program) -> int:
        """Run one program to its end while the others keep running, and return its exit code.

        Returns 0 if a stop is requested before the end, and 1 if another program keeps crashing.
        """
        self._programs.append(program)
        self._launch(program)
        assert program.process is not None
        while program.process.poll() is None and not self._stop_event.wait(POLL_SECONDS):
            if not self._restart_crashed(excluded=program):
                return 1
        if program.process.poll() is None:
            return 0
        self._programs.remove(program)
        return program.process.returncode

    def watch(self) -> int:
        """Restart crashed programs until a stop is requested, and return the exit code.

        Returns 0 after a stop, and 1 if a program keeps crashing.
        """
        while not self._stop_event.wait(POLL_SECONDS):
            if not self._restart_crashed():
                return 1
        return 0

    def stop_all(self) -> None:
        """Stop all programs and their child processes. Shared programs stop last."""
        for is_shared in (False, True):
            self._stop_programs([program for program in self._programs if program.is_shared is is_shared])

    def _stop_programs(self, programs: Sequence[Program]) -> None:
        """Terminate the main processes first, so that they can clean up, then their children.

        Kills processes that are still running after the timeout (10 s).
        """
        processes = [process for program in reversed(programs) for process in get_process_tree(program)]
        root_pids = {program.process.pid for program in programs if program.process is not None}
        remaining = [process for process in processes if process.pid in root_pids]
        for process in remaining:
            ignore_missing_process(process.terminate)
        psutil.wait_procs(remaining, timeout=self._stop_timeout / 2)
        remaining = [process for process in processes if process.is_running()]
        for process in remaining:
            ignore_missing_process(process.terminate)
        _, remaining = psutil.wait_procs(remaining, timeout=self._stop_timeout / 2)
        for process in remaining:
            ignore_missing_process(process.kill)
        psutil.wait_procs(remaining, timeout=self._stop_timeout)

    def _restart_crashed(self, excluded: Program | None = None) -> bool:
        """Restart programs that have ended. Returns False if a program keeps crashing."""
        for program in self._programs:
            has_ended = program.process is not None and program.process.poll() is not None
            if has_ended and program is not excluded and not self._restart(program):
                return False
        return True

    def _launch(self, program: Program) -> None:
        program.started = time.monotonic()
        output = program.log.open("ab") if program.log else None
        try:
            program.process = subprocess.Popen(
                program.command,
                env={**os.environ, **program.environment},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT if output else None,
                start_new_session=True,
                preexec_fn=partial(die_with_parent, signal.SIGTERM),
            )
        finally:
            if output:
                output.close()

    def _restart(self, program: Program) -> bool:
        """Restart a crashed program, with increasing delays.

        Returns False if a program that was never stable has crashed too often.
        """
        assert program.process is not None
        now = time.monotonic()
        if program.restart_at:
            if now >= program.restart_at:
                program.restart_at = 0.0
                self._launch(program)
            return True
        is_stable = now - program.started > STABLE_SECONDS
        program.was_stable |= is_stable
        program.crashes = 0 if is_stable else program.crashes + 1
        log_hint = f" Its log: {program.log}" if program.log else ""
        if program.crashes >= MAX_CRASHES and not program.was_stable:
            self._print_line(f"{program.name} keeps exiting on start and will not be restarted.{log_hint}")
            return False
        delay = get_restart_delay(program.crashes)
        delay_text = f" in {delay:.0f} s" if delay else ""
        self._print_line(
            f"{program.name} exited with code {program.process.returncode}. Restarting{delay_text}.{log_hint}"
        )
        if delay:
            program.restart_at = now + delay
        else:
            self._launch(program)
        return True


def get_restart_delay(crashes: int) -> float:
    """Return the seconds to wait before a restart after this many consecutive crashes."""
    return min(MAX_RESTART_DELAY, 2.0 ** (crashes - MAX_CRASHES)) if crashes >= MAX_CRASHES else 0.0


def get_process_tree(program: Program) -> list[psutil.Process]:
    """List the program's process and all its descendants that still exist."""
    if program.process is None:
        return []
    try:
        root = psutil.Process(program.process.pid)
        return [root, *root.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def ignore_missing_process(action: Callable[[], None]) -> None:
    """Run an action on a process, and ignore that the process no longer exists."""
    try:
        action()
    except psutil.NoSuchProcess:
        return
