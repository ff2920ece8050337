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

from touchline.shared.processes import die_with_parent

STOP_SECONDS = 10.0
CALM_SECONDS = 10.0
LOOK_SECONDS = 0.1
CRASHES_ALLOWED = 5
LONGEST_PAUSE = 30.0


@dataclass
class Program:
    """One program: its name, its command line, where its output goes (nowhere named: the terminal).

    `stood` is set once it has stayed up for a while: what it crashes of later is away, and comes back.
    The other programs need one that `is_shared`, so it ends after them.
    """

    name: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    log: Path | None = None
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    crashes: int = 0
    stood: bool = False
    is_shared: bool = False
    again_at: float = 0.0


class Supervisor:
    """Starts programs in order, watches them, ends them in reverse order."""

    def __init__(self, say: Callable[[str], None], patience: float = STOP_SECONDS) -> None:
        self._say = say
        self._patience = patience
        self._programs: list[Program] = []
        self._stop = threading.Event()

    def start(self, program: Program) -> None:
        """Start one program and keep it running from now on."""
        self._programs.append(program)
        self._launch(program)

    def stop_on_signals(self) -> None:
        """End everything on Ctrl-C, a closed terminal, or a polite kill."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: self.stop())

    def stop(self) -> None:
        """Ask `watch` to return."""
        self._stop.set()

    @property
    def stopping(self) -> bool:
        """Whether somebody asked to stop."""
        return self._stop.is_set()

    def once(self, program: Program) -> int:
        """Run one program to its end, the others kept running. Returns its exit code; 0 when asked to stop
        meanwhile, 1 when another never stays up."""
        self._programs.append(program)
        self._launch(program)
        assert program.process is not None
        while program.process.poll() is None and not self._stop.wait(LOOK_SECONDS):
            if not self._keep_up(but=program):
                return 1
        if program.process.poll() is None:
            return 0
        self._programs.remove(program)
        return program.process.returncode

    def watch(self) -> int:
        """Until asked to stop: start again what crashed. Returns the exit code of the whole."""
        while not self._stop.wait(LOOK_SECONDS):
            if not self._keep_up():
                return 1
        return 0

    def end(self) -> None:
        """End every program and all it started, shared programs last."""
        for is_shared in (False, True):
            self._end_all([program for program in self._programs if program.is_shared is is_shared])

    def _end_all(self, programs: Sequence[Program]) -> None:
        """The heads are asked first so that they can tidy up, then everybody is asked, and what is left when
        patience (10 s) is out is killed."""
        family = [process for program in reversed(programs) for process in family_of(program)]
        heads = {program.process.pid for program in programs if program.process is not None}
        left = [process for process in family if process.pid in heads]
        for process in left:
            quietly(process.terminate)
        psutil.wait_procs(left, timeout=self._patience / 2)
        left = [process for process in family if process.is_running()]
        for process in left:
            quietly(process.terminate)
        _, left = psutil.wait_procs(left, timeout=self._patience / 2)
        for process in left:
            quietly(process.kill)
        psutil.wait_procs(left, timeout=self._patience)

    def _keep_up(self, but: Program | None = None) -> bool:
        """Start again what has ended; False where something never stays up."""
        for program in self._programs:
            ended = program.process is not None and program.process.poll() is not None
            if ended and program is not but and not self._revive(program):
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

    def _revive(self, program: Program) -> bool:
        """Start a crashed program again, after longer and longer pauses; give the whole up when one that
        never stayed up crashes again and again."""
        assert program.process is not None
        now = time.monotonic()
        if program.again_at:
            if now >= program.again_at:
                program.again_at = 0.0
                self._launch(program)
            return True
        calm = now - program.started > CALM_SECONDS
        program.stood |= calm
        program.crashes = 0 if calm else program.crashes + 1
        where = f" Its log: {program.log}" if program.log else ""
        if program.crashes >= CRASHES_ALLOWED and not program.stood:
            self._say(f"{program.name} ends at once, again and again; giving up.{where}")
            return False
        pause = pause_after(program.crashes)
        later = f" in {pause:.0f} s" if pause else ""
        self._say(
            f"{program.name} ended with code {program.process.returncode}; starting it again{later}.{where}"
        )
        if pause:
            program.again_at = now + pause
        else:
            self._launch(program)
        return True


def pause_after(crashes: int) -> float:
    """Seconds to wait after so many ends at once, one after the other."""
    return min(LONGEST_PAUSE, 2.0 ** (crashes - CRASHES_ALLOWED)) if crashes >= CRASHES_ALLOWED else 0.0


def family_of(program: Program) -> list[psutil.Process]:
    """The program's process and all its descendants, those that still live."""
    if program.process is None:
        return []
    try:
        head = psutil.Process(program.process.pid)
        return [head, *head.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def quietly(act: Callable[[], None]) -> None:
    """Do it to a process that may be gone already."""
    try:
        act()
    except psutil.NoSuchProcess:
        return
