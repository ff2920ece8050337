"""Processes that must not outlive whoever started them, with real ones."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap

import psutil
import pytest

PATIENCE = 30
CHILD = """
    import signal, sys
    from touchline.shared.processes import end_without_parent
    end_without_parent(0.1)
    print("up", flush=True)
    signal.pause()
"""
HEAD = f"""
    import subprocess, sys
    child = subprocess.Popen([sys.executable, "-c", {textwrap.dedent(CHILD)!r}], stdout=subprocess.PIPE)
    child.stdout.readline()
    print(child.pid, flush=True)
    child.wait()
"""


LATE = """
    import multiprocessing, os, signal
    from threading import Event
    from touchline.shared.processes import end_without_parent

    def start(head):
        print(os.getpid(), flush=True)
        while os.getppid() == head:  # the head is killed while this one is still being imported
            Event().wait(0.05)
        end_without_parent(0.1)
        signal.pause()

    multiprocessing.get_context("fork").Process(target=start, args=[os.getpid()]).start()
"""


@pytest.mark.parametrize("script", [HEAD, LATE], ids=["that is up", "that starts"])
def test_a_process_whose_head_was_killed_ends_by_itself(script: str) -> None:
    command = [sys.executable, "-c", textwrap.dedent(script)]
    head = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert head.stdout is not None
    child = psutil.Process(int(head.stdout.readline()))
    head.send_signal(signal.SIGKILL)
    head.wait(PATIENCE)
    _, alive = psutil.wait_procs([child], timeout=PATIENCE)
    assert not alive


FORKED = """
    import signal
    from touchline.shared.processes import end_when_told
    signal.signal(signal.SIGTERM, lambda *_: None)  # as a server's head has it, and whoever it forks
    end_when_told()
    print("starting", flush=True)
    signal.pause()
"""


def test_a_process_that_is_told_to_stop_while_it_starts_ends() -> None:
    program = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(FORKED)], stdout=subprocess.PIPE, text=True
    )
    assert program.stdout is not None
    program.stdout.readline()
    program.terminate()
    try:
        assert program.wait(PATIENCE) == -signal.SIGTERM
    finally:
        program.kill()
