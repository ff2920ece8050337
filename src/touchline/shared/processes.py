"""Processes that we start and that must not outlive us."""

import ctypes
import signal
import sys

_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None)


def die_with_parent(number: int = signal.SIGKILL) -> None:
    """For `preexec_fn`: the kernel (Linux) sends this signal when the thread that started the process is gone
    (prctl(2)), so that no end of ours, not even SIGKILL, leaves one behind."""
    if sys.platform == "linux":
        _LIBC.prctl(_PR_SET_PDEATHSIG, number)
