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

from touchline.entrypoints import supervisor as module
from touchline.entrypoints.supervisor import (
    CRASHES_ALLOWED,
    LONGEST_PAUSE,
    Program,
    Supervisor,
    pause_after,
)

PATIENCE = 20


def python(code: str, *arguments: str) -> list[str]:
    return [sys.executable, "-c", textwrap.dedent(code), *arguments]


FOREVER = "import signal; print('up', flush=True); signal.pause()"
DIES_ONCE = """
    import pathlib, signal, sys
    mark, fifo = map(pathlib.Path, sys.argv[1:])
    if not mark.exists():
        mark.touch()
        raise SystemExit(7)
    fifo.write_text("again")
    signal.pause()
"""
"""The first run leaves a mark and dies; the second finds the mark and tells us through a pipe."""


def test_a_program_that_crashes_is_started_again(tmp_path: Path) -> None:
    said: list[str] = []
    revived = tmp_path / "fifo"
    os.mkfifo(revived)
    supervisor = Supervisor(said.append)
    supervisor.start(Program("fan", python(DIES_ONCE, str(tmp_path / "mark"), str(revived))))
    watching = threading.Thread(target=supervisor.watch, daemon=True)
    watching.start()
    try:
        assert revived.read_text() == "again"
    finally:
        supervisor.stop()
        watching.join(PATIENCE)
        supervisor.end()
    assert said == ["fan ended with code 7; starting it again."]


def test_what_crashes_while_something_is_made_is_started_again(tmp_path: Path) -> None:
    """What is made here waits for somebody who dies at first, as films wait for the worker."""
    said: list[str] = []
    work = tmp_path / "fifo"
    os.mkfifo(work)
    supervisor = Supervisor(said.append)
    supervisor.start(Program("worker", python(DIES_ONCE, str(tmp_path / "mark"), str(work))))
    try:
        made = supervisor.once(Program("film", python("import sys; open(sys.argv[1]).read()", str(work))))
    finally:
        supervisor.end()
    assert made == 0
    assert said == ["worker ended with code 7; starting it again."]


def test_making_something_ends_when_what_it_needs_never_stays_up() -> None:
    said: list[str] = []
    supervisor = Supervisor(said.append)
    supervisor.start(Program("worker", python("raise SystemExit(2)")))
    try:
        assert supervisor.once(Program("film", python(FOREVER))) == 1
    finally:
        supervisor.end()
    assert said[-1] == "worker ends at once, again and again; giving up."


def test_a_program_that_never_stays_up_ends_the_whole_with_a_sentence() -> None:
    said: list[str] = []
    supervisor = Supervisor(said.append)
    supervisor.start(Program("fan", python("raise SystemExit(2)")))
    assert supervisor.watch() == 1
    assert said[-1] == "fan ends at once, again and again; giving up."
    assert len(said) == CRASHES_ALLOWED


def test_a_program_that_stood_once_is_started_again_for_as_long_as_it_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What it leans on is away; the others, that play what is there, must not end for that."""
    monkeypatch.setattr(module, "pause_after", lambda crashes: 0.01 if crashes > CRASHES_ALLOWED else 0.0)
    said: list[str] = []
    often = threading.Event()

    def hear(line: str) -> None:
        said.append(line)
        if len(said) > CRASHES_ALLOWED + 2:
            often.set()

    supervisor = Supervisor(hear)
    supervisor.start(Program("worker", python("raise SystemExit(1)"), stood=True))
    ended: list[int] = []
    watching = threading.Thread(target=lambda: ended.append(supervisor.watch()), daemon=True)
    watching.start()
    try:
        assert often.wait(PATIENCE)
        assert ended == []
    finally:
        supervisor.stop()
        watching.join(PATIENCE)
        supervisor.end()
    assert ended == [0]


def test_pauses_between_starts_grow_to_half_a_minute() -> None:
    assert pause_after(CRASHES_ALLOWED - 1) == 0
    assert [pause_after(CRASHES_ALLOWED + more) for more in range(3)] == [1, 2, 4]
    assert pause_after(100) == LONGEST_PAUSE


def test_ending_leaves_no_grandchild_and_forces_the_stubborn(tmp_path: Path) -> None:
    code = """
        import signal, subprocess, sys
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        child = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"])
        open(sys.argv[1], "w").write(str(child.pid))
        signal.pause()
    """
    told = tmp_path / "fifo"
    os.mkfifo(told)
    supervisor = Supervisor(lambda _: None, patience=0.5)
    program = Program("stubborn", python(code, str(told)))
    supervisor.start(program)
    assert program.process is not None
    grandchild = psutil.Process(int(told.read_text()))
    head = psutil.Process(program.process.pid)
    supervisor.end()
    gone, alive = psutil.wait_procs([grandchild, head], timeout=PATIENCE)
    assert not alive and len(gone) == 2


def test_a_shared_program_ends_after_those_that_need_it(tmp_path: Path) -> None:
    """A worker that finishes its job while everything stops still reaches the queue."""
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
        supervisor.start(Program(name, python(code, *map(str, arguments)), is_shared=is_shared))
        assert ready.read_text() == "up"
    supervisor.end()
    assert result.read_text() == "stored"


def test_a_killed_supervisor_takes_its_programs_along() -> None:
    code = f"""
        import sys
        from touchline.entrypoints.supervisor import Program, Supervisor
        supervisor = Supervisor(print)
        program = Program("fan", [sys.executable, "-c", {FOREVER!r}])
        supervisor.start(program)
        print(program.process.pid, flush=True)
        supervisor.watch()
    """
    parent = subprocess.Popen(python(code), stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    lines = {parent.stdout.readline().strip(), parent.stdout.readline().strip()}
    child = psutil.Process(int((lines - {"up"}).pop()))
    parent.send_signal(signal.SIGKILL)
    parent.wait(PATIENCE)
    _, alive = psutil.wait_procs([child], timeout=PATIENCE)
    assert not alive
