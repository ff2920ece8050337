"""Tests, with real processes, that child processes do not outlive their parent."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap

import psutil
import pytest

TIMEOUT_SECONDS = 30
CHILD_SCRIPT = """
    import signal, sys
    from touchline.shared.concurrency.processes import exit_without_parent
    exit_without_parent(0.1)
    print("up", flush=True)
    signal.pause()
"""
PARENT_SCRIPT = f"""
    import subprocess, sys
    command = [sys.executable, "-c", {textwrap.dedent(CHILD_SCRIPT)!r}]
    child = subprocess.Popen(command, stdout=subprocess.PIPE)
    child.stdout.readline()
    print(child.pid, flush=True)
    child.wait()
"""


LATE_SCRIPT = """
    import multiprocessing, os, signal
    from threading import Event
    from touchline.shared.concurrency.processes import exit_without_parent

    def start(parent_pid):
        print(os.getpid(), flush=True)
        while os.getppid() == parent_pid:  # the parent is killed while this process still starts
            Event().wait(0.05)
        exit_without_parent(0.1)
        signal.pause()

    multiprocessing.get_context("fork").Process(target=start, args=[os.getpid()]).start()
"""


@pytest.mark.parametrize("script", [PARENT_SCRIPT, LATE_SCRIPT], ids=["that is up", "that starts"])
def test_a_process_exits_after_its_parent_was_killed(script: str) -> None:
    command = [sys.executable, "-c", textwrap.dedent(script)]
    parent = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = psutil.Process(int(parent.stdout.readline()))
    parent.send_signal(signal.SIGKILL)
    parent.wait(TIMEOUT_SECONDS)
    _, alive = psutil.wait_procs([child], timeout=TIMEOUT_SECONDS)
    assert not alive


FORKED_SCRIPT = """
    import signal
    from touchline.shared.concurrency.processes import restore_default_signals
    signal.signal(signal.SIGTERM, lambda *_: None)  # inherited by forked processes
    restore_default_signals()
    print("starting", flush=True)
    signal.pause()
"""


def test_a_process_signaled_during_startup_ends() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(FORKED_SCRIPT)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.terminate()
    try:
        assert process.wait(TIMEOUT_SECONDS) == -signal.SIGTERM
    finally:
        process.kill()
