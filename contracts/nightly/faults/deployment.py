"""A complete deployment on this machine, as an operator starts it, with a recording and a live game."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import imageio_ffmpeg
import psutil

from adapters.payments.fake_stripe.keys import SECRET_KEY
from contracts.nightly.faults.servers import (
    TIMEOUT_SECONDS,
    FakeMailServer,
    FullDisk,
    LockedDatabase,
    MissingDependencyError,
    Postgres,
    ReconnectingEncoder,
    Redis,
    free_port,
)
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.runner.programs import DEMO_PACKS
from touchline.platform.config.settings import read_settings
from touchline.shared.concurrency.processes import die_with_parent

CHANNEL, RECORDED_EVENT, LIVE_EVENT = "prairie", "irw-gld-girls-volleyball", "hrf-cdr-boys-hockey"
VIDEO_SECONDS = 40
START_TIMEOUT_SECONDS = 240.0
DISK_MEGABYTES = 700
INGEST_PORT_COUNT = 10
_SITECUSTOMIZE_FOLDER = Path(__file__).with_name("slow")
_STRIPE_SECONDS = "4"
_EXCLUDED_PROGRAMS = ("valkey-server", "adapters.payments.fake_stripe")


@dataclass
class Deployment:
    """A running deployment. `database` and `queue` exist with PostgreSQL.

    With SQLite, `locked_database` exists, and `disk` if it can be mounted.
    """

    folder: Path
    port: int
    environment: dict[str, str]
    mail_server: FakeMailServer
    database: Postgres | None = None
    queue: Redis | None = None
    disk: FullDisk | None = None
    locked_database: LockedDatabase | None = None
    run_process: psutil.Process | None = None
    log_path: Path = field(default_factory=Path)

    @property
    def var(self) -> Path:
        """Return the folder of the deployment's data."""
        return Path(self.environment["TOUCHLINE_VAR"])

    def run_command(self, *arguments: str) -> str:
        """Run an operator's command, and return its output."""
        completed = subprocess.run(
            [sys.executable, "-m", "touchline", *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_SECONDS * 5,
            check=False,
        )
        if completed.returncode:
            raise RuntimeError(f"touchline {' '.join(arguments)}: {completed.stdout}{completed.stderr}")
        return completed.stdout

    @contextmanager
    def application(self) -> Iterator[Application]:
        """Yield the same deployment in this process, to inspect its data."""
        application = Application(read_settings(self.environment))
        try:
            yield application
        finally:
            application.close()

    def request_stripe(self, path: str, **body: Any) -> dict[str, Any]:
        """Send a request to the payment service's fake, or (`/_control/…`) configure it."""
        url = f"http://127.0.0.1:{self.port + 18}{path}"
        request = urllib.request.Request(url, headers={"Authorization": f"Bearer {SECRET_KEY}"})
        if body:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:  # noqa: S310
            payload: dict[str, Any] = json.load(response)
            return payload

    def delay_media_files(self, seconds: float) -> None:
        """Delay the opening of each media file by this many seconds; 0 ends the delay."""
        control_file = Path(self.environment["FAULTS_SLOW"])
        if seconds:
            control_file.write_bytes(b"." * int(seconds * 1000))
        else:
            control_file.unlink(missing_ok=True)

    def set_clock_offset(self, seconds: int) -> None:
        """Offset the product's clock by `seconds`. The machine's clock is unchanged."""
        control_file = Path(self.environment["FAULTS_CLOCK"])
        temporary_file = control_file.with_suffix(".new")
        temporary_file.write_text(str(seconds))
        temporary_file.replace(control_file)

    def list_programs(self) -> list[psutil.Process]:
        """Return the programs that `touchline run` supervises, except the queue and the payment service."""
        assert self.run_process is not None
        return [
            process
            for process in self.run_process.children()
            if not {*_EXCLUDED_PROGRAMS} & {*Path(process.exe()).parts, *process.cmdline()}
        ]


@contextmanager
def run_deployment(
    *, sqlite: bool = False, settings: Mapping[str, str] | None = None, is_seeded: bool = True
) -> Iterator[Deployment]:
    """Run a deployment with its own PostgreSQL, Redis and mail server.

    With `sqlite` it uses SQLite and the built-in queue, on a small disk if one can be mounted. `settings` are
    further environment variables. Without `is_seeded` it has no channel. Raises `MissingDependencyError`.
    """
    with ExitStack() as exit_stack:
        folder = Path(exit_stack.enter_context(tempfile.TemporaryDirectory(prefix="touchline-faults-")))
        folder.chmod(0o755)
        mail_server = FakeMailServer()
        exit_stack.callback(mail_server.close)
        deployment = Deployment(folder, _free_ports(), {}, mail_server, log_path=folder / "run.log")
        deployment.environment = _build_environment(deployment) | dict(settings or {})
        if sqlite:
            with suppress(MissingDependencyError):
                deployment.disk = FullDisk(folder / "disk", DISK_MEGABYTES)
                exit_stack.callback(deployment.disk.close)
            deployment.environment["TOUCHLINE_VAR"] = f"{folder}/disk/var"
        else:
            deployment.database = Postgres(folder / "postgres")
            exit_stack.callback(deployment.database.close)
            deployment.queue = Redis(folder / "redis")
            exit_stack.callback(deployment.queue.kill)
            exit_stack.callback(deployment.queue.thaw)
            deployment.environment["TOUCHLINE_DATABASE_URL"] = deployment.database.url
            deployment.environment["TOUCHLINE_REDIS_URL"] = deployment.queue.url
        try:
            exit_stack.enter_context(_run_touchline(deployment))
            if is_seeded:
                exit_stack.callback(_seed(deployment).close)
            if sqlite:
                deployment.locked_database = LockedDatabase(deployment.var / "touchline.sqlite")
                exit_stack.callback(deployment.locked_database.close)
            yield deployment
        except BaseException:
            _save_logs(deployment)
            raise


def _build_environment(deployment: Deployment) -> dict[str, str]:
    """Return an environment with nothing from the caller except PATH, and with limits that one IP address
    does not reach.
    """
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("TOUCHLINE_")}
    return inherited | {
        "TERM": "dumb",
        "TOUCHLINE_VAR": f"{deployment.folder}/var",
        "TOUCHLINE_PORT": str(deployment.port),
        "TOUCHLINE_DEFAULT_CHANNEL": CHANNEL,
        "TOUCHLINE_DEVELOPMENT": "true",
        "TOUCHLINE_PAYMENTS": "fake",
        "TOUCHLINE_STRIPE_TIMEOUT_SECONDS": _STRIPE_SECONDS,
        "TOUCHLINE_INGEST_PORTS": f"{deployment.port + 1}-{deployment.port + INGEST_PORT_COUNT}",
        "TOUCHLINE_MAIL": "smtp",
        "TOUCHLINE_MAIL_FROM": "no-reply@example.com",
        "TOUCHLINE_SMTP_HOST": "127.0.0.1",
        "TOUCHLINE_SMTP_PORT": str(deployment.mail_server.port),
        "TOUCHLINE_SMTP_SECURITY": "none",
        "TOUCHLINE_SMTP_TIMEOUT_SECONDS": "5",
        "TOUCHLINE_ANALYTICS_ON_LOCALHOST": "true",
        "TOUCHLINE_THROTTLE_AUTH_CALLS": "100000",
        "TOUCHLINE_THROTTLE_REGISTRATIONS": "100000",
        "TOUCHLINE_THROTTLE_FORMS": "100000",
        "TOUCHLINE_THROTTLE_IP_FACTOR": "1000",
        "TOUCHLINE_THROTTLE_API_KEYS": "100000",
        "TOUCHLINE_THROTTLE_CLIPS": "100000",
        "FAULTS_SLOW": f"{deployment.folder}/slow",
        "FAULTS_CLOCK": f"{deployment.folder}/clock",
        "PYTHONPATH": os.pathsep.join(
            [str(_SITECUSTOMIZE_FOLDER), *filter(None, [inherited.get("PYTHONPATH")])]
        ),
    }


@contextmanager
def _run_touchline(deployment: Deployment) -> Iterator[None]:
    """Run `touchline run`, and stop it as by Ctrl-C."""
    with deployment.log_path.open("wb") as log_file:
        process = subprocess.Popen(
            [sys.executable, "-m", "touchline", "run", "--no-demo"],
            env=deployment.environment,
            stdout=log_file,
            stderr=log_file,
            preexec_fn=die_with_parent,
        )
    deployment.run_process = psutil.Process(process.pid)
    try:
        _wait_until(
            lambda: "is ready" in deployment.log_path.read_text() or process.poll() is not None,
            "touchline run",
        )
        if process.poll() is not None:
            raise RuntimeError(deployment.log_path.read_text())
        yield
    finally:
        process.terminate()
        try:
            process.wait(TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()


def _seed(deployment: Deployment) -> ReconnectingEncoder:
    """Add the demo's first channel, a test video for one of its games, and an encoder for another game."""
    deployment.run_command("channels", "apply", str(DEMO_PACKS / CHANNEL))
    video = deployment.folder / "film.mp4"
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-nostdin", "-loglevel", "error"]
    command += ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25", "-f", "lavfi", "-i", "sine"]
    command += shlex.split(
        f"-t {VIDEO_SECONDS} -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 100 -c:a aac"
    )
    subprocess.run([*command, str(video)], check=True)
    deployment.run_command("recordings", "add", "--event", RECORDED_EVENT, str(video))
    key = json.loads(deployment.run_command("streams", "open", LIVE_EVENT, "--json"))
    return ReconnectingEncoder(f"{key['server']}/{key['key']}", deployment.folder / "encoder.log")


def _free_ports() -> int:
    """Return a port with free ports above it for the streams and the fake Stripe."""
    while True:
        first_port = free_port()
        if first_port < 60_000 and not _are_ports_in_use(range(first_port, first_port + 20)):
            return first_port


def _are_ports_in_use(ports: Sequence[int]) -> bool:
    listening = {
        getattr(connection.laddr, "port", 0)
        for connection in psutil.net_connections("tcp")
        if connection.status == psutil.CONN_LISTEN
    }
    return bool(listening & set(ports))


def _wait_until(condition: Callable[[], bool], program_name: str) -> None:
    deadline = time.monotonic() + START_TIMEOUT_SECONDS
    while not condition():
        if time.monotonic() > deadline:
            raise RuntimeError(f"{program_name} did not start")
        time.sleep(0.2)


def _save_logs(deployment: Deployment) -> None:
    """Save the logs to the temporary folder for later inspection."""
    log_folder = Path(tempfile.gettempdir()) / "touchline-faults-logs"
    shutil.rmtree(log_folder, ignore_errors=True)
    log_folder.mkdir()
    if (deployment.var / "log").exists():
        shutil.copytree(deployment.var / "log", log_folder, dirs_exist_ok=True)
    for path in (deployment.log_path, deployment.folder / "encoder.log"):
        if path.exists():
            shutil.copy(path, log_folder)
