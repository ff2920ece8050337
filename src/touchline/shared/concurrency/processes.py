"""Child processes that must not outlive their parent."""

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
    """Send this signal to the process when the thread that started it ends. Use it as `preexec_fn`.

    The kernel sends the signal (Linux, prctl(2)). So no child is left behind, however the parent ends, even
    by SIGKILL.
    """
    if sys.platform == "linux":
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal_number)


def restore_default_signals() -> None:
    """Restore the default handling of SIGINT and SIGTERM.

    Use it in a process forked by a parent that only records these signals. Until the process installs its own
    handlers, a signal then ends it at once. Otherwise a signal during startup would be lost, and the process
    would never end.
    """
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, signal.SIG_DFL)


def exit_without_parent(grace_seconds: float) -> None:
    """End this process a while after its parent is killed.

    Use it in a process that its parent started, such as a web server's worker. The process keeps serving for
    `grace_seconds`, so that its successors can start. Then it gets SIGTERM, and SIGKILL 10 s later. Otherwise
    it would hold the port forever and serve an old release beside the new one. The parent may end before this
    call: its pid is known since the process started.
    """
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
