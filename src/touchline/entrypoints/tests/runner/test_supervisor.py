"""The supervisor, with real processes."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import psutil
import pytest

from touchline.entrypoints.runner import supervisor as module
from touchline.entrypoints.runner.supervisor import (
    MAX_CRASHES,
    MAX_RESTART_DELAY,
    Program,
    Supervisor,
    get_restart_delay,
)

TIMEOUT_SECONDS = 20


def python_program(code: str, *arguments: str) -> list[str]:
    return [sys.executable, "-c", textwrap.dedent(code), *arguments]


ENDLESS_SCRIPT = "import signal; print('up', flush=True); signal.pause()"
CRASHES_ONCE_SCRIPT = """
    import pathlib, signal, sys
    mark, fifo = map(pathlib.Path, sys.argv[1:])
    if not mark.exists():
        mark.touch()
        raise SystemExit(7)
    fifo.write_text("again")
    signal.pause()
"""
"""The first run creates a marker and crashes. The second run finds the marker and signals the test through a
pipe.
"""


def test_a_crashed_program_is_restarted(tmp_path: Path) -> None:
    messages: list[str] = []
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    supervisor = Supervisor(messages.append)
    supervisor.start(Program("web", python_program(CRASHES_ONCE_SCRIPT, str(tmp_path / "mark"), str(fifo))))
    watching = threading.Thread(target=supervisor.watch, daemon=True)
    watching.start()
    try:
        assert fifo.read_text() == "again"
    finally:
        supervisor.request_stop()
        watching.join(TIMEOUT_SECONDS)
        supervisor.stop_all()
    assert messages == ["web exited with code 7. Restarting."]


def test_a_program_that_crashes_during_run_to_completion_is_restarted(tmp_path: Path) -> None:
    """The job waits for a program that crashes at first, as packaging waits for the worker."""
    messages: list[str] = []
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    supervisor = Supervisor(messages.append)
    supervisor.start(
        Program("worker", python_program(CRASHES_ONCE_SCRIPT, str(tmp_path / "mark"), str(fifo)))
    )
    try:
        exit_code = supervisor.run_to_completion(
            Program("job", python_program("import sys; open(sys.argv[1]).read()", str(fifo)))
        )
    finally:
        supervisor.stop_all()
    assert exit_code == 0
    assert messages == ["worker exited with code 7. Restarting."]


def test_run_to_completion_fails_if_another_program_keeps_crashing() -> None:
    messages: list[str] = []
    supervisor = Supervisor(messages.append)
    supervisor.start(Program("worker", python_program("raise SystemExit(2)")))
    try:
        assert supervisor.run_to_completion(Program("job", python_program(ENDLESS_SCRIPT))) == 1
    finally:
        supervisor.stop_all()
    assert messages[-1] == "worker keeps exiting on start and will not be restarted."


def test_a_program_that_keeps_crashing_stops_the_supervisor() -> None:
    messages: list[str] = []
    supervisor = Supervisor(messages.append)
    supervisor.start(Program("web", python_program("raise SystemExit(2)")))
    assert supervisor.watch() == 1
    assert messages[-1] == "web keeps exiting on start and will not be restarted."
    assert len(messages) == MAX_CRASHES


def test_a_program_that_was_stable_is_restarted_forever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The program's dependency is down, and the other programs must keep running."""
    monkeypatch.setattr(module, "get_restart_delay", lambda crashes: 0.01 if crashes > MAX_CRASHES else 0.0)
    messages: list[str] = []
    restarted = threading.Event()

    def record_line(line: str) -> None:
        messages.append(line)
        if len(messages) > MAX_CRASHES + 2:
            restarted.set()

    supervisor = Supervisor(record_line)
    supervisor.start(Program("worker", python_program("raise SystemExit(1)"), was_stable=True))
    ended: list[int] = []
    watching = threading.Thread(target=lambda: ended.append(supervisor.watch()), daemon=True)
    watching.start()
    try:
        assert restarted.wait(TIMEOUT_SECONDS)
        assert ended == []
    finally:
        supervisor.request_stop()
        watching.join(TIMEOUT_SECONDS)
        supervisor.stop_all()
    assert ended == [0]


def test_restart_delays_grow_to_half_a_minute() -> None:
    assert get_restart_delay(MAX_CRASHES - 1) == 0
    assert [get_restart_delay(MAX_CRASHES + more) for more in range(3)] == [1, 2, 4]
    assert get_restart_delay(100) == MAX_RESTART_DELAY


def test_stopping_kills_grandchildren_and_unresponsive_programs(tmp_path: Path) -> None:
    code = """
        import signal, subprocess, sys
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        child = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"])
        open(sys.argv[1], "w").write(str(child.pid))
        signal.pause()
    """
    reported = tmp_path / "fifo"
    os.mkfifo(reported)
    supervisor = Supervisor(lambda _: None, stop_timeout=0.5)
    program = Program("unresponsive", python_program(code, str(reported)))
    supervisor.start(program)
    assert program.process is not None
    grandchild = psutil.Process(int(reported.read_text()))
    process = psutil.Process(program.process.pid)
    supervisor.stop_all()
    gone, alive = psutil.wait_procs([grandchild, process], timeout=TIMEOUT_SECONDS)
    assert not alive and len(gone) == 2


def test_shared_programs_stop_last(tmp_path: Path) -> None:
    """A worker that finishes its job during a shutdown can still reach the queue."""
    worker = """
        import pathlib, signal, socket, sys
        address, result, ready = sys.argv[1:]
        def finish(*_):
            with socket.socket(socket.AF_UNIX) as queue:
                queue.connect(address)
                pathlib.Path(result).write_text("stored")
            raise SystemExit(0)
        signal.signal(signal.SIGTERM, finish)
        pathlib.Path(ready).write_text("up")
        signal.pause()
    """
    queue = """
        import pathlib, socket, sys
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(sys.argv[1])
            server.listen()
            pathlib.Path(sys.argv[2]).write_text("up")
            while True:
                server.accept()[0].close()
    """
    address, result, ready = tmp_path / "queue", tmp_path / "result", tmp_path / "ready"
    os.mkfifo(ready)
    supervisor = Supervisor(lambda _: None)
    for name, code, arguments, is_shared in (
        ("queue", queue, (address, ready), True),
        ("worker", worker, (address, result, ready), False),
    ):
        supervisor.start(Program(name, python_program(code, *map(str, arguments)), is_shared=is_shared))
        assert ready.read_text() == "up"
    supervisor.stop_all()
    assert result.read_text() == "stored"


def test_killing_the_supervisor_ends_its_programs() -> None:
    code = f"""
        import sys
        from touchline.entrypoints.runner.supervisor import Program, Supervisor
        supervisor = Supervisor(print)
        program = Program("web", [sys.executable, "-c", {ENDLESS_SCRIPT!r}])
        supervisor.start(program)
        print(program.process.pid, flush=True)
        supervisor.watch()
    """
    parent = subprocess.Popen(python_program(code), stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    lines = {parent.stdout.readline().strip(), parent.stdout.readline().strip()}
    child = psutil.Process(int((lines - {"up"}).pop()))
    parent.send_signal(signal.SIGKILL)
    parent.wait(TIMEOUT_SECONDS)
    _, alive = psutil.wait_procs([child], timeout=TIMEOUT_SECONDS)
    assert not alive
