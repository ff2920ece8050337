"""Programs of `touchline run --fleet`, with their ports and configuration."""

from __future__ import annotations

import getpass
import hashlib
import hmac
import os
import shlex
import shutil
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from touchline.entrypoints.install import SetupError
from touchline.entrypoints.nginx.config import JS_MODULE, MODULES, RTMP_MODULE, NginxSite
from touchline.entrypoints.runner import programs
from touchline.entrypoints.runner.supervisor import Program
from touchline.platform.config.settings import Settings, load_secret_key, read_settings

STORES = ("s3", "folder")
NAME = "touchline"
BUCKET = "touchline-media"
_PACKAGES = {
    "initdb": "postgresql",
    "postgres": "postgresql",
    "createdb": "postgresql",
    "redis-server": "redis-server",
    "nginx": "nginx",
}
_APP_COUNT = 2
_WORKER_COUNT = 2
_FAST_QUEUES = ("default", "mail", "clips", "downloads", "webhooks", "highlights")


@dataclass(frozen=True)
class Fleet:
    """Settings and programs of a fleet. The fleet uses the ports above `port`, the port for visitors."""

    var: Path
    port: int
    store: str
    secret: bytes
    programs: Mapping[str, Path]

    @classmethod
    def detect(cls, settings: Settings, store: str) -> Fleet:
        """Find the required programs and return the fleet.

        The fleet has its own folder, separate from `touchline run`. Raises `SetupError` with all missing
        packages.
        """
        programs = {name: found for name in _PACKAGES if (found := _find_program(name))}
        missing = {package for name, package in _PACKAGES.items() if name not in programs}
        for module, package in ((JS_MODULE, "libnginx-mod-http-js"), (RTMP_MODULE, "libnginx-mod-rtmp")):
            if not (MODULES / module).exists():
                missing.add(package)
        if missing:
            raise SetupError(
                f"a fleet needs these Debian packages: apt-get install {' '.join(sorted(missing))}"
            )
        if store == "s3" and find_spec("moto") is None:
            raise SetupError(
                "the demo's object store is moto, which `make setup` installs. Or use --store folder."
            )
        var = settings.var if "TOUCHLINE_VAR" in os.environ else settings.var / "fleet"
        return cls(
            var, settings.port, store, load_secret_key(read_settings({"TOUCHLINE_VAR": str(var)})), programs
        )

    @property
    def environment_file(self) -> Path:
        """Return the path of the file with the fleet's settings, for commands that run separately."""
        return self.var / "fleet.env"

    def write_environment(self) -> None:
        """Set the settings in this process's environment, and write them to the environment file.

        Programs of this run inherit the environment. Other commands read the file.
        """
        settings = self.environment()
        os.environ.update(settings)
        self.var.mkdir(parents=True, exist_ok=True)
        with os.fdopen(
            os.open(self.environment_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w"
        ) as out:
            out.writelines(f"{name}={shlex.quote(value)}\n" for name, value in settings.items())

    def environment(self) -> dict[str, str]:
        """Return the `TOUCHLINE_…` variables that all programs share."""
        variables = {
            "VAR": str(self.var),
            "PORT": str(self.port),
            "DATABASE_URL": f"postgresql+psycopg://{NAME}:{self._password('postgres')}@127.0.0.1:{self._get_port(3)}/{NAME}",
            "REDIS_URL": f"redis://:{self._password('redis')}@127.0.0.1:{self._get_port(4)}/0",
            "TRUSTED_PROXIES": "1",
            "DELIVERY": "nginx",
            "INGEST": "nginx",
            "NGINX_RTMP_URL": f"rtmp://127.0.0.1:{self._get_port(6)}/live",
            "STORAGE": "s3" if self.store == "s3" else "local",
        }
        if self.store == "s3":
            variables |= {
                "S3_ENDPOINT": f"http://127.0.0.1:{self._get_port(5)}",
                "S3_BUCKET": BUCKET,
                "S3_ACCESS_KEY": NAME,
                "S3_SECRET_KEY": self._password("s3"),
            }
        return {f"TOUCHLINE_{name}": value for name, value in variables.items()}

    def check_ports(self) -> None:
        """Raise `SetupError` if one of the fleet's ports is in use."""
        for offset in range(1, 8):
            with socket.socket() as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                try:
                    probe.bind(("127.0.0.1", self._get_port(offset)))
                except OSError:
                    raise SetupError(
                        f"another program uses port {self._get_port(offset)}. A fleet uses seven more ports. "
                        f"Choose other ports: TOUCHLINE_PORT={self.port + 100} make run-fleet"
                    ) from None

    def reset_stores(self) -> None:
        """Delete the database and the queue if the object store is in memory.

        A new run starts with an empty object store, and the database must not refer to missing objects.
        """
        if self.store == "s3":
            shutil.rmtree(self.var / "postgres", ignore_errors=True)
            shutil.rmtree(self.var / "redis", ignore_errors=True)
            for marker in ("demo.done", "demo.visited"):
                (self.var / marker).unlink(missing_ok=True)

    def postgres(self, settings: Settings) -> Program:
        """Return a PostgreSQL server and create its database cluster at the first start.

        PostgreSQL refuses to run as root, so a fleet of root runs it as Debian's user `postgres`.
        """
        folder = self.var / "postgres"
        if not (folder / "data" / "PG_VERSION").exists():
            self._initialize_database(folder)
        command = [*_postgres_user_command(), str(self.programs["postgres"]), "-D", str(folder / "data")]
        options = {
            "port": self._get_port(3),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "max_connections": 200,
        }
        command += [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        return Program("postgres", command, log=programs.log_file(settings, "postgres"))

    def ensure_database(self) -> bool:
        """Create the database if it is missing. Returns False if PostgreSQL does not respond."""
        command = [
            str(self.programs["createdb"]),
            "--no-password",
            "-h",
            "127.0.0.1",
            "-p",
            str(self._get_port(3)),
        ]
        completed = subprocess.run(
            [*command, "-U", NAME, NAME],
            env={
                **os.environ,
                "PGPASSWORD": self._password("postgres"),
                "PGCONNECT_TIMEOUT": "5",
                "LC_ALL": "C",
            },
            capture_output=True,
            timeout=30,
            check=False,
        )
        return completed.returncode == 0 or b"already exists" in completed.stderr

    def redis(self, settings: Settings) -> Program:
        """Return the Redis server of the queue. It persists jobs to disk."""
        folder = self.var / "redis"
        folder.mkdir(parents=True, exist_ok=True)
        redis_config = {
            "bind": "127.0.0.1",
            "port": self._get_port(4),
            "requirepass": self._password("redis"),
            "dir": f'"{folder}"',
            "appendonly": "yes",
            "save": '""',
            "maxmemory-policy": "noeviction",
        }
        file = folder / "redis.conf"
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            out.writelines(f"{name} {value}\n" for name, value in redis_config.items())
        command = [str(self.programs["redis-server"]), str(file)]
        return Program("redis", command, log=programs.log_file(settings, "redis"))

    def object_store(self, settings: Settings) -> Program:
        """Return moto as object store. It provides the S3 API over HTTP and keeps all data in memory."""
        command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self._get_port(5))]
        return Program("object-store", command, log=programs.log_file(settings, "object-store"))

    def ensure_bucket(self) -> bool:
        """Create the bucket if it is missing. Returns False if the object store does not respond."""
        url = f"http://127.0.0.1:{self._get_port(5)}/{BUCKET}"
        try:
            with urllib.request.urlopen(urllib.request.Request(url, method="PUT"), timeout=5):
                return True
        except urllib.error.HTTPError as error:
            return error.code == 409
        except OSError:
            return False

    def apps(self, settings: Settings) -> list[Program]:
        """Return two independent web servers."""
        app_programs = []
        for number in range(1, _APP_COUNT + 1):
            command = [
                sys.executable,
                "-m",
                "granian",
                "--interface",
                "wsgi",
                "--factory",
                "--host",
                "127.0.0.1",
            ]
            command += ["--port", str(self._get_port(number)), "--workers", "1", *programs.WEB_OPTIONS]
            command.append("touchline.entrypoints.web:application")
            web_environment = {**programs.metrics_environment(settings), **programs.WEB_ENVIRONMENT}
            app_programs.append(
                Program(
                    f"app-{number}",
                    command,
                    web_environment,
                    log=programs.log_file(settings, f"app-{number}"),
                )
            )
        return app_programs

    def workers(self, settings: Settings) -> list[Program]:
        """Return two workers for short jobs, and one for media jobs."""
        fast_workers = [
            programs.worker(f"worker-{number}", _FAST_QUEUES, settings)
            for number in range(1, _WORKER_COUNT + 1)
        ]
        return [*fast_workers, programs.worker("media-worker", ("media",), settings)]

    def nginx_site(self) -> NginxSite:
        """Return the configuration of the nginx site."""
        return NginxSite(
            [f"127.0.0.1:{self._get_port(number)}" for number in range(1, _APP_COUNT + 1)],
            self.var / "nginx",
            f"127.0.0.1:{self.port}",
            user=getpass.getuser() if os.geteuid() == 0 else "",
            is_standalone=True,
            hooks_address=f"127.0.0.1:{self._get_port(7)}",
        )

    def _get_port(self, offset: int) -> int:
        return self.port + offset

    def _password(self, program_name: str) -> str:
        return hmac.new(self.secret, f"the fleet's {program_name}".encode(), hashlib.sha256).hexdigest()[:32]

    def _initialize_database(self, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        password = folder / "password"
        with os.fdopen(os.open(password, os.O_WRONLY | os.O_CREAT, 0o600), "w") as out:
            out.write(self._password("postgres"))
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
            shutil.chown(password, "postgres")
        # An interrupted initdb leaves a folder that looks like a valid database
        temporary_data = folder / "begun"
        command = [
            *_postgres_user_command(),
            str(self.programs["initdb"]),
            "-D",
            str(temporary_data),
            "-U",
            NAME,
        ]
        command += [
            "--encoding",
            "UTF8",
            "--locale",
            "C.UTF-8",
            "--auth",
            "scram-sha-256",
            "--pwfile",
            str(password),
        ]
        completed = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        password.unlink()
        if completed.returncode != 0:
            reason = completed.stderr.strip().splitlines() or ["no reason given"]
            raise SetupError(f"PostgreSQL could not create a database in {folder}: {reason[-1]}")
        temporary_data.rename(folder / "data")


def _postgres_user_command() -> list[str]:
    if os.geteuid() != 0:
        return []
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--pdeathsig=INT"]


def _find_program(name: str) -> Path | None:
    """Find a program in `PATH` and in folders outside it.

    Debian installs PostgreSQL's programs outside of `PATH`, and nginx in a folder that only root has in
    `PATH`.
    """
    newest = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    search_path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", *map(str, reversed(newest))])
    program_path = shutil.which(name, path=search_path)
    return Path(program_path) if program_path else None
