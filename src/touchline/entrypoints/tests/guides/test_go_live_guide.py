"""The walkthrough in docs/how-to/go-live.md with its own commands, ffmpeg as the encoder and a game of a
small pack.
"""

from __future__ import annotations

import os
import re
import shlex
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import imageio_ffmpeg
import psutil
import pytest
from click.testing import CliRunner

from contracts.walkthroughs.pages import list_commands
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.cli import main as touchline
from touchline.front.packs.tests.pack_fixtures import copy_pack

PAGE = "how-to/go-live.md"
TIMEOUT_SECONDS = 90.0
SUBSTITUTES = {"hrf-cdr-boys-hockey": "coach-talk", "prairie": "riverside"}
FFMPEG = imageio_ffmpeg.get_ffmpeg_exe()
_NEVER = threading.Event()


class GuideReader:
    """A reader who follows the page at a terminal."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        for name in [name for name in os.environ if name.startswith("TOUCHLINE_")]:
            patch.delenv(name)
        settings = {"VAR": str(folder / "var"), "SECRET_KEY": "a test's", "QUEUE": "inline"}
        settings["INGEST_PORTS"] = f"{port}-{port}"
        for name, text in settings.items():
            patch.setenv(f"TOUCHLINE_{name}", text)
        self.port = port
        self.folder = folder
        self._started: list[psutil.Popen] = []

    def run_command(self, line: str) -> str:
        """Run a Touchline command, and return its output."""
        arguments = [SUBSTITUTES.get(argument, argument) for argument in shlex.split(line)]
        assert arguments[0] == "touchline"
        done = CliRunner().invoke(touchline, arguments[1:])
        if Application.current:
            Application.current.close()
        assert done.exit_code == 0, done.output
        return done.stdout

    def start_command(self, *command: str) -> None:
        """Start a command that continues to run in another terminal."""
        self._started.append(psutil.Popen(command, cwd=self.folder, stderr=subprocess.DEVNULL))

    def wait_for(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition is true.

        The condition checks visible effects only, because each command takes a second.
        """
        end = time.monotonic() + TIMEOUT_SECONDS
        while not condition():
            assert time.monotonic() < end
            _NEVER.wait(0.2)

    def is_listening(self) -> bool:
        """Return whether a command in another terminal waits for an encoder."""
        programs = [
            process for parent in self._started for process in (parent, *parent.children(recursive=True))
        ]
        connections = [connection for process in programs for connection in process.net_connections("tcp")]
        return any(
            connection.status == psutil.CONN_LISTEN and connection.laddr.port == self.port
            for connection in connections
        )

    def has_segments(self) -> bool:
        """Return whether the second segment of the encoder's picture exists."""
        return any((self.folder / "var").rglob("live/*/source/*-00001.ts"))

    def close(self) -> None:
        """Close every terminal."""
        for process in self._started:
            for member in [*process.children(recursive=True), process] if process.is_running() else []:
                member.kill()
            process.wait()


@pytest.fixture
def guide_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GuideReader]:
    """Return a reader with a channel of one game, and a video in place of the camera."""
    reader = GuideReader(tmp_path, monkeypatch)
    pack = copy_pack("whole", tmp_path)
    reader.run_command("touchline databases upgrade")
    reader.run_command(f"touchline channels apply {shlex.quote(str(pack))}")
    ffmpeg_command = [
        FFMPEG,
        "-v",
        "error",
        "-f",
        "lavfi",
        "-i",
        "testsrc=s=320x180:r=30",
        "-f",
        "lavfi",
        "-i",
        "sine",
    ]
    subprocess.run(
        [*ffmpeg_command, "-t", "25", "-preset", "ultrafast", "friday.mp4"], cwd=tmp_path, check=True
    )
    yield reader
    reader.close()


@pytest.mark.nightly
def test_the_commands_of_the_guide_start_and_stop_a_live_event(guide_reader: GuideReader) -> None:
    lines = list(list_commands(PAGE))
    key, listed, stop = (
        next(line for line in lines if line.startswith(f"touchline streams {command} "))
        for command in ("open", "list", "stop")
    )
    reported = dict(line.rsplit(maxsplit=1) for line in guide_reader.run_command(key).splitlines())
    assert reported.keys() == {"Server", "Stream key", "Backup key", "SRT"}
    guide_reader.start_command(sys.executable, "-m", "touchline", "ingest")

    [encoder] = [line for line in lines if line.startswith("ffmpeg ")]
    *encoder_command, address = shlex.split(encoder)
    assert address.startswith("rtmp://127.0.0.1:19350/live/")
    guide_reader.wait_for(guide_reader.is_listening)
    guide_reader.start_command(
        FFMPEG,
        "-v",
        "quiet",
        "-nostdin",
        *encoder_command[1:],
        f"{reported['Server']}/{reported['Stream key']}",
    )

    guide_reader.wait_for(guide_reader.has_segments)
    assert re.search(r"\slive\s", guide_reader.run_command(listed))
    guide_reader.run_command(stop)
    assert not re.search(r"\slive\s", guide_reader.run_command(listed))
