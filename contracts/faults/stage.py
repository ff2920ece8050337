"""A whole deployment on this machine, as an operator starts it, with a recording and a live game."""

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
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import imageio_ffmpeg
import psutil

from adapters.payments.fake_stripe.keys import SECRET_KEY
from contracts.faults.servers import (
    PATIENCE,
    Encoder,
    FullDisk,
    LockedDatabase,
    Mailbox,
    Missing,
    Postgres,
    Redis,
    free_port,
)
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.embedded import PACKS
from touchline.platform.settings import read_settings
from touchline.shared.processes import die_with_parent

CHANNEL, RECORDED, LIVE = "prairie", "irw-gld-girls-volleyball", "hrf-cdr-boys-hockey"
FILM_S = 40
STARTS_WITHIN = 240.0
DISK_MB = 700
_SLOW = Path(__file__).with_name("slow")
_STRIPE_SECONDS = "4"
_OTHERS = ("valkey-server", "adapters.payments.fake_stripe")


@dataclass
class Stage:
    """What runs. `database` and `queue` are there with PostgreSQL; with SQLite `file` and, where it may be
    mounted, `disk`."""

    folder: Path
    port: int
    environment: dict[str, str]
    mail: Mailbox
    database: Postgres | None = None
    queue: Redis | None = None
    disk: FullDisk | None = None
    file: LockedDatabase | None = None
    head: psutil.Process | None = None
    said: Path = field(default_factory=Path)

    @property
    def var(self) -> Path:
        """Where the deployment keeps what it keeps."""
        return Path(self.environment["TOUCHLINE_VAR"])

    def touchline(self, *arguments: str) -> str:
        """A command as an operator gives it; what it says."""
        done = subprocess.run(
            [sys.executable, "-m", "touchline", *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE * 5,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"touchline {' '.join(arguments)}: {done.stdout}{done.stderr}")
        return done.stdout

    @contextmanager
    def house(self) -> Iterator[House]:
        """The same deployment in this process, to look into what it keeps."""
        house = House(read_settings(self.environment))
        try:
            yield house
        finally:
            house.close()

    def stripe(self, path: str, **told: Any) -> dict[str, Any]:
        """Ask the payment service's stand-in, or (`/_control/…`) tell it what to do."""
        address = f"http://127.0.0.1:{self.port + 18}{path}"
        asked = urllib.request.Request(address, headers={"Authorization": f"Bearer {SECRET_KEY}"})
        if told:
            asked.data = json.dumps(told).encode()
            asked.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:  # noqa: S310
            found: dict[str, Any] = json.load(answer)
            return found

    def slow(self, seconds: float) -> None:
        """From now on each media file takes so long to open; 0: no more."""
        says = Path(self.environment["FAULTS_SLOW"])
        if seconds:
            says.write_bytes(b"." * int(seconds * 1000))
        else:
            says.unlink(missing_ok=True)

    def jump(self, seconds: int) -> None:
        """The clock that the product asks is so many seconds off; that of the machine stays."""
        says = Path(self.environment["FAULTS_CLOCK"])
        beside = says.with_suffix(".new")
        beside.write_text(str(seconds))
        beside.replace(says)

    def programs(self) -> list[psutil.Process]:
        """The programs that `touchline run` looks after, but for the queue and the payment service."""
        assert self.head is not None
        return [
            one for one in self.head.children() if not {*_OTHERS} & {*Path(one.exe()).parts, *one.cmdline()}
        ]


@contextmanager
def stage(*, sqlite: bool = False) -> Iterator[Stage]:
    """A deployment with PostgreSQL, Redis and a mail server of its own; or with `sqlite` and the queue that
    comes with it, on a small disk where one may be mounted. `Missing`."""
    with ExitStack() as undo:
        folder = Path(undo.enter_context(tempfile.TemporaryDirectory(prefix="touchline-faults-")))
        folder.chmod(0o755)
        mail = Mailbox()
        undo.callback(mail.close)
        made = Stage(folder, _free_ports(), {}, mail, said=folder / "said.log")
        made.environment = _environment(made)
        if sqlite:
            with suppress(Missing):
                made.disk = FullDisk(folder / "disk", DISK_MB)
                undo.callback(made.disk.close)
            made.environment["TOUCHLINE_VAR"] = f"{folder}/disk/var"
        else:
            made.database = Postgres(folder / "postgres")
            undo.callback(made.database.close)
            made.queue = Redis(folder / "redis")
            undo.callback(made.queue.kill)
            undo.callback(made.queue.thaw)
            made.environment["TOUCHLINE_DATABASE_URL"] = made.database.url
            made.environment["TOUCHLINE_REDIS_URL"] = made.queue.url
        try:
            undo.enter_context(_running(made))
            undo.callback(_furnish(made).close)
            if sqlite:
                made.file = LockedDatabase(made.var / "touchline.sqlite")
                undo.callback(made.file.close)
            yield made
        except BaseException:
            _keep_logs(made)
            raise


def _environment(made: Stage) -> dict[str, str]:
    """Nothing of whoever runs this but the path; limits that one address does not reach."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("TOUCHLINE_")}
    return inherited | {
        "TERM": "dumb",
        "TOUCHLINE_VAR": f"{made.folder}/var",
        "TOUCHLINE_PORT": str(made.port),
        "TOUCHLINE_DEFAULT_CHANNEL": CHANNEL,
        "TOUCHLINE_DEVELOPMENT": "true",
        "TOUCHLINE_PAYMENTS": "fake",
        "TOUCHLINE_STRIPE_SECONDS": _STRIPE_SECONDS,
        "TOUCHLINE_LIVE_PORTS": f"{made.port + 1}-{made.port + 4}",
        "TOUCHLINE_MAIL": "smtp",
        "TOUCHLINE_MAIL_FROM": "no-reply@example.com",
        "TOUCHLINE_SMTP_HOST": "127.0.0.1",
        "TOUCHLINE_SMTP_PORT": str(made.mail.port),
        "TOUCHLINE_SMTP_SECURITY": "none",
        "TOUCHLINE_SMTP_SECONDS": "5",
        "TOUCHLINE_ANALYTICS_ON_LOCALHOST": "true",
        "TOUCHLINE_THROTTLE_AUTH_CALLS": "100000",
        "TOUCHLINE_THROTTLE_REGISTRATIONS": "100000",
        "TOUCHLINE_THROTTLE_FORMS": "100000",
        "TOUCHLINE_THROTTLE_ADDRESS_FACTOR": "1000",
        "TOUCHLINE_THROTTLE_API_KEYS": "100000",
        "TOUCHLINE_THROTTLE_CLIPS": "100000",
        "FAULTS_SLOW": f"{made.folder}/slow",
        "FAULTS_CLOCK": f"{made.folder}/clock",
        "PYTHONPATH": os.pathsep.join([str(_SLOW), *filter(None, [inherited.get("PYTHONPATH")])]),
    }


@contextmanager
def _running(made: Stage) -> Iterator[None]:
    """`touchline run`, until it is stopped as by Ctrl-C."""
    with made.said.open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "touchline", "run", "--no-demo"],
            env=made.environment,
            stdout=said,
            stderr=said,
            preexec_fn=die_with_parent,
        )
    made.head = psutil.Process(process.pid)
    try:
        _wait(lambda: "is ready" in made.said.read_text() or process.poll() is not None, "touchline run")
        if process.poll() is not None:
            raise RuntimeError(made.said.read_text())
        yield
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()


def _furnish(made: Stage) -> Encoder:
    """The demo's first channel, a film of test pictures for one of its games, an encoder for another."""
    made.touchline("channel", "apply", str(PACKS / CHANNEL))
    film = made.folder / "film.mp4"
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-nostdin", "-loglevel", "error"]
    command += ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25", "-f", "lavfi", "-i", "sine"]
    command += shlex.split(f"-t {FILM_S} -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 100 -c:a aac")
    subprocess.run([*command, str(film)], check=True)
    made.touchline("media", "add", "--event", RECORDED, str(film))
    key = json.loads(made.touchline("live", "key", LIVE, "--json"))
    return Encoder(f"{key['server']}/{key['key']}", made.folder / "encoder.log")


def _free_ports() -> int:
    """A port with room above it for the streams and for what plays Stripe."""
    while True:
        first = free_port()
        if first < 60_000 and not _taken(range(first, first + 20)):
            return first


def _taken(ports: Sequence[int]) -> bool:
    listening = {
        getattr(one.laddr, "port", 0)
        for one in psutil.net_connections("tcp")
        if one.status == psutil.CONN_LISTEN
    }
    return bool(listening & set(ports))


def _wait(until: Callable[[], bool], what: str) -> None:
    late = time.monotonic() + STARTS_WITHIN
    while not until():
        if time.monotonic() > late:
            raise RuntimeError(f"{what} did not begin")
        time.sleep(0.2)


def _keep_logs(made: Stage) -> None:
    """Whoever asks why, finds them in the temporary folder."""
    kept = Path(tempfile.gettempdir()) / "touchline-faults-logs"
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir()
    if (made.var / "log").exists():
        shutil.copytree(made.var / "log", kept, dirs_exist_ok=True)
    for path in (made.said, made.folder / "encoder.log"):
        if path.exists():
            shutil.copy(path, kept)
