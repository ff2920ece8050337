"""Keeps a handful of programs running together: what crashes is started again, a stop stops all.

Used by `touchline run`, so that one command is the whole product. Every program gets a session of its own
and is told by the kernel (Linux) when the supervisor is gone, so that no end of it, not even SIGKILL, leaves
one behind.
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
    """One program: its name, its command line, where its output goes (nowhere named: the terminal).

    `was_stable` is set once it has stayed up for a while: what it crashes of later is away, and comes back.
    The other programs need one that `is_shared`, so it ends after them.
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
    """Starts programs in order, watches them, ends them in reverse order."""

    def __init__(self, print_line: Callable[[str], None], stop_timeout: float = STOP_TIMEOUT_SECONDS) -> None:
        self._print_line = print_line
        self._stop_timeout = stop_timeout
        self._programs: list[Program] = []
        self._stop_event = threading.Event()

    def start(self, program: Program) -> None:
        """Start one program and keep it running from now on."""
        self._programs.append(program)
        self._launch(program)

    def stop_on_signals(self) -> None:
        """End everything on Ctrl-C, a closed terminal, or a polite kill."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: self.request_stop())

    def request_stop(self) -> None:
        """Ask `watch` to return."""
        self._stop_event.set()

    @property
    def is_stopping(self) -> bool:
        """Whether somebody asked to stop."""
        return self._stop_event.is_set()

    def run_to_completion(self, program: Program) -> int:
        """Run one program to its end, the others kept running. Returns its exit code; 0 when asked to stop
        meanwhile, 1 when another never stays up."""
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
        """Until asked to stop: start again what crashed. Returns the exit code of the whole."""
        while not self._stop_event.wait(POLL_SECONDS):
            if not self._restart_crashed():
                return 1
        return 0

    def stop_all(self) -> None:
        """End every program and all it started, shared programs last."""
        for is_shared in (False, True):
            self._stop_programs([program for program in self._programs if program.is_shared is is_shared])

    def _stop_programs(self, programs: Sequence[Program]) -> None:
        """The heads are asked first so that they can tidy up, then everybody is asked, and what is left when
        patience (10 s) is out is killed."""
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
        """Start again what has ended; False where something never stays up."""
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
        """Start a crashed program again, after longer and longer pauses; give the whole up when one that
        never stayed up crashes again and again."""
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
            self._print_line(f"{program.name} ends at once, again and again; giving up.{log_hint}")
            return False
        delay = get_restart_delay(program.crashes)
        delay_text = f" in {delay:.0f} s" if delay else ""
        self._print_line(
            f"{program.name} ended with code {program.process.returncode}; starting it "
            f"again{delay_text}.{log_hint}"
        )
        if delay:
            program.restart_at = now + delay
        else:
            self._launch(program)
        return True


def get_restart_delay(crashes: int) -> float:
    """Seconds to wait after so many ends at once, one after the other."""
    return min(MAX_RESTART_DELAY, 2.0 ** (crashes - MAX_CRASHES)) if crashes >= MAX_CRASHES else 0.0


def get_process_tree(program: Program) -> list[psutil.Process]:
    """The program's process and all its descendants, those that still live."""
    if program.process is None:
        return []
    try:
        root = psutil.Process(program.process.pid)
        return [root, *root.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def ignore_missing_process(action: Callable[[], None]) -> None:
    """Do it to a process that may be gone already."""
    try:
        action()
    except psutil.NoSuchProcess:
        return
