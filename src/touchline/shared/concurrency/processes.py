"""Processes that we start and that must not outlive us."""

import ctypes
import multiprocessing
import os
import signal
import sys
from threading import Event, Thread

_PR_SET_PDEATHSIG = 1
_POLL_SECONDS = 1.0
_KILL_DELAY_SECONDS = 10.0
_LIBC = ctypes.CDLL(None)


def die_with_parent(signal_number: int = signal.SIGKILL) -> None:
    """For `preexec_fn`: the kernel (Linux) sends this signal when the thread that started the process is gone
    (prctl(2)), so that no end of ours, not even SIGKILL, leaves one behind."""
    if sys.platform == "linux":
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal_number)


def restore_default_signals() -> None:
    """For a process that was forked by a head which only notes that it is to stop: until it is ready to stop
    in its own way it ends at once. Else what it is told while it starts would be forgotten, and it would
    never end."""
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, signal.SIG_DFL)


def exit_without_parent(grace_seconds: float) -> None:
    """For a process that its own head started, such as one of a web server's: when the head is killed it
    answers on for a while, so that its successors can begin, and then it ends (SIGTERM, SIGKILL 10 s later).
    Else it would hold the port for ever, and serve an old release beside the new one. The head may be gone
    before this is called: who it was is known since it started the process."""
    parent = multiprocessing.parent_process()
    parent_pid = parent.pid if parent else os.getppid()

    def watch() -> None:
        timer = Event()
        while os.getppid() == parent_pid:
            timer.wait(_POLL_SECONDS)
        timer.wait(grace_seconds)
        os.kill(os.getpid(), signal.SIGTERM)
        timer.wait(_KILL_DELAY_SECONDS)
        os.kill(os.getpid(), signal.SIGKILL)

    Thread(target=watch, name="without-parent", daemon=True).start()
