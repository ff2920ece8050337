"""Processes that we start and that must not outlive us."""

import ctypes
import multiprocessing
import os
import signal
import sys
from threading import Event, Thread

_PR_SET_PDEATHSIG = 1
_LOOK_SECONDS = 1.0
_LAST_SECONDS = 10.0
_LIBC = ctypes.CDLL(None)


def die_with_parent(number: int = signal.SIGKILL) -> None:
    """For `preexec_fn`: the kernel (Linux) sends this signal when the thread that started the process is gone
    (prctl(2)), so that no end of ours, not even SIGKILL, leaves one behind."""
    if sys.platform == "linux":
        _LIBC.prctl(_PR_SET_PDEATHSIG, number)


def end_when_told() -> None:
    """For a process that was forked by a head which only notes that it is to stop: until it is ready to stop
    in its own way it ends at once. Else what it is told while it starts would be forgotten, and it would
    never end."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def end_without_parent(grace: float) -> None:
    """For a process that its own head started, such as one of a web server's: when the head is killed it
    answers on for a while, so that its successors can begin, and then it ends (SIGTERM, SIGKILL 10 s later).
    Else it would hold the port for ever, and serve an old release beside the new one. The head may be gone
    before this is called: who it was is known since it started the process."""
    started_by = multiprocessing.parent_process()
    head = started_by.pid if started_by else os.getppid()

    def watch() -> None:
        pause = Event()
        while os.getppid() == head:
            pause.wait(_LOOK_SECONDS)
        pause.wait(grace)
        os.kill(os.getpid(), signal.SIGTERM)
        pause.wait(_LAST_SECONDS)
        os.kill(os.getpid(), signal.SIGKILL)

    Thread(target=watch, name="without-parent", daemon=True).start()
